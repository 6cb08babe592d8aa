import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { FEEDBACK_KINDS, FeedbackInput, SEND_FEEDBACK } from '#shared/contracts/dashboard/feedback.ts'
import { call, type Given } from '../api/call.ts'
import { RefusalAlert } from '../forms/refusal-alert.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'
import { useText } from '../i18n/use-text.ts'
import { Dialog } from './dialog.tsx'
import { showDone } from './messages.ts'

/** Dialog that sends feedback to the operators of the platform, with the current page. */
export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { text, values, set, isBusy, refusal, submit } = useContractForm(
    FeedbackInput,
    { kind: 'Idea', text: undefined, page: location.pathname },
    async (body: Given<typeof SEND_FEEDBACK>['body']) => {
      await call(SEND_FEEDBACK, { body })
      onClose()
      showDone(t('feedback.sent'))
    },
  )
  return (
    <Dialog onClose={onClose} title={t('feedback.send')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <RefusalAlert refusal={refusal} />
          <Select
            label={t('feedback.kind')}
            allowDeselect={false}
            data={FEEDBACK_KINDS.map((kind) => ({ value: kind, label: t(`feedback.${kind}`) }))}
            value={values.kind as string}
            onChange={(kind) => set('kind', kind ?? undefined)}
          />
          <Textarea
            label={t('feedback.text')}
            minRows={5}
            maxLength={4096}
            data-autofocus
            {...text('text')}
          />
          <Text size="sm" c="dimmed">
            {t('feedback.what')}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('record.cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('feedback.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
