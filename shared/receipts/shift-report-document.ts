import type { ShiftReport } from '#shared/contracts/till/shift.ts'
import { type Format, makeFormat } from '#shared/std/format.ts'
import { type Block, CUT, centered, type PrintedDocument, pair, RULE } from './document.ts'
import { namedOnce, type ReceiptLayout } from './receipt-document.ts'
import { SHIFT_REPORT_WORDS, type ShiftReportWords } from './words/shift-report-words.ts'

const strong = (name: string, figure: string): Block => pair(name, figure, { isBold: true })
const heading = (text: string): Block => ({ kind: 'text', text, isBold: true })

/** Returns an X or Z report for printer and screen (docs/domain.md#x-and-z-reports). Empty sections are left out. */
export function shiftReportDocument(
  report: ShiftReport,
  layout: ReceiptLayout,
  { isTraining }: { isTraining: boolean },
): PrintedDocument {
  const { language, paperWidth } = layout
  const words = SHIFT_REPORT_WORDS[language]
  const format = makeFormat(language, report.currencyCode, layout.timeZone)
  const sections = [
    [
      ...(isTraining ? [centered(words.training, { isBold: true })] : []),
      ...head(report, layout, words, format),
    ],
    report.sums ? sums(report.sums, words, format) : [],
    cash(report, words, format),
    report.sums ? cashiers(report.sums, words, format) : [],
    trust(report, words, format),
  ].filter((blocks) => blocks.length > 0)
  return {
    title: `${nameOf(report, words)} ${report.shift.number}`,
    language,
    paperWidth,
    blocks: [...sections.flatMap((blocks) => [...blocks, RULE]), centered(words.notFiscal), CUT],
  }
}

const nameOf = ({ shift }: ShiftReport, words: ShiftReportWords): string =>
  shift.closedAt === null ? words.x : words.z

function head(report: ShiftReport, layout: ReceiptLayout, words: ShiftReportWords, format: Format): Block[] {
  const { shift, madeAt } = report
  const [name = '', ...places] = namedOnce([layout.organizationName, layout.retailPointName])
  const range = [...new Set([report.firstReceipt, report.lastReceipt])].filter((number) => number !== null)
  return [
    centered(name, { isBold: true }),
    ...(layout.taxId ? [centered(layout.taxId)] : []),
    ...places.map((place) => centered(place)),
    centered(nameOf(report, words), { size: 'tall', isBold: true }),
    pair(words.shift, String(shift.number)),
    pair(words.opened, format.dateTime(shift.openedAt)),
    pair(words.openedBy, shift.openedBy),
    ...(shift.closedAt === null
      ? [pair(words.madeAt, format.dateTime(madeAt))]
      : [pair(words.closed, format.dateTime(shift.closedAt)), pair(words.closedBy, shift.closedBy ?? '')]),
    ...(range.length > 0 ? [pair(words.receipts, range.join(' – '))] : []),
    pair(words.sales, format.quantity(report.salesCount)),
    pair(words.returns, format.quantity(report.returnsCount)),
    ...(shift.waiting > 0 ? [pair(words.waiting, format.quantity(shift.waiting))] : []),
    ...fiscal(report, words, format),
  ]
}

function fiscal({ fiscal }: ShiftReport, words: ShiftReportWords, { quantity }: Format): Block[] {
  if (!fiscal) return []
  const { done, waiting, failed } = fiscal
  return [
    pair(`${words.fiscal}: ${words.fiscalDone}`, quantity(done)),
    ...(waiting > 0 ? [strong(`${words.fiscal}: ${words.fiscalWaiting}`, quantity(waiting))] : []),
    ...(failed > 0 ? [strong(`${words.fiscal}: ${words.fiscalFailed}`, quantity(failed))] : []),
  ]
}

type Sums = NonNullable<ShiftReport['sums']>

function sums(
  { sales, returns, revenue, averageReceipt, roundingSum, vouchers, tenders, vat, discounts }: Sums,
  words: ShiftReportWords,
  { amount, signed, percent, quantity }: Format,
): Block[] {
  return [
    pair(words.sales, amount(sales)),
    pair(words.returns, signed(-returns)),
    strong(words.revenue, amount(revenue)),
    ...(averageReceipt === null ? [] : [pair(words.averageReceipt, amount(averageReceipt))]),
    ...(roundingSum === 0 ? [] : [pair(words.rounding, signed(roundingSum))]),
    ...vouchersOf(vouchers, words, { amount, signed, quantity }),
    ...titled(
      words.byTender,
      tenders.flatMap(({ type, ...way }) => [
        ...(way.sales === 0 ? [] : [pair(words.tenders[type], amount(way.sales))]),
        ...(way.returns === 0
          ? []
          : [pair(`${words.tenders[type]}: ${words.returns}`, signed(-way.returns))]),
      ]),
    ),
    ...titled(
      words.vat,
      vat.flatMap(({ rate, ...way }) => [
        ...vatLine(`${percent(rate)} ${words.of} ${amount(way.sales.base)}`, way.sales, amount),
        ...vatLine(`${percent(rate)}: ${words.returns}`, way.returns, (value) => signed(-value)),
      ]),
    ),
    ...titled(
      words.discounts,
      discounts.map(({ kind, name, count, sum }) =>
        pair(
          `${name ?? (kind === 'Loyalty' ? words.loyalty : words.manual)} (${quantity(count)})`,
          amount(sum),
        ),
      ),
    ),
  ]
}

const vouchersOf = (
  { sold, reloaded, takenBack }: Sums['vouchers'],
  words: ShiftReportWords,
  { amount, signed, quantity }: Pick<Format, 'amount' | 'signed' | 'quantity'>,
): Block[] =>
  titled(
    words.vouchers,
    [
      { name: words.vouchersSold, ...sold, write: amount },
      { name: words.vouchersReloaded, ...reloaded, write: amount },
      { name: words.vouchersTakenBack, ...takenBack, write: (sum: number) => signed(-sum) },
    ].flatMap(({ name, count, sum, write }) =>
      count === 0 ? [] : [pair(`${name} (${quantity(count)})`, write(sum))],
    ),
  )

const vatLine = (
  name: string,
  { base, vat }: { base: number; vat: number },
  write: (vat: number) => string,
) => (base === 0 && vat === 0 ? [] : [pair(name, write(vat))])

function cash({ shift, movements, counted }: ShiftReport, words: ShiftReportWords, format: Format): Block[] {
  const { amount, signed, quantity } = format
  const { totals } = shift
  return [
    heading(words.cash),
    pair(words.openingCash, amount(shift.openingCash)),
    ...(totals
      ? [
          pair(words.cashSales, signed(totals.salesCash)),
          pair(words.cashReturns, signed(-totals.returnsCash)),
        ]
      : []),
    ...movements.flatMap(({ kind, amount: sum, reason, cashierName }): Block[] => [
      pair(kind === 'In' ? words.cashIn : words.cashOut, signed(kind === 'In' ? sum : -sum)),
      { kind: 'text', text: `  ${reason} (${cashierName})` },
    ]),
    ...(totals ? [strong(words.expectedCash, amount(totals.expectedCash))] : [centered(words.countFirst)]),
    ...counted.map(({ value, count }) =>
      pair(`  ${amount(value)} × ${quantity(count)}`, amount(Math.round(value * count * 100) / 100)),
    ),
    ...(shift.closedAt === null
      ? []
      : [
          strong(
            words.countedCash,
            shift.countedCash === null ? words.notCounted : amount(shift.countedCash),
          ),
          ...(shift.discrepancy === null ? [] : [strong(words.discrepancy, signed(shift.discrepancy))]),
        ]),
  ]
}

function cashiers(
  { cashiers: all }: Sums,
  words: ShiftReportWords,
  { amount, signed, quantity }: Format,
): Block[] {
  const lines = all.flatMap(({ name, sales, returns, discounts, voids }): Block[] => [
    { kind: 'text', text: name },
    pair(`  ${words.sales} (${quantity(sales.count)})`, amount(sales.sum)),
    ...(returns.count === 0
      ? []
      : [pair(`  ${words.returns} (${quantity(returns.count)})`, signed(-returns.sum))]),
    ...(discounts === 0 ? [] : [pair(`  ${words.discounts}`, amount(discounts))]),
    ...(voids.count === 0 ? [] : [pair(`  ${words.voids} (${quantity(voids.count)})`, amount(voids.sum))]),
  ])
  return titled(words.cashiers, lines)
}

/** Returns the operations that are open to abuse: voids, price changes, approvals. */
function trust(report: ShiftReport, words: ShiftReportWords, { amount, signed, quantity }: Format): Block[] {
  const { voids, priceChanges, approvals } = report
  const times = (name: string, count: number) => (count === 0 ? [] : [pair(name, quantity(count))])
  return [
    ...(voids.count === 0 ? [] : [pair(`${words.voids} (${quantity(voids.count)})`, amount(voids.sum))]),
    ...(priceChanges.count === 0
      ? []
      : [pair(`${words.priceChanges} (${quantity(priceChanges.count)})`, signed(priceChanges.sum))]),
    ...times(words.drawerOpenings, report.drawerOpenings),
    ...times(words.copiesPrinted, report.copiesPrinted),
    ...times(words.soldBeyondStock, report.soldBeyondStock),
    ...titled(
      words.approvals,
      approvals.map(({ limit, supervisorName, count }) =>
        pair(
          `${words.limits[limit as keyof typeof words.limits] ?? limit}: ${supervisorName}`,
          quantity(count),
        ),
      ),
    ),
  ]
}

const titled = (title: string, lines: Block[]): Block[] =>
  lines.length === 0 ? [] : [heading(title), ...lines]
