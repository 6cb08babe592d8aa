import { Button, Loader, Modal, Stack, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useProblemText } from '../api/problem-text.ts'
import { tillId } from '../api/till-id.ts'
import styles from '../parked/parked.module.css'
import { SetupCard } from '../setup/setup-card.tsx'
import { becomeTill, type TillOfList, useAddTill, useTills } from './use-till.ts'

/** Screen of a window that has no till yet, to choose one. */
export function TillChoiceScreen() {
  const { t } = useTranslation()
  return (
    <SetupCard title={t('till.which')} lead={t('till.whichLead')}>
      <TillChoice />
    </SetupCard>
  )
}

export function TillChoiceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      size={620}
      title={t('till.which')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <TillChoice />
    </Modal>
  )
}

/**
 * Lists the tills of this shop with their open shifts and carts. The window takes over one of them, or
 * creates a new one.
 */
function TillChoice() {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const { data, error } = useTills()
  const addition = useAddTill()
  const problem = error ?? addition.error
  return (
    <Stack gap={16}>
      {!data && !error && <Loader />}
      <ul className={styles.list} aria-label={t('till.list')}>
        {data?.items.map((till) => (
          <li key={till.id}>
            <UnstyledButton
              className={styles.row}
              aria-current={till.id === tillId()}
              onClick={() => becomeTill(till)}
            >
              <span>
                {t('till.numbered', { number: till.number })}
                <TillState till={till} />
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {problem && <Notice kind="problem">{problemText(problem)}</Notice>}
      <Button
        variant="default"
        h={56}
        leftSection={<IconPlus size={22} />}
        loading={addition.isPending}
        onClick={() => addition.mutate()}
      >
        {t('till.new')}
      </Button>
    </Stack>
  )
}

function TillState({ till }: { till: TillOfList }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shiftOpenedAt, linesCount, cashierName, isHere, isFree } = till
  const states = [
    till.id === tillId() ? t('till.thisWindow') : !isHere && !isFree && t('till.otherWindow'),
    shiftOpenedAt && t('till.shiftSince', { time: format.dateTime(shiftOpenedAt) }),
    linesCount > 0 && t('cart.linesCount', { count: linesCount }),
    cashierName,
  ]
  return <small>{states.filter(Boolean).join(' · ')}</small>
}
