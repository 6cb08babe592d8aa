import { and, asc, eq, sql, sum } from 'drizzle-orm'
import { among, type Given, statement } from '#hub/db/statement.ts'
import { type ForeignMoney, retailSaleLines, retailSales } from '#hub/db/tables/sales.ts'
import { together } from '#hub/db/together.ts'
import type { Tx } from '#hub/db/transact.ts'
import { dropReason } from '#hub/features/fleet/work-list/open-work-item.ts'
import type { Quantity } from '#shared/money/decimal.ts'
import type { Refund } from '#shared/pricing/refunds.ts'
import { must } from '#shared/std/must.ts'
import { toldBackOf } from '../returns/paid-back.ts'
import type { LineTerms } from '../returns/receipt-terms.ts'

export type OriginalLine = LineTerms

/** A receipt that returns refer to. */
export interface Original {
  /** Its moment in the books. */
  date: Date
  /** The clock of its till was so wrong that its moment is that of its receipt. */
  isMomentAbsurd: boolean
  vatIncluded: boolean
  /** By their number. */
  lines: Map<number, OriginalLine>
  /** Each way, change taken off, in the order of paying; each voucher is a way. */
  paid: Refund[]
  /** null: in the currency of the books. */
  foreignMoney: ForeignMoney | null
}

/** What returns refer to. */
export interface Originals {
  /** By their id. */
  originals: Map<string, Original>
  /** What has been taken back of a line, whether its sale has arrived or not; see lineKey. */
  returned: Map<string, Quantity>
  /** What has been given back of a receipt, by its id, whether it has arrived or not. */
  refunded: Map<string, Refund[]>
}

/** A line of a receipt, as a return names it. */
export const lineKey = (saleId: string, lineNo: number): string => `${saleId} ${lineNo}`

/**
 * Until the end of the transaction nobody else books these receipts, or returns of them: a receipt and a return that arrive at
 * once find each other, whichever comes first.
 */
export async function holdReceipts(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockIds(tx, { ids: [...new Set(ids)].toSorted() })
}

/** In the order of the ids: two transactions do not wait for each other in a circle. */
const lockIds = statement(
  'sale-facts.hold-receipts',
  (given: Given<'ids'>) => sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${given.organizationId}::text || ' receipt ' || id, 0))
    FROM unnest(${given.ids}::text[]) AS id`,
)

/** Returns that came before these receipts are no longer flagged as of a receipt that is not there. */
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

/** A till that sends such a return once more is answered what is true by now. */
const unflagUploads = statement(
  'uploads.unflag-returns',
  (given: Given<'ids'>) => sql`
    UPDATE uploads SET reasons = coalesce((
      SELECT jsonb_agg(told.reason ORDER BY told.place)
      FROM jsonb_array_elements(uploads.reasons) WITH ORDINALITY AS told (reason, place)
      WHERE told.reason ->> 'code' <> 'original_unknown'), '[]'::jsonb)
    WHERE organization_id = ${given.organizationId} AND id = ANY(ARRAY(SELECT unnest(${given.ids}::uuid[])))`,
)

/** The receipts are locked first: nobody else books a return of them before the transaction ends. */
export async function loadOriginals(tx: Tx, saleIds: readonly string[]): Promise<Originals> {
  if (saleIds.length === 0) return { originals: new Map(), returned: new Map(), refunded: new Map() }
  const [sales, lines, returned, paid] = await together(
    lockSales(tx, { ids: saleIds }),
    linesAmong(tx, { saleIds }),
    returnedAmong(tx, { saleIds }),
    toldBackOf(tx, saleIds),
  )
  const originals: Originals['originals'] = new Map(
    sales.map(({ id, ...sale }) => [id, { ...sale, lines: new Map(), paid: [] }]),
  )
  for (const [saleId, original] of originals) original.paid = paid.get(saleId)?.paid ?? []
  // A sale that has come since they were locked is not there yet.
  for (const { saleId, lineNo, ...line } of lines) originals.get(saleId)?.lines.set(lineNo, line)
  return {
    originals,
    refunded: new Map([...paid].map(([saleId, { refunded }]) => [saleId, refunded])),
    returned: new Map(
      returned.map(({ saleId, lineNo, quantity }) => [lineKey(must(saleId), lineNo ?? 0), quantity]),
    ),
  }
}

/** Returns of one receipt are booked one after the other: each finds what those before it took back. */
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
