import { type Amount, amount } from '#shared/money/decimal.ts'
import type { ReplicaReceipt } from '#shared/sync/download.ts'
import type { World } from '../world/world.ts'
import type { Finding } from './judge.ts'

interface PublishedReceipt {
  id: string
  storeId: string
  /** Sum of the sale, or null when tills must not have it. */
  sum: string | null
  body: string | null
}

/**
 * Checks that tills have the receipts of their store and retail point, all returns of these receipts, and
 * fiscal receipts.
 */
export async function checkTillReceipts({ database, coverage }: World): Promise<Finding[]> {
  const all = await database.read<PublishedReceipt>(`
    WITH sales AS (
      SELECT * FROM retail_sales WHERE (status = 'Posted' OR source = 'Pos')
        AND (CASE WHEN is_return THEN original_sale_id IS NOT NULL ELSE receipt_number IS NOT NULL END
          OR receipt_number IS NOT NULL AND id IN (SELECT sale_id FROM fiscal_receipts))
    ), places AS (
      SELECT organization_id, id, store_id FROM retail_sales
      UNION
      SELECT r.organization_id, r.id, p.store_id FROM retail_sales r
      JOIN retail_points p ON p.organization_id = r.organization_id AND p.id = r.retail_point_id
    ), due AS (
      SELECT s.organization_id, p.store_id, s.id, s.date, s.sum FROM sales s
      JOIN places p ON p.organization_id = s.organization_id AND p.id IN (s.id, s.original_sale_id)
      GROUP BY 1, 2, 3, 4, 5
    ), kept AS (
      SELECT d.* FROM due d JOIN till_receipt_stores t USING (organization_id, store_id) WHERE d.date >= t.since
    )
    SELECT id, store_id AS "storeId", k.sum, t.body
    FROM kept k FULL JOIN (SELECT * FROM till_receipts WHERE body IS NOT NULL) t USING (organization_id, store_id, id)`)
  return coverage
    .of('receipts told', all)
    .filter(({ sum, body }) => sumOf(body) !== (sum === null ? null : Number(sum)))
    .map(({ id, storeId, sum, body }) => ({
      kind: 'missed',
      by: 'receipts told',
      what: `sale ${id} came to ${sum}, and the tills of store ${storeId} were told ${body}`,
    }))
}

const sumOf = (body: string | null): Amount | null =>
  body === null ? null : amount((JSON.parse(body) as ReplicaReceipt).sum)
