import { Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useText } from '../i18n/use-text.ts'

interface HandOverProps {
  /** Invitation to pass on. Nothing is shown for null, or for an invitation that was emailed. */
  invitation: { email: string; link: string | null } | null
  onClose: () => void
}

/** Link of an invitation that the hub could not email. It is shown only once, to be passed on to the invited user. */
export function InvitationLink({ invitation, onClose }: HandOverProps) {
  const t = useText()
  const link = invitation?.link ?? null
  return (
    <Modal opened={link !== null} onClose={onClose} title={t('handOver.title')} closeOnClickOutside={false}>
      {invitation && link !== null && (
        <Stack>
          <Text>{t('handOver.why', { email: invitation.email })}</Text>
          <TextInput
            label={t('handOver.link')}
            value={link}
            readOnly
            data-autofocus
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Group justify="flex-end">
            <CopyButton value={link}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {t(copied ? 'handOver.copied' : 'handOver.copy')}
                </Button>
              )}
            </CopyButton>
            <Button onClick={onClose}>{t('handOver.done')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
