import { sql } from 'drizzle-orm'
import { insertRows } from '#hub/db/insert-rows.ts'
import { type Given, statement } from '#hub/db/statement.ts'
import { giftVoucherEntries } from '#hub/db/tables/gift-vouchers.ts'
import type { Tx } from '#hub/db/transact.ts'
import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { newId } from '#shared/std/ids.ts'
import type { VoucherRow } from './queries.ts'

/**
 * Locks the numbers until the end of the transaction. No other transaction makes a voucher with one of them,
 * or books a receipt that names one. So a receipt and its voucher find each other, whichever comes first.
 */
export async function lockNumbers(tx: Tx, keys: readonly string[]): Promise<void> {
  await lockKeys(tx, { keys: keys.toSorted() })
}

/** Locks in the order of the keys, so that two transactions do not deadlock. */
const lockKeys = statement(
  'gift-vouchers.lock-numbers',
  (given: Given<'keys'>) => sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${given.organizationId}::text || ' voucher ' || key, 0))
    FROM unnest(${given.keys}::text[]) AS key`,
)

/**
 * Books on new vouchers the amounts that earlier receipts paid with their numbers, or gave back to them
 * (docs/domain.md#gift-vouchers). Those receipts are flagged `voucher_unknown` already.
 */
export async function bookEarlierPayments(
  tx: Tx,
  vouchers: readonly Pick<VoucherRow, 'id' | 'numberKey'>[],
): Promise<void> {
  if (vouchers.length === 0) return
  const idOf = new Map(vouchers.map(({ id, numberKey }) => [numberKey, id]))
  const payments = await unknownPayments(tx, {})
  const entries = payments.flatMap(({ saleId, isReturn, date, amount, reference }) => {
    const voucherId = idOf.get(voucherKeyOf(reference))
    const kind = isReturn ? ('Refund' as const) : ('Spend' as const)
    const own = Number(amount) * (isReturn ? 1 : -1)
    return voucherId === undefined ? [] : [{ voucherId, saleId, kind, amount: own, at: new Date(date) }]
  })
  await insertRows(
    tx,
    giftVoucherEntries,
    entries.map((entry) => ({
      ...entry,
      amount: entry.amount as Amount,
      organizationId: tx.organizationId,
      id: newId(),
    })),
  )
}

interface UnknownPayment {
  saleId: string
  isReturn: boolean
  date: string
  amount: string
  reference: string
}

/** Must match the condition of the index retail_sales_voucher_unknown_idx. */
const unknownPayments = statement(
  'gift-vouchers.unknown-payments',
  (given: Given<never>) => sql<UnknownPayment>`
    SELECT sale.id AS "saleId", sale.is_return AS "isReturn", sale.date,
      sum(coalesce((sale.foreign_money -> 'payments' ->> payment.position)::bigint, payment.amount)) AS amount,
      payment.reference
    FROM retail_sales AS sale
    JOIN retail_sale_payments AS payment
      ON payment.organization_id = sale.organization_id AND payment.sale_id = sale.id
    WHERE sale.organization_id = ${given.organizationId} AND sale.status = 'Posted'
      AND sale.flags @> '[{"code": "voucher_unknown"}]'::jsonb
      AND payment.type = 'GiftCard' AND payment.reference <> ''
    GROUP BY sale.id, sale.is_return, sale.date, payment.reference
    ORDER BY sale.date, sale.id, payment.reference`,
)
