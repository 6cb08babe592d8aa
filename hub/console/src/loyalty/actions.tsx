import { Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/may.ts'
import { useText } from '../i18n/use-text.ts'
import { showDone, showProblem } from '../shell/messages.ts'

interface Blockable {
  /** Query path to refetch afterward. */
  base: string
  /** Text section with `blockTitle`, `blockWhy`, `blocked` and `unblocked`. */
  texts: string
  status: 'Active' | 'Blocked'
  block: (reason: string | null) => Promise<unknown>
  unblock: () => Promise<unknown>
}

/** Button that blocks a card or voucher with a reason, or unblocks it. */
export function BlockButton({ base, texts, status, block, unblock }: Blockable) {
  const t = useText()
  const client = useQueryClient()
  const isAllowed = useMay()
  const [isOpen, dialog] = useDisclosure(false)
  const [reason, setReason] = useState('')
  const isBlocked = status === 'Blocked'
  const change = useMutation({
    mutationFn: () => (isBlocked ? unblock() : block(reason || null)),
    onSuccess: async () => {
      dialog.close()
      setReason('')
      showDone(t(`${texts}.${isBlocked ? 'unblocked' : 'blocked'}`))
      await client.invalidateQueries({ queryKey: [base] })
    },
    onError: (error) => showProblem(t, error),
  })
  if (!isAllowed('loyalty.update')) return null
  if (isBlocked)
    return (
      <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
        {t('loyalty.unblock')}
      </Button>
    )
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('loyalty.block')}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={t(`${texts}.blockTitle`)}>
        <Text mb="sm">{t(`${texts}.blockWhy`)}</Text>
        <Textarea
          label={t('loyalty.reason')}
          data-autofocus
          maxLength={1000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={dialog.close}>
            {t('record.cancel')}
          </Button>
          <Button color="red" loading={change.isPending} onClick={() => change.mutate()}>
            {t('loyalty.block')}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

interface Deletable {
  base: string
  /** Path of the list to open after the deletion. */
  path: string
  name: string
  remove: () => Promise<unknown>
}

/** Button that deletes a card or voucher that was never used. */
export function DeleteButton({ base, path, name, remove }: Deletable) {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isAllowed = useMay()
  const [isOpen, dialog] = useDisclosure(false)
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      showDone(t('record.deleted'))
      await navigate({ to: path })
      void client.invalidateQueries({ queryKey: [base], refetchType: 'active' })
    },
    onError: (error) => {
      dialog.close()
      showProblem(t, error)
    },
  })
  if (!isAllowed('loyalty.delete')) return null
  return (
    <>
      <Button variant="subtle" c="var(--bad-text)" onClick={dialog.open}>
        {t('record.delete')}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={t('record.deleteTitle')}>
        <Text>{t('record.deleteWhy', { name })}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={dialog.close} data-autofocus>
            {t('record.cancel')}
          </Button>
          <Button color="red" loading={removal.isPending} onClick={() => removal.mutate()}>
            {t('record.delete')}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
