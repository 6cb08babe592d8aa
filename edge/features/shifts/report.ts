import type { FiscalCount, ShiftReport } from '#shared/contracts/till/shift.ts'
import { TENDER_TYPES } from '#shared/domain/tenders.ts'
import { type Amount, amountToNumber, multiplyDivide, percentToNumber } from '#shared/money/decimal.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Shift } from '../../journal/shifts.ts'
import { countFiscal, type FiscalSources, fiscalOf } from '../receipts/fiscal.ts'
import type { Actor } from '../session/actor.ts'
import { presentShift, type ShiftSources } from './present.ts'
import { addUp, closedBodyOf, type ShiftSums, type Tally } from './shift-sums.ts'

export interface ReportSources extends ShiftSources {
  readonly isTraining: boolean
}

/**
 * Returns the X report of an open shift or the Z report of a closed one, calculated from the entries of the
 * journal. The caller must check the permission. Where the drawer is counted blind, the report of an open
 * shift has no totals.
 */
export function reportOf(
  agent: ReportSources,
  reader: Pick<JournalReader, 'shifts'>,
  actor: Actor,
  shift: Shift,
): ShiftReport {
  const sums = addUp(reader, shift)
  const presented = presentShift(agent, reader, actor, shift, true)
  const closed = closedBodyOf(reader, shift)
  const happened = (kind: string): number => sums.events.get(kind) ?? 0
  return {
    shift: presented,
    madeAt: agent.clock.now().toISOString(),
    currencyCode: agent.replica.find(({ settings }) => settings.find())?.currencyCode ?? '',
    firstReceipt: sums.firstReceipt,
    lastReceipt: sums.lastReceipt,
    salesCount: sums.receipts.sales.count,
    returnsCount: sums.receipts.returns.count,
    movements: sums.movements.map(({ kind, amount, reason, movedAt, cashierName }) => ({
      kind,
      amount,
      reason,
      movedAt,
      cashierName,
    })),
    sums: presented.isBlind ? null : presentSums(sums),
    voids: presentTally(sums.voids),
    priceChanges: presentTally(sums.priceChanges),
    fiscal: fiscalOfShift(agent, reader, shift),
    drawerOpenings: happened('drawer_opened'),
    copiesPrinted: happened('copy_printed'),
    soldBeyondStock: happened('sold_beyond_stock'),
    approvals: [...sums.approvals.values()],
    counted: closed?.counted ?? [],
  }
}

function presentSums(sums: ShiftSums): NonNullable<ShiftReport['sums']> {
  const { sales, returns } = sums.receipts
  return {
    sales: amountToNumber(sales.sum),
    returns: amountToNumber(returns.sum),
    revenue: amountToNumber((sales.sum - returns.sum) as Amount),
    averageReceipt:
      sums.goodsReceipts === 0
        ? null
        : amountToNumber(multiplyDivide(sales.sum, 1, sums.goodsReceipts) as Amount),
    roundingSum: amountToNumber(sums.rounding),
    vouchers: {
      sold: presentTally(sums.vouchers.sold),
      reloaded: presentTally(sums.vouchers.reloaded),
      takenBack: presentTally(sums.vouchers.takenBack),
    },
    tenders: TENDER_TYPES.flatMap((type) => {
      const [paid, back] = [sums.paid.sales.get(type), sums.paid.returns.get(type)]
      if (paid === undefined && back === undefined) return []
      return [{ type, sales: toMajor(paid), returns: toMajor(back) }]
    }),
    vat: [...sums.vat.values()]
      .sort((a, b) => b.rate - a.rate)
      .map(({ rate, sales, returns }) => ({
        rate: percentToNumber(rate),
        sales: presentVat(sales),
        returns: presentVat(returns),
      })),
    discounts: [...sums.discounts.values()].map(({ kind, name, tally }) => ({
      kind,
      name,
      ...presentTally(tally),
    })),
    cashiers: [...sums.cashiers.values()].map(({ id, name, discounts, ...tallies }) => ({
      id,
      name,
      discounts: amountToNumber(discounts),
      sales: presentTally(tallies.sales),
      returns: presentTally(tallies.returns),
      voids: presentTally(tallies.voids),
    })),
  }
}

const toMajor = (sum: Amount | undefined): number => (sum === undefined ? 0 : amountToNumber(sum))

const presentTally = ({ count, sum }: Tally) => ({ count, sum: amountToNumber(sum) })

const presentVat = ({ base, vat }: { base: Amount; vat: Amount }) => ({
  base: amountToNumber(base),
  vat: amountToNumber(vat),
})

/** Counts the fiscal receipts of a shift. Null when none of its receipts gets one, and in training. */
export function fiscalOfShift(
  sources: FiscalSources & { readonly isTraining: boolean },
  { shifts }: Pick<JournalReader, 'shifts'>,
  shift: Shift,
): FiscalCount | null {
  return sources.isTraining ? null : countFiscal(fiscalOf(sources, shifts.listSales(shift)).values())
}
