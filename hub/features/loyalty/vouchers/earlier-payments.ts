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
 * Locks voucher numbers until the end of the transaction. Meanwhile no other transaction can issue a voucher
 * with one of the numbers or book a receipt that uses one. A receipt and its voucher are therefore matched,
 * whichever is stored first.
 */
export async function lockNumbers(tx: Tx, keys: readonly string[]): Promise<void> {
  await lockKeys(tx, { keys: keys.toSorted() })
}

/** Locks in key order, so that two transactions do not deadlock. */
const lockKeys = statement(
  'gift-vouchers.lock-numbers',
  (given: Given<'keys'>) => sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${given.organizationId}::text || ' voucher ' || key, 0))
    FROM unnest(${given.keys}::text[]) AS key`,
)

/**
 * Books earlier payments and refunds onto new vouchers with the same numbers (docs/domain.md#gift-vouchers).
 * Their receipts were flagged `voucher_unknown` when they were posted.
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
