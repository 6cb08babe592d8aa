import { Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DEVICES, type Device, RENAME_DEVICE, REVOKE_DEVICE } from '#shared/contracts/fleet/devices.ts'
import { call } from '../api/call.ts'
import { useText } from '../i18n/use-text.ts'
import { ActionButton } from '../shell/action-button.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { showDone, showProblem } from '../shell/messages.ts'

/** Operations on a device, available on its own page and on the page of its retail point. */
export type DeviceAction = 'rename' | 'revoke'

interface DeviceDialogProps {
  device: Pick<Device, 'id' | 'name'>
  onClose: () => void
}

/** Dialog of the selected operation, if any. */
export function DeviceDialog({ action, ...props }: DeviceDialogProps & { action: DeviceAction | null }) {
  if (action === null) return null
  return action === 'rename' ? <RenameDialog {...props} /> : <RevokeDialog {...props} />
}

function RenameDialog({ device: { id, name }, onClose }: DeviceDialogProps) {
  const t = useText()
  const [typed, setTyped] = useState(name)
  const rename = useAction(
    () => call(RENAME_DEVICE, { params: { id }, body: { name: typed.trim() } }),
    onClose,
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (typed.trim()) rename.mutate()
  }
  return (
    <Dialog onClose={onClose} title={t('devices.rename')}>
      <form onSubmit={submit}>
        <TextInput
          label={t('devices.name')}
          maxLength={200}
          data-autofocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('record.cancel')}
          </Button>
          <ActionButton
            type="submit"
            whyNot={typed.trim() ? undefined : t('fault.required')}
            loading={rename.isPending}
          >
            {t('record.save')}
          </ActionButton>
        </Group>
      </form>
    </Dialog>
  )
}

/** Dialog that revokes a stolen or replaced computer. It can then only upload its sales. */
function RevokeDialog({ device: { id, name }, onClose }: DeviceDialogProps) {
  const t = useText()
  const revoke = useAction(async () => {
    await call(REVOKE_DEVICE, { params: { id } })
    showDone(t('devices.revokeDone', { name }))
  }, onClose)
  return (
    <Dialog onClose={onClose} title={t('devices.revokeTitle', { name })}>
      <Text>{t('devices.revokeWhy')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('record.cancel')}
        </Button>
        <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {t('devices.revoke')}
        </Button>
      </Group>
    </Dialog>
  )
}

/** Runs an operation and closes the dialog when it is done. All device data is refetched. */
function useAction(work: () => Promise<unknown>, onDone: () => void) {
  const t = useText()
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSuccess: onDone,
    onError: (error) => showProblem(t, error),
    onSettled: () => client.invalidateQueries({ queryKey: [DEVICES.path] }),
  })
}
