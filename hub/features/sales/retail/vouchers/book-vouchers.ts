import { and, eq } from 'drizzle-orm'
import { insertRows } from '#hub/db/insert-rows.ts'
import { giftVoucherEntries, giftVouchers } from '#hub/db/tables/gift-vouchers.ts'
import type { Tx } from '#hub/db/transact.ts'
import { bookEarlierPayments, lockNumbers } from '#hub/features/loyalty/vouchers/earlier-payments.ts'
import {
  entriesOf,
  type FullVoucher,
  lockVouchers,
  withBalances,
} from '#hub/features/loyalty/vouchers/queries.ts'
import { type LedgerEntry, loadOf } from '#hub/features/loyalty/vouchers/voucher-load.ts'
import { type Flag, flag } from '#shared/flags/flag.ts'
import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'

/** Gift voucher that a receipt sells or reloads, or that a return cancels. */
interface SoldVoucher {
  number: string
  amount: Amount
  isReload: boolean
}

/** Receipt being posted. */
export interface VoucherSale {
  id: string
  isReturn: boolean
  date: Date
  originalSaleId?: string | null | undefined
  cashierId?: string | null
  vouchers: readonly SoldVoucher[]
  payments: readonly { type: string; amount: Amount; reference?: string | null | undefined }[]
}

/**
 * Books the gift vouchers that receipts sell, reload, spend and refund (docs/domain.md#gift-vouchers). No
 * receipt is refused: problems are returned as flags by receipt id. Serializes transactions that change the
 * same voucher.
 */
export async function bookVouchers(tx: Tx, sales: readonly VoucherSale[]): Promise<Map<string, Flag[]>> {
  const paid = sales.map((sale) => ({ sale, amounts: amountsOf(sale) }))
  const keys = new Set([
    ...paid.flatMap(({ amounts }) => [...amounts.keys()]),
    ...sales.flatMap(({ vouchers }) => vouchers.map(({ number }) => voucherKeyOf(number))),
  ])
  if (keys.size === 0) return new Map()
  await lockNumbers(tx, [...keys])
  const books = await openBooks(tx, sales, [...keys])
  const flags = new Map<string, Flag[]>()
  for (const { sale, amounts } of paid) {
    const loaded = sale.vouchers.flatMap((sold) => [...bookLoad(books, sale, sold)])
    const spent = [...amounts.values()].flatMap((payment) => [...bookPayment(books, sale, payment)])
    flags.set(sale.id, [...loaded, ...spent])
  }
  await insertRows(
    tx,
    giftVoucherEntries,
    books.added.map((entry) => ({ ...entry, organizationId: tx.organizationId })),
  )
  return flags
}

interface Books {
  /** Vouchers by number key, with balances after all bookings so far. */
  vouchers: Map<string, FullVoucher>
  /** Keys of the vouchers created by this batch. */
  isNew: Set<string>
  /** Ledger entries so far of cancelled vouchers, by voucher id. */
  ledgers: Map<string, LedgerEntry[]>
  added: AddedEntry[]
}
type AddedEntry = Omit<typeof giftVoucherEntries.$inferInsert, 'organizationId'>

async function openBooks(tx: Tx, sales: readonly VoucherSale[], keys: readonly string[]): Promise<Books> {
  const isNew = await createVouchers(tx, sales)
  const locked = await lockVouchers(tx, giftVouchers.numberKey, keys)
  const vouchers = new Map((await withBalances(tx, locked)).map((voucher) => [voucher.numberKey, voucher]))
  const back = sales.filter(({ isReturn }) => isReturn).flatMap((sale) => sale.vouchers)
  const ids = back.map(({ number }) => must(vouchers.get(voucherKeyOf(number))).id)
  return { vouchers, isNew, ledgers: await entriesOf(tx, ids), added: [] }
}

/**
 * Creates sold vouchers that do not exist yet, including payments made with their numbers earlier. A till has
 * taken money for them, so they must exist. Returns their keys.
 */
async function createVouchers(tx: Tx, sales: readonly VoucherSale[]): Promise<Set<string>> {
  const { organizationId } = tx
  const sold = sales.flatMap((sale) => sale.vouchers.map((voucher) => ({ sale, voucher })))
  const byKey = Map.groupBy(sold, ({ voucher }) => voucherKeyOf(voucher.number))
  if (byKey.size === 0) return new Set()
  // Ordered by key, so that two transactions that create the same vouchers cannot deadlock.
  const rows = [...byKey].sort(([one], [other]) => (one < other ? -1 : 1))
  const made = await tx
    .insert(giftVouchers)
    .values(
      rows.map(([numberKey, [first]]) => {
        const { sale, voucher } = must(first)
        const { number, amount } = voucher
        return {
          organizationId,
          id: newId(),
          number,
          numberKey,
          status: 'Active' as const,
          amount,
          issuedAt: sale.date,
          issuedById: sale.cashierId ?? null,
        }
      }),
    )
    .onConflictDoNothing({ target: [giftVouchers.organizationId, giftVouchers.numberKey] })
    .returning({ id: giftVouchers.id, numberKey: giftVouchers.numberKey })
  await bookEarlierPayments(tx, made)
  return new Set(made.map(({ numberKey }) => numberKey))
}

function* bookLoad(books: Books, sale: VoucherSale, sold: SoldVoucher): Generator<Flag> {
  const { number, amount, isReload } = sold
  const key = voucherKeyOf(number)
  const voucher = must(books.vouchers.get(key), 'gift voucher')
  const isNew = books.isNew.delete(key)
  if (sale.isReturn) yield* flagReturned(books, voucher, sale, sold)
  else if (isNew && isReload) yield flag('voucher_unknown.reloaded', { voucher: number })
  else if (!isNew && !isReload) yield flag('voucher_exists', { voucher: number })
  const kind = sale.isReturn ? 'SaleReturn' : isReload ? 'Reload' : 'Sale'
  add(books, voucher, sale, { kind, amount: (sale.isReturn ? -amount : amount) as Amount })
  yield* sale.isReturn ? flagOverspent(voucher) : flagUnusable(voucher, sale.date)
}

function* flagReturned(
  { ledgers }: Books,
  { id, number, balance }: FullVoucher,
  { originalSaleId }: VoucherSale,
  { amount }: SoldVoucher,
): Generator<Flag> {
  const load = originalSaleId ? loadOf(ledgers.get(id) ?? [], originalSaleId) : null
  if (!load || load.amount < amount) yield flag('not_on_original.voucher', { voucher: number })
  else if (balance < load.untouched) yield flag('voucher_spent', { voucher: number })
}

function* bookPayment(
  books: Books,
  sale: VoucherSale,
  { number, amount }: { number: string; amount: Amount },
): Generator<Flag> {
  const voucher = books.vouchers.get(voucherKeyOf(number))
  if (!voucher) {
    yield flag('voucher_unknown.paid', { voucher: number })
    return
  }
  const kind = sale.isReturn ? 'Refund' : 'Spend'
  add(books, voucher, sale, { kind, amount: (sale.isReturn ? amount : -amount) as Amount })
  if (sale.isReturn) return
  yield* flagUnusable(voucher, sale.date)
  yield* flagOverspent(voucher)
}

function add(
  { added, ledgers }: Books,
  voucher: FullVoucher,
  { id: saleId, date: at }: VoucherSale,
  change: Pick<LedgerEntry, 'kind' | 'amount'>,
): void {
  const entry = { ...change, id: newId(), voucherId: voucher.id, saleId, at }
  voucher.balance = (voucher.balance + change.amount) as Amount
  ledgers.get(voucher.id)?.push(entry)
  added.push(entry)
}

/** Reverses the voucher entries of a receipt that is being unposted. */
export async function unbookVouchers(tx: Tx, saleId: string): Promise<void> {
  const { organizationId } = tx
  const rows = await tx
    .select()
    .from(giftVoucherEntries)
    .where(and(eq(giftVoucherEntries.organizationId, organizationId), eq(giftVoucherEntries.saleId, saleId)))
  const at = new Date()
  const opposites = [...Map.groupBy(rows, ({ voucherId }) => voucherId)].flatMap(([voucherId, own]) => {
    const total = own.reduce((sum, { amount }) => sum + amount, 0)
    const amount = -total as Amount
    return total === 0
      ? []
      : [{ organizationId, id: newId(), voucherId, saleId, kind: 'Adjust' as const, amount, at }]
  })
  await insertRows(tx, giftVoucherEntries, opposites)
}

/** Returns the amount paid with each voucher, by number key. */
function amountsOf({ payments }: VoucherSale): Map<string, { number: string; amount: Amount }> {
  const amounts = new Map<string, { number: string; amount: Amount }>()
  for (const { type, amount, reference } of payments) {
    const key = voucherKeyOf(reference ?? '')
    if (type !== 'GiftCard' || key === '') continue
    const before = amounts.get(key)?.amount ?? 0
    amounts.set(key, { number: reference ?? '', amount: (before + amount) as Amount })
  }
  return amounts
}

function* flagUnusable({ number, ...voucher }: FullVoucher, at: Date): Generator<Flag> {
  if (voucher.blockedAt && voucher.blockedAt <= at) yield flag('voucher_blocked', { voucher: number })
  if (voucher.expiresAt && voucher.expiresAt <= at) yield flag('voucher_expired', { voucher: number })
}

function* flagOverspent({ number, balance }: FullVoucher): Generator<Flag> {
  if (balance < 0) yield flag('voucher_overspent', { voucher: number, balance: amountToNumber(balance) })
}
