import { Alert, Anchor, Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SHIFT, type ShiftDetail, type ShiftTotals } from '#shared/contracts/sales/shifts.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useNames } from '../fields/reference.ts'
import { useText } from '../i18n/use-text.ts'
import { DetailsPage, Facts, Part } from '../kinds/details/details.tsx'
import { LoadedRecord, prepareOne } from '../kinds/details/loaded-record.tsx'
import { Rows } from '../kinds/details/rows.tsx'
import { PageHeader } from '../kinds/page-header.tsx'
import { RETAIL_POINT } from '../organization/references.ts'

export const prepare = prepareOne(SHIFT)
export const Page = () => <LoadedRecord endpoint={SHIFT}>{(shift) => <Shift shift={shift} />}</LoadedRecord>

const MONEY = [
  'salesCash',
  'salesCard',
  'salesOther',
  'returnsCash',
  'returnsCard',
  'returnsOther',
  'cashIn',
  'cashOut',
  'expectedCash',
] as const

function Shift({ shift }: { shift: ShiftDetail }) {
  const t = useText()
  const format = useFormat()
  const pointName = useNames(RETAIL_POINT)
  const amount = (totals: ShiftTotals | null, name: string): string =>
    totals ? format.amount(totals[name as 'cashIn']) : '—'
  return (
    <>
      <PageHeader
        title={t('shifts.no', { number: shift.number ?? '—' })}
        beside={shift.status === 'Open' && <Badge color="teal">{t('shifts.open')}</Badge>}
        back={{ to: '/shifts', label: t('shifts.title') }}
      >
        <Anchor
          renderRoot={(props) => (
            <Link to={'/sales' as '/'} search={{ shiftId: shift.id } as never} {...props} />
          )}
        >
          {t('shifts.receipts')}
        </Anchor>
      </PageHeader>
      <DetailsPage>
        {shift.isDifferent && (
          <Part isWide>
            <Alert color="orange">{t('shifts.different')}</Alert>
          </Part>
        )}
        <Part title={t('shifts.when')}>
          <Facts
            facts={[
              [t('shifts.openedAt'), shift.openedAt && format.dateTime(shift.openedAt)],
              [t('shifts.closedAt'), shift.closedAt && format.dateTime(shift.closedAt)],
              [t('shifts.retailPointId'), pointName(shift.retailPointId)],
              [t('shifts.tillId'), shift.tillId],
              [t('shifts.cashierName'), shift.cashierName],
              [t('shifts.closedByName'), shift.closedByName],
            ]}
          />
        </Part>
        <Part title={t('shifts.drawer')}>
          <Facts
            facts={[
              [t('shifts.openingCash'), shift.openingCash === null ? null : format.money(shift.openingCash)],
              [t('shifts.countedCash'), shift.countedCash === null ? null : format.money(shift.countedCash)],
              [t('shifts.discrepancy'), shift.discrepancy === null ? null : format.signed(shift.discrepancy)],
            ]}
          />
        </Part>
        <Part title={t('shifts.totals')} isWide>
          <Rows
            label={t('shifts.totals')}
            rows={MONEY}
            keyOf={(name) => name}
            columns={[
              { head: '', cell: (name) => t(`shifts.${name}`) },
              { head: t('shifts.byTill'), isNumber: true, cell: (name) => amount(shift.totals, name) },
              { head: t('shifts.byHub'), isNumber: true, cell: (name) => amount(shift.hubTotals, name) },
            ]}
          />
        </Part>
      </DetailsPage>
    </>
  )
}
