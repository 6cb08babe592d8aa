import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { RecentSale } from '#shared/contracts/dashboard/dashboard.ts'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'

/** Returns the latest posted receipts, including returns, newest first by time of sale. */
export async function listRecentSales(
  tx: Tx,
  { limit, storeId, since }: { limit: number; storeId?: string | undefined; since?: Date | undefined },
): Promise<RecentSale[]> {
  const { rows } = await tx.execute<Omit<RecentSale, 'date' | 'sum'> & { date: Date; sum: string }>(sql`
    SELECT s.id, s.number, s.receipt_number AS "receiptNumber", s.date, s.is_return AS "isReturn",
      s.store_id AS "storeId", store.name AS "storeName", point.name AS "retailPointName",
      s.cashier_name AS "cashierName", s.sum
    FROM retail_sales AS s
    JOIN stores AS store ON store.organization_id = ${tx.organizationId} AND store.id = s.store_id
    LEFT JOIN retail_points AS point
      ON point.organization_id = ${tx.organizationId} AND point.id = s.retail_point_id
    WHERE s.organization_id = ${tx.organizationId} AND s.status = 'Posted'
      ${storeId ? sql`AND s.store_id = ${storeId}` : sql``}
      ${since ? sql`AND s.date >= ${since.toISOString()}::timestamptz` : sql``}
    ORDER BY s.date DESC, s.id DESC LIMIT ${limit}`)
  return rows.map(({ date, sum, ...row }) => ({
    ...row,
    date: new Date(date).toISOString(),
    sum: amountToNumber(Number(sum) as Amount),
  }))
}
