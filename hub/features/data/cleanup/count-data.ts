import { and, eq, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { countRows } from '#hub/db/records.ts'
import { counterparties, productGroups } from '#hub/db/tables/catalog.ts'
import { changeSets } from '#hub/db/tables/change-sets.ts'
import { documents } from '#hub/db/tables/documents.ts'
import { giftVouchers } from '#hub/db/tables/gift-vouchers.ts'
import { loyaltyCards, loyaltyPrograms, promotions } from '#hub/db/tables/loyalty.ts'
import { productImports, products } from '#hub/db/tables/products.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { CleanupStats } from '#shared/contracts/organization/cleanup.ts'

type Owned = PgTable & { organizationId: AnyPgColumn }
type Counted = Omit<CleanupStats, 'job'>
type Resource = keyof Counted['counts']

const documentsOf = (type: (typeof documents.$inferSelect)['type']): [Owned, SQL] => [
  documents,
  eq(documents.type, type),
]

/** Table of each resource, with an optional condition on its rows. */
const DATA: Record<Resource, [table: Owned, where?: SQL]> = {
  products: [products],
  productGroups: [productGroups],
  counterparties: [counterparties, eq(counterparties.isSystem, false)],
  supplies: documentsOf('Supply'),
  supplierReturns: documentsOf('SupplierReturn'),
  enters: documentsOf('Enter'),
  losses: documentsOf('Loss'),
  transfers: documentsOf('Transfer'),
  inventories: documentsOf('Inventory'),
  demands: documentsOf('Demand'),
  retailSales: [retailSales],
  loyaltyPrograms: [loyaltyPrograms],
  loyaltyCards: [loyaltyCards],
  promotions: [promotions],
  vouchers: [giftVouchers],
  changeSets: [changeSets],
  productImports: [productImports],
}

/** Returns the number of rows of each resource, and the total. */
export async function countData(tx: Tx): Promise<Counted> {
  const counts: Partial<Counted['counts']> = {}
  let total = 0
  for (const [resource, [table, where]] of Object.entries(DATA)) {
    const rows = await countRows(tx, table, and(eq(table.organizationId, tx.organizationId), where))
    counts[resource as Resource] = rows
    total += rows
  }
  return { counts: counts as Counted['counts'], total }
}
