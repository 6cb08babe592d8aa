import type { ReceiptList } from '#shared/contracts/till/till.ts'
import { type Amount, amount, sumAmounts } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { FiscalEntry } from '../world/fiscal-provider.ts'
import type { Till } from '../world/till.ts'
import type { World } from '../world/world.ts'
import { type FiscalRow, type HubState, saleOf } from './hub-state.ts'
import type { Finding } from './judge.ts'

/**
 * Checks that the provider has exactly one fiscal receipt for each posted sale and return, and that the hub
 * and the tills show it.
 */
export async function checkFiscal(world: World, hub: HubState): Promise<Finding[]> {
  if (!world.fiscal) return []
  const entries = Map.groupBy(world.fiscal.entries, ({ saleId }) => saleId)
  return [
    ...receiptsOfSales(world, hub, entries),
    ...salesOfReceipts(world, hub, entries),
    ...(await receiptsAtTills(world, hub)),
  ]
}

/** Fiscal receipts by sale id. */
type Entries = ReadonlyMap<string, FiscalEntry[]>

const by = 'fiscal receipts'

function receiptsOfSales({ coverage, fiscal }: World, hub: HubState, entries: Entries): Finding[] {
  const posted = [...hub.sales.values()].filter(({ status }) => status === 'Posted')
  return coverage.of(by, posted).flatMap(({ id }): Finding[] => {
    const [entry, ...more] = entries.get(id) ?? []
    const row = hub.fiscal.get(id)
    const sale = must(saleOf(hub.uploads.get(id)), `the upload of sale ${id}`)
    if (row?.state === 'Failed' && !entry && mayBeRefused(fiscal, sale, entries)) return []
    if (!entry) {
      const what = `sale ${id} has no fiscal receipt; at the hub it is ${describe(row)}`
      return [{ kind: 'lost', by, what }]
    }
    if (more.length > 0)
      return [{ kind: 'doubled', by, what: `sale ${id} has ${more.length + 1} fiscal receipts` }]
    const findings: Finding[] = []
    if (row?.state !== 'Done' || row.result?.sign !== entry.sign)
      findings.push({
        kind: 'missed',
        by,
        what: `sale ${id} has the fiscal receipt ${entry.sign}, and is ${describe(row)}`,
      })
    const [is, due] = [faceOf(entry), faceOf(dueOf(sale, entry, entries))]
    if (is !== due)
      findings.push({ kind: 'missed', by, what: `sale ${id} has a fiscal receipt of ${is}, not ${due}` })
    return findings
  })
}

type Face = Pick<FiscalEntry, 'isReturn' | 'total' | 'basis'>
const faceOf = ({ isReturn, total, basis }: Face): string => JSON.stringify({ isReturn, total, basis })

/** Returns the expected content of a sale's fiscal receipt. */
function dueOf(sale: SaleBody, { basis }: Face, entries: Entries): Face {
  const original = sale.isReturn && sale.originalSaleId ? entries.get(sale.originalSaleId)?.[0] : undefined
  const dueBasis = basis === undefined ? undefined : (original?.sign ?? null)
  return { isReturn: sale.isReturn, total: totalOf(sale), basis: dueBasis }
}

const describe = (row: FiscalRow | undefined): string =>
  row ? `${row.state} ${row.result?.sign ?? ''} ${row.code ?? ''} ${row.message ?? ''}` : 'not known'

/**
 * Checks that each fiscal receipt belongs to a posted sale. After a restore of the hub, a sale whose journal
 * was lost with a disk cannot be uploaded again, but its fiscal receipt remains.
 */
function salesOfReceipts({ wasRestored, ledger }: World, hub: HubState, entries: Entries): Finding[] {
  const isKnown = (id: string): boolean => hub.sales.get(id)?.status === 'Posted'
  const mayBeGone = (id: string): boolean =>
    wasRestored && (ledger.goneWithTheDisk.has(id) || !ledger.shown.has(id))
  return [...entries.keys()]
    .filter((id) => !isKnown(id) && !mayBeGone(id))
    .map((id) => ({ kind: 'doubled', by, what: `a fiscal receipt is of ${id}, which is no posted sale` }))
}

/** Returns the amount paid in hundredths, without points. */
function totalOf({ payments, changeSum }: SaleBody): number {
  const paid = payments.filter(({ type }) => type !== 'Bonus').map((payment) => hundredths(payment.amount))
  return sumAmounts(paid) - hundredths(changeSum)
}

const hundredths = (money: number | string): Amount => amount(Number(money))

/** Tenders that Webkassa accepts. */
const TAKEN_BY_WEBKASSA: readonly string[] = ['Cash', 'Card', 'Qr', 'Transfer', 'Bonus']

/**
 * True when the provider permanently refuses the receipt, or the receipt has no original to refer to. Users
 * then see it as failed.
 */
function mayBeRefused(fiscal: World['fiscal'], sale: SaleBody, entries: Entries): boolean {
  // The emulator refuses these totals (test/fiscal/emulator/books.ts).
  if (totalOf(sale) % 100 === 6) return true
  if (fiscal?.kind !== 'Webkassa') return false
  if (sale.payments.some(({ type, originType }) => !TAKEN_BY_WEBKASSA.includes(originType ?? type)))
    return true
  return sale.isReturn && !entries.has(sale.originalSaleId ?? '')
}

const tillStateOf = (state: string): string => (isOver(state) ? state : 'Waiting')
export const isOver = (state: string): boolean => state === 'Done' || state === 'Failed'

/** Checks the fiscal state shown to cashiers. */
async function receiptsAtTills(world: World, hub: HubState): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const till of world.tills) {
    if (!till.machine.isUp || world.revoked.has(till.machine)) continue
    const shown = (await world.await(shownAt(till))) ?? []
    // The till's clock may have been wrong by more than the time for which tills keep receipts.
    const kept = shown.filter(({ soldAt }) => new Date(soldAt) >= hub.receiptsSince)
    for (const { id, receiptNumber, fiscalState } of world.coverage.of('fiscal receipts at tills', kept)) {
      const row = hub.fiscal.get(id)
      const due = row ? tillStateOf(row.state) : null
      if (fiscalState !== due)
        findings.push({
          kind: 'missed',
          by: 'fiscal receipts at tills',
          what: `${till.name} shows the fiscal receipt of ${receiptNumber} as ${fiscalState}, and it is ${due}`,
        })
    }
  }
  return findings
}

async function shownAt(till: Till): Promise<ReceiptList['items']> {
  if (!till.isSignedIn) await till.signIn()
  return till.receipts()
}
