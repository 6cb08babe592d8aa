import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { withinDays } from '#hub/db/days.ts'
import { matches } from '#hub/db/records.ts'
import { counterparties, stores } from '#hub/db/tables/catalog.ts'
import { documents } from '#hub/db/tables/documents.ts'
import { employees } from '#hub/db/tables/organization.ts'
import { products } from '#hub/db/tables/products.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import { costRecalculations, stockMovements } from '#hub/db/tables/stock.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { StockMovementQuery } from '#shared/contracts/inventory/movements.ts'

export type MovementRow = Awaited<ReturnType<typeof listMovements>>['rows'][number]

/** Returns a page of movements, newest first. Each page continues where the previous one ended. */
export async function listMovements(tx: Tx, query: StockMovementQuery) {
  const { pageSize } = query
  const latest = findLatest(tx, query, pageSize + 1).as('latest')
  const rows = await tx
    .select({
      movement: stockMovements,
      storeName: stores.name,
      productName: products.name,
      documentNumber: sql<string | null>`coalesce(${documents.number}, ${retailSales.number})`,
      counterpartyName: counterparties.name,
      costPending: sql<boolean>`coalesce(${stockMovements.moment} >= ${costRecalculations.fromMoment}, false)`,
      employeeName: sql<string | null>`coalesce(
        ${retailSales.cashierName}, nullif(concat_ws(' ', ${employees.lastName}, ${employees.firstName}), ''))`,
    })
    .from(latest)
    .innerJoin(
      stockMovements,
      and(eq(stockMovements.organizationId, tx.organizationId), eq(stockMovements.id, latest.id)),
    )
    .innerJoin(
      stores,
      and(eq(stores.organizationId, tx.organizationId), eq(stores.id, stockMovements.storeId)),
    )
    .innerJoin(
      products,
      and(eq(products.organizationId, tx.organizationId), eq(products.id, stockMovements.productId)),
    )
    .leftJoin(
      costRecalculations,
      and(
        eq(costRecalculations.organizationId, tx.organizationId),
        eq(costRecalculations.productId, stockMovements.productId),
      ),
    )
    .leftJoin(
      documents,
      and(eq(documents.organizationId, tx.organizationId), eq(documents.id, stockMovements.documentId)),
    )
    .leftJoin(
      retailSales,
      and(eq(retailSales.organizationId, tx.organizationId), eq(retailSales.id, stockMovements.documentId)),
    )
    .leftJoin(
      counterparties,
      and(
        eq(counterparties.organizationId, tx.organizationId),
        eq(counterparties.id, sql`coalesce(${documents.counterpartyId}, ${retailSales.customerId})`),
      ),
    )
    .leftJoin(
      employees,
      and(
        eq(employees.organizationId, tx.organizationId),
        eq(employees.id, sql`coalesce(${documents.postedById}, ${retailSales.postedById})`),
      ),
    )
    .orderBy(desc(latest.moment), desc(latest.seq))
  const page = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? page.at(-1)?.movement : undefined
  return { rows: page, next: last ? `${last.moment.getTime()}:${last.seq}` : null }
}

/**
 * Finds the newest movements through an index, so the time does not depend on the number of movements. For
 * one product, reads the index store by store.
 */
function findLatest(tx: Tx, query: StockMovementQuery, most: number) {
  const { productId, storeId, documentType, documentId, after } = query
  const inStore = (condition: SQL | undefined) =>
    tx
      .select({ id: stockMovements.id, moment: stockMovements.moment, seq: stockMovements.seq })
      .from(stockMovements)
      .where(
        and(
          eq(stockMovements.organizationId, tx.organizationId),
          matches(stockMovements.productId, productId),
          condition,
          matches(stockMovements.documentType, documentType),
          matches(stockMovements.documentId, documentId),
          ...withinDays(stockMovements.moment, query),
          after ? isBefore(after) : undefined,
        ),
      )
      .orderBy(desc(stockMovements.moment), desc(stockMovements.seq))
      .limit(most)
  if (storeId || !productId) return inStore(matches(stockMovements.storeId, storeId))
  const ofStore = inStore(eq(stockMovements.storeId, stores.id)).as('of_store')
  return tx
    .select({ id: ofStore.id, moment: ofStore.moment, seq: ofStore.seq })
    .from(stores)
    .crossJoinLateral(ofStore)
    .where(eq(stores.organizationId, tx.organizationId))
    .orderBy(desc(ofStore.moment), desc(ofStore.seq))
    .limit(most)
}

function isBefore(after: string) {
  const [moment, seq] = after.split(':')
  return sql`(${stockMovements.moment}, ${stockMovements.seq}) < (to_timestamp(${moment}::float8 / 1000), ${seq}::bigint)`
}
