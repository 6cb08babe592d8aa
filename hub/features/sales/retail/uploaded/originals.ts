import { and, asc, eq, sql, sum } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import { among, type Given, statement } from '#hub/db/statement.ts'
import { type ForeignMoney, retailSaleLines, retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { dropReason } from '#hub/features/work-items/open-work-item.ts'
import type { Quantity } from '#shared/money/decimal.ts'
import type { Refund } from '#shared/pricing/refunds.ts'
import { must } from '#shared/std/must.ts'
import { paidBackAtTills } from '../returns/paid-back.ts'
import type { LineTerms } from '../returns/receipt-terms.ts'

export type OriginalLine = LineTerms

/** A receipt that a return refers to. */
export interface Original {
  /** Time of the sale as booked. */
  date: Date
  /** True when the till's clock was so wrong that the time of receipt was used. */
  isMomentAbsurd: boolean
  vatIncluded: boolean
  /** Lines by number. */
  lines: Map<number, OriginalLine>
  /** Payments in order of payment, with change deducted and one row for each voucher. */
  paid: Refund[]
  /** Amounts in the currency of the receipt, or null when it is that of the books. */
  foreignMoney: ForeignMoney | null
}

/** Receipts that returns refer to, with everything already returned and refunded. */
export interface Originals {
  /** Receipts by id. */
  originals: Map<string, Original>
  /** Returned quantities by `lineKey`, even for receipts that have not arrived. */
  returned: Map<string, Quantity>
  /** Refunds by receipt id, even for receipts that have not arrived. */
  refunded: Map<string, Refund[]>
}

export const lineKey = (saleId: string, lineNo: number): string => `${saleId} ${lineNo}`

/**
 * Locks receipts until the end of the transaction. Meanwhile no other transaction can book them or their
 * returns, so a receipt and its return that arrive concurrently see each other, in either order.
 */
export async function holdReceipts(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockIds(tx, { ids: [...new Set(ids)].toSorted() })
}

/** Locks in id order, so that two transactions cannot deadlock. */
const lockIds = statement(
  'sale-facts.hold-receipts',
  (given: Given<'ids'>) => sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${given.organizationId}::text || ' receipt ' || id, 0))
    FROM unnest(${given.ids}::text[]) AS id`,
)

/** Removes the flag for an unknown receipt from returns that arrived before their receipts. */
export async function resolveReturns(tx: Tx, saleIds: readonly string[]): Promise<void> {
  const returns = await unflagReturns(tx, { saleIds })
  if (returns.length === 0) return
  const ids = returns.map(({ id }) => id)
  await dropReason(tx, ids, 'original_unknown')
  await unflagUploads(tx, { ids })
}

const unflagReturns = statement(
  'retail-sales.unflag-returns',
  (given: Given<'saleIds'>) => sql<{ id: string }>`
    UPDATE retail_sales SET version = version + 1, updated_at = now(), flags = coalesce((
      SELECT jsonb_agg(told.flag ORDER BY told.place)
      FROM jsonb_array_elements(retail_sales.flags) WITH ORDINALITY AS told (flag, place)
      WHERE told.flag ->> 'code' <> 'original_unknown'), '[]'::jsonb)
    WHERE organization_id = ${given.organizationId}
      AND original_sale_id = ANY(ARRAY(SELECT unnest(${given.saleIds}::uuid[])))
      AND flags @> '[{"code": "original_unknown"}]'::jsonb
    RETURNING id`,
)

/** Updates the stored results, so that a till that uploads the return again gets the current flags. */
const unflagUploads = statement(
  'uploads.unflag-returns',
  (given: Given<'ids'>) => sql`
    UPDATE uploads SET reasons = coalesce((
      SELECT jsonb_agg(told.reason ORDER BY told.place)
      FROM jsonb_array_elements(uploads.reasons) WITH ORDINALITY AS told (reason, place)
      WHERE told.reason ->> 'code' <> 'original_unknown'), '[]'::jsonb)
    WHERE organization_id = ${given.organizationId} AND id = ANY(ARRAY(SELECT unnest(${given.ids}::uuid[])))`,
)

/** Loads receipts and locks them, so that no other transaction can book a return of them until this one ends. */
export async function loadOriginals(tx: Tx, saleIds: readonly string[]): Promise<Originals> {
  if (saleIds.length === 0) return { originals: new Map(), returned: new Map(), refunded: new Map() }
  const [sales, lines, returned, paid] = await awaitAll(
    lockSales(tx, { ids: saleIds }),
    linesAmong(tx, { saleIds }),
    returnedAmong(tx, { saleIds }),
    paidBackAtTills(tx, saleIds),
  )
  const originals: Originals['originals'] = new Map(
    sales.map(({ id, ...sale }) => [id, { ...sale, lines: new Map(), paid: [] }]),
  )
  for (const [saleId, original] of originals) original.paid = paid.get(saleId)?.paid ?? []
  // A receipt that arrived after the lock is missing in the map.
  for (const { saleId, lineNo, ...line } of lines) originals.get(saleId)?.lines.set(lineNo, line)
  return {
    originals,
    refunded: new Map([...paid].map(([saleId, { refunded }]) => [saleId, refunded])),
    returned: new Map(
      returned.map(({ saleId, lineNo, quantity }) => [lineKey(must(saleId), lineNo ?? 0), quantity]),
    ),
  }
}

/** Serializes returns of the same receipt, so that each sees the quantities returned by earlier ones. */
const lockSales = statement('sale-facts.lock-sales', (given: Given<'ids'>, db) =>
  db
    .select({
      id: retailSales.id,
      date: retailSales.date,
      isMomentAbsurd: sql<boolean>`${retailSales.source} = 'Pos' AND ${retailSales.date} = ${retailSales.receivedAt}`,
      vatIncluded: retailSales.vatIncluded,
      foreignMoney: retailSales.foreignMoney,
    })
    .from(retailSales)
    .where(and(eq(retailSales.organizationId, given.organizationId), among(retailSales.id, given.ids)))
    .orderBy(asc(retailSales.id))
    .for('no key update'),
)

const linesAmong = statement('sale-facts.lines', (given: Given<'saleIds'>, db) =>
  db
    .select({
      saleId: retailSaleLines.saleId,
      lineNo: retailSaleLines.lineNo,
      quantity: retailSaleLines.quantity,
      price: retailSaleLines.price,
      discountAmount: retailSaleLines.discountAmount,
      vatRate: retailSaleLines.vatRate,
    })
    .from(retailSaleLines)
    .where(
      and(
        eq(retailSaleLines.organizationId, given.organizationId),
        among(retailSaleLines.saleId, given.saleIds),
      ),
    ),
)

const returnedAmong = statement('sale-facts.returned', (given: Given<'saleIds'>, db) =>
  db
    .select({
      saleId: retailSales.originalSaleId,
      lineNo: retailSaleLines.originalLineNo,
      quantity: sum(retailSaleLines.quantity).mapWith((value) => Number(value) as Quantity),
    })
    .from(retailSales)
    .innerJoin(
      retailSaleLines,
      and(
        eq(retailSaleLines.organizationId, retailSales.organizationId),
        eq(retailSaleLines.saleId, retailSales.id),
      ),
    )
    .where(
      and(
        eq(retailSales.organizationId, given.organizationId),
        eq(retailSales.status, 'Posted'),
        among(retailSales.originalSaleId, given.saleIds),
      ),
    )
    .groupBy(retailSales.originalSaleId, retailSaleLines.originalLineNo),
)
