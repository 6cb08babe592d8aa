import { and, eq } from 'drizzle-orm'
import { insertRows } from '#hub/db/insert-rows.ts'
import { giftVoucherEntries, giftVouchers } from '#hub/db/tables/gift-vouchers.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type FullVoucher, lockVouchers, withBalances } from '#hub/features/loyalty/vouchers/queries.ts'
import type { SaleFlag } from '#shared/contracts/sales/retail-sales.ts'
import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { newId } from '#shared/std/ids.ts'

/** A receipt that is posted now. */
export interface VoucherSale {
  id: string
  isReturn: boolean
  date: Date
  payments: readonly { type: string; amount: Amount; reference?: string | null | undefined }[]
}

/**
 * Books what receipts take of gift vouchers and give back to them (docs/domain.md#gift-vouchers). Nothing is refused: what
 * a person should know is answered, by the id of the receipt. Two that spend of one voucher wait for each other.
 */
export async function bookVouchers(tx: Tx, sales: readonly VoucherSale[]): Promise<Map<string, SaleFlag[]>> {
  const paid = sales.map((sale) => ({ sale, amounts: amountsOf(sale) }))
  const keys = new Set(paid.flatMap(({ amounts }) => [...amounts.keys()]))
  if (keys.size === 0) return new Map()
  const locked = await lockVouchers(tx, giftVouchers.numberKey, [...keys])
  const vouchers = new Map((await withBalances(tx, locked)).map((voucher) => [voucher.numberKey, voucher]))
  const entries: (typeof giftVoucherEntries.$inferInsert)[] = []
  const flags = new Map<string, SaleFlag[]>()
  for (const { sale, amounts } of paid) {
    const own: SaleFlag[] = []
    for (const [key, { number, amount }] of amounts) {
      const voucher = vouchers.get(key)
      if (!voucher) {
        own.push({ code: 'voucher_unknown', detail: `There is no gift voucher ${number}` })
        continue
      }
      const change = (sale.isReturn ? amount : -amount) as Amount
      voucher.balance = (voucher.balance + change) as Amount
      entries.push({
        ...{ organizationId: tx.organizationId, id: newId(), voucherId: voucher.id, saleId: sale.id },
        ...{ kind: sale.isReturn ? 'Refund' : 'Spend', amount: change, at: sale.date },
      })
      if (!sale.isReturn) own.push(...flagSpent(voucher, sale.date))
    }
    flags.set(sale.id, own)
  }
  await insertRows(tx, giftVoucherEntries, entries)
  return flags
}

/** Takes back what a receipt that is a draft again did to vouchers. */
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

/** What is paid with each voucher, by its key. */
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

function* flagSpent({ number, balance, ...voucher }: FullVoucher, at: Date): Generator<SaleFlag> {
  if (voucher.blockedAt && voucher.blockedAt <= at)
    yield { code: 'voucher_blocked', detail: `The gift voucher ${number} was blocked` }
  if (voucher.expiresAt && voucher.expiresAt <= at)
    yield { code: 'voucher_expired', detail: `The gift voucher ${number} had expired` }
  if (balance < 0)
    yield {
      code: 'voucher_overspent',
      detail: `The gift voucher ${number} is now at ${amountToNumber(balance)}`,
    }
}
