import { Button, Group, Modal, TextInput } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { showMessage } from '#shared/ui/controls/message.tsx'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { agent } from '../api/agent.ts'
import { isFaultOf, useProblemText } from '../api/problem-text.ts'
import { useCommandId } from '../api/use-command-id.ts'
import { useStatus } from '../status/use-status.ts'

/** Button that asks for the customer's email address and sends the receipt to it. */
export function EmailButton({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" h={60} leftSection={<IconMail size={24} />} onClick={() => setAsking(true)}>
        {t('receipt.email')}
      </Button>
      {isAsking && <EmailDialog receipt={receipt} onClose={() => setAsking(false)} />}
    </>
  )
}

function EmailDialog({ receipt: { receiptNumber }, onClose }: { receipt: Receipt; onClose: () => void }) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const [email, setEmail] = useState('')
  const isOffline = useStatus().status?.connection !== 'online'
  const idOf = useCommandId()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => agent.emailReceipt(receiptNumber, { email: email.trim() }, idOf(email.trim())),
    onSuccess: () => {
      showMessage(t(isOffline ? 'receipt.emailedLater' : 'receipt.emailed', { email: email.trim() }))
      onClose()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (email.trim() !== '' && !isPending) mutate()
  }
  const isWrong = isFaultOf('email', error)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('receipt.emailTitle', { number: receiptNumber })}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t('receipt.emailTo')}
          description={t(isOffline ? 'receipt.emailOffline' : 'receipt.emailWhen')}
          error={isWrong && t('receipt.emailWrong')}
          type="email"
          required
          maxLength={255}
          autoComplete="off"
          data-autofocus
          value={email}
          styles={{ input: { height: 52 } }}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {error && !isWrong && <Notice kind="problem">{problemText(error)}</Notice>}
        <Group justify="flex-end" mt={16}>
          <Button type="submit" h={60} fz="xl" loading={isPending} disabled={email.trim() === ''}>
            {t('receipt.emailSend')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
