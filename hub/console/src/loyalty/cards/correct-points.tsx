import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { CARDS, CORRECT_POINTS, type LoyaltyCard, PointsCorrection } from '#shared/contracts/loyalty/cards.ts'
import { newId } from '#shared/std/ids.ts'
import { call, type Given } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { DecimalInput } from '../../fields/decimal-input.tsx'
import { RefusalAlert } from '../../forms/refusal-alert.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useText } from '../../i18n/use-text.ts'
import { showDone } from '../../shell/messages.ts'

/** Button and dialog to add points to a card or remove them, with a reason. */
export function CorrectPoints({ card }: { card: LoyaltyCard }) {
  const t = useText()
  const isAllowed = useMay()
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!isAllowed('loyalty.update')) return null
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('cards.correct')}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t('cards.correct')}>
        <Correction card={card} close={close} />
      </Modal>
    </>
  )
}

function Correction({ card, close }: { card: LoyaltyCard; close: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const { text, values, set, errors, isBusy, refusal, submit } = useContractForm(
    PointsCorrection,
    { id: newId(), points: undefined, reason: undefined },
    async (body: Given<typeof CORRECT_POINTS>['body']) => {
      await call(CORRECT_POINTS, { params: { id: card.id }, body })
      showDone(t('cards.corrected'))
      close()
      await client.invalidateQueries({ queryKey: [CARDS.path] })
    },
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <RefusalAlert refusal={refusal} />
        <DecimalInput
          label={t('cards.points')}
          description={t('cards.pointsWhy')}
          required
          data-autofocus
          places={2}
          error={errors.points}
          value={(values.points as number | undefined) ?? null}
          onChange={(points) => set('points', points ?? undefined)}
        />
        <Textarea label={t('loyalty.reason')} required maxLength={1000} {...text('reason')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('record.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('cards.correct')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
