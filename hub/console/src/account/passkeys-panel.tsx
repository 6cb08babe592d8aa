import { Button, Group, Modal, Stack, Table, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ADD_PASSKEY,
  BEGIN_PASSKEY,
  PASSKEYS,
  type Passkey,
  PasskeyRename,
  type Passkeys,
  REMOVE_PASSKEY,
  RENAME_PASSKEY,
} from '#shared/contracts/account/passkeys.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { RefusalAlert } from '../forms/refusal-alert.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'
import { useText } from '../i18n/use-text.ts'
import { Panel } from '../kinds/settings/panel.tsx'
import { ActionButton } from '../shell/action-button.tsx'
import { showDone, showProblem } from '../shell/messages.ts'
import { useUnproved } from '../shell/use-unproved.ts'
import { hasPasskeys, isCanceledByUser, makePasskey } from './webauthn.ts'

/** Panel of the user's passkeys, which sign in by fingerprint, face or device PIN. */
export function PasskeysPanel() {
  const t = useText()
  const format = useFormat()
  const unproved = useUnproved()
  const client = useQueryClient()
  const [naming, setNaming] = useState<Passkey | 'new' | null>(null)
  const { data } = useQuery({ queryKey: [PASSKEYS.path], queryFn: () => call(PASSKEYS) })
  const keep = (all: Passkeys): void => {
    setNaming(null)
    client.setQueryData([PASSKEYS.path], all)
  }
  const remove = (id: string): void => {
    call(REMOVE_PASSKEY, { params: { id } }).then(
      () => client.invalidateQueries({ queryKey: [PASSKEYS.path] }),
      (error) => showProblem(t, error),
    )
  }
  return (
    <Panel title={t('passkeys.title')} text={t('passkeys.why')}>
      {data && data.items.length > 0 && (
        <Table aria-label={t('passkeys.title')}>
          <Table.Tbody>
            {data.items.map((passkey) => (
              <Table.Tr key={passkey.id}>
                <Table.Td pl={0}>
                  <Text fw={500}>{passkey.name}</Text>
                  <Text size="sm" c="dimmed">
                    {passkey.lastUsedAt
                      ? t('passkeys.usedAt', { at: format.dateTime(passkey.lastUsedAt) })
                      : t('passkeys.madeAt', { at: format.dateTime(passkey.createdAt) })}
                  </Text>
                </Table.Td>
                <Table.Td pr={0}>
                  <Group gap={8} justify="flex-end">
                    <Button variant="default" size="xs" onClick={() => setNaming(passkey)}>
                      {t('passkeys.rename')}
                    </Button>
                    <Button variant="default" size="xs" onClick={() => remove(passkey.id)}>
                      {t('passkeys.remove')}
                    </Button>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {hasPasskeys() ? (
        <div>
          <ActionButton variant="default" whyNot={unproved} onClick={() => setNaming('new')}>
            {t('passkeys.add')}
          </ActionButton>
        </div>
      ) : (
        <Text c="dimmed">{t('passkeys.notHere')}</Text>
      )}
      <Modal
        opened={naming !== null}
        onClose={() => setNaming(null)}
        title={t(naming === 'new' ? 'passkeys.add' : 'passkeys.rename')}
      >
        {naming && <NameForm passkey={naming === 'new' ? null : naming} onDone={keep} />}
      </Modal>
    </Panel>
  )
}

interface NameFormProps {
  /** Passkey to rename, or null to name a new one. */
  passkey: Passkey | null
  onDone: (all: Passkeys) => void
}

function NameForm({ passkey, onDone }: NameFormProps) {
  const t = useText()
  const { text, isBusy, refusal, submit } = useContractForm(
    PasskeyRename,
    { name: passkey?.name },
    async ({ name }: { name: string }) => {
      if (passkey) return onDone(await call(RENAME_PASSKEY, { params: { id: passkey.id }, body: { name } }))
      const options = await call(BEGIN_PASSKEY)
      const credential = await makePasskey(options).catch((error: unknown) => {
        if (!isCanceledByUser(error)) throw error
        return null
      })
      if (!credential) return
      onDone(await call(ADD_PASSKEY, { body: { name, credential } }))
      showDone(t('passkeys.added'))
    },
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <RefusalAlert refusal={refusal} />
        <TextInput
          label={t('passkeys.name')}
          description={t('passkeys.nameWhy')}
          required
          data-autofocus
          {...text('name')}
        />
        <div>
          <Button type="submit" loading={isBusy}>
            {t(passkey ? 'record.save' : 'passkeys.add')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
