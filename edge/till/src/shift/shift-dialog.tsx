import { Button, Loader, Modal, Text } from '@mantine/core'
import {
  IconArrowLeft,
  IconCashMinus,
  IconCashPlus,
  IconHistory,
  IconLock,
  IconReportMoney,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillShift } from '#shared/contracts/till/shift.ts'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useProblemText } from '../api/problem-text.ts'
import { CloseShiftForm } from './close-shift.tsx'
import { MoveCashForm } from './move-cash.tsx'
import { OpenDrawerForm } from './open-drawer.tsx'
import { OpenShiftForm } from './open-shift.tsx'
import { PastShifts } from './past-shifts.tsx'
import { ReportView } from './report-view.tsx'
import styles from './shift.module.css'
import { useShift } from './use-shift.ts'

/** View of the dialog. Only the views in OF_OPEN require an open shift. */
export type ShiftView =
  | 'shift'
  | 'cashIn'
  | 'cashOut'
  | 'xReport'
  | 'closeShift'
  | 'pastShifts'
  | 'openDrawer'
const OF_OPEN: readonly ShiftView[] = ['cashIn', 'cashOut', 'xReport', 'closeShift']

interface ShiftDialogProps {
  initialView: ShiftView
  /** Called when the float is counted and the shift is open. */
  onOpened: () => void
  onClose: () => void
}

/** Dialog to open, view and close the till's shift, and to view earlier shifts. */
export function ShiftDialog({ initialView, onOpened, onClose }: ShiftDialogProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const [view, setView] = useState<ShiftView>(initialView)
  const [closedNumber, setClosedNumber] = useState<number | null>(null)
  const { shift, error } = useShift()
  const isZ = closedNumber !== null
  const shown = shift === null && OF_OPEN.includes(view) ? 'shift' : view
  const back = (): void => {
    setClosedNumber(null)
    setView(isZ ? view : 'shift')
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={620}
      title={isZ ? t('shift.numbered', { number: closedNumber }) : t(`command.${shown}`)}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      {(isZ || shown !== 'shift') && (
        <Button
          variant="subtle"
          h={44}
          px={8}
          mb={8}
          leftSection={<IconArrowLeft size={20} />}
          onClick={back}
        >
          {t('shift.back')}
        </Button>
      )}
      {error ? (
        <Notice kind="problem">{problemText(error)}</Notice>
      ) : shift === undefined ? (
        <Loader />
      ) : isZ ? (
        <ReportView number={closedNumber}>
          {shift === null && (
            <Button
              h={60}
              fz="xl"
              onClick={() => {
                setClosedNumber(null)
                setView('shift')
              }}
            >
              {t('shift.openNext')}
            </Button>
          )}
        </ReportView>
      ) : (
        <View
          view={shown}
          shift={shift}
          onView={setView}
          onZ={setClosedNumber}
          onOpened={onOpened}
          onDone={onClose}
        />
      )}
    </Modal>
  )
}

interface ViewProps {
  view: ShiftView
  shift: TillShift | null
  onView: (view: ShiftView) => void
  onZ: (number: number) => void
  onOpened: () => void
  onDone: () => void
}

function View({ view, shift, onView, onZ, onOpened, onDone }: ViewProps): ReactNode {
  if (view === 'pastShifts') return <PastShifts onChoose={onZ} />
  if (view === 'openDrawer') return <OpenDrawerForm onOpened={onDone} />
  if (!shift) return <NoShift onView={onView} onOpened={onOpened} />
  switch (view) {
    case 'cashIn':
      return <MoveCashForm key="In" kind="In" onMoved={onDone} />
    case 'cashOut':
      return <MoveCashForm key="Out" kind="Out" onMoved={onDone} />
    case 'xReport':
      return <ReportView number={null} />
    case 'closeShift':
      return <CloseShiftForm shift={shift} onClosed={({ number }) => onZ(number)} />
    default:
      return <OpenShiftSummary shift={shift} onView={onView} />
  }
}

function NoShift({ onView, onOpened }: Pick<ViewProps, 'onView' | 'onOpened'>) {
  const { t } = useTranslation()
  return (
    <>
      <OpenShiftForm onOpened={onOpened} />
      <Button
        variant="subtle"
        h={48}
        mt={8}
        leftSection={<IconHistory size={20} />}
        onClick={() => onView('pastShifts')}
      >
        {t('command.pastShifts')}
      </Button>
    </>
  )
}

function OpenShiftSummary({ shift, onView }: { shift: TillShift; onView: (view: ShiftView) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const entries = [
    ['cashIn', IconCashPlus],
    ['cashOut', IconCashMinus],
    ['xReport', IconReportMoney],
    ['pastShifts', IconHistory],
  ] as const
  return (
    <div className={styles.form}>
      <Text fz="xl" fw={650}>
        {t('shift.numbered', { number: shift.number })}
      </Text>
      <Text fz="lg">
        {t('shift.openSince', { time: format.dateTime(shift.openedAt), name: shift.openedBy })}
      </Text>
      {shift.attention && (
        <Notice kind="warning">{t(`shift.attention.${shift.attention}`, { name: shift.openedBy })}</Notice>
      )}
      {shift.totals && (
        <div className={styles.figure}>
          <span>{t('shift.expectedCash')}</span>
          <strong>{format.money(shift.totals.expectedCash)}</strong>
        </div>
      )}
      {shift.waiting > 0 && <Text c="var(--text-quiet)">{t('shift.waiting', { count: shift.waiting })}</Text>}
      <div className={styles.entries}>
        {entries.map(([view, Icon]) => (
          <Button
            key={view}
            variant="default"
            h={60}
            leftSection={<Icon size={22} />}
            onClick={() => onView(view)}
          >
            {t(`command.${view}`)}
          </Button>
        ))}
      </div>
      <Button h={60} fz="xl" leftSection={<IconLock size={22} />} onClick={() => onView('closeShift')}>
        {t('command.closeShift')}
      </Button>
    </div>
  )
}
