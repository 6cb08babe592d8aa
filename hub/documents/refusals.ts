import { and, eq } from 'drizzle-orm'
import { among, type Given, statement } from '#hub/db/statement.ts'
import { stores } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { OpenLedger } from '#hub/ledger/open-ledger.ts'
import { type Quantity, quantityToNumber } from '#shared/money/decimal.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { ProductInDocument } from './products.ts'
import type { Settings } from './settings.ts'

/** Input of the checks that are common to all kinds of document, including retail sales (docs/domain.md#posting). */
interface DocumentLines {
  lines: readonly { lineNo: number; productId: string; quantity: Quantity }[]
  products: ReadonlyMap<string, ProductInDocument>
}

const archivedStores = statement('stores.archived-of-ids', (given: Given<'ids'>, db) =>
  db
    .select({ name: stores.name })
    .from(stores)
    .where(
      and(eq(stores.organizationId, given.organizationId), among(stores.id, given.ids), stores.isArchived),
    ),
)

/** Throws `store_archived` when one of the stores is archived. */
export async function refuseArchivedStores(tx: Tx, storeIds: readonly (string | null)[]): Promise<void> {
  const [archived] = await archivedStores(tx, { ids: storeIds.filter((id) => id !== null) })
  if (archived) throw new Problem('store_archived', { detail: `The store ${archived.name} is archived` })
}

/** Throws `invalid_request` naming the line with an archived product. */
export function refuseArchivedProducts({ lines, products }: DocumentLines): void {
  for (const { productId, lineNo } of lines) {
    const { name, isArchived } = must(products.get(productId))
    if (isArchived) throw invalidField(['lines', lineNo - 1, 'productId'], `${name} is archived`)
  }
}

/**
 * Throws `insufficient_stock`, unless the organization allows negative stock. The error names the lines, each
 * with the time of the lowest stock, the requested quantity and the available quantity
 * (docs/domain.md#posting).
 */
export async function refuseShortages(
  { allowNegativeStock }: Pick<Settings, 'allowNegativeStock'>,
  { lines, products }: DocumentLines,
  ledger: OpenLedger,
): Promise<void> {
  if (allowNegativeStock) return
  const shortages = await ledger.shortages()
  if (shortages.length === 0) return
  const errors = shortages.flatMap(({ productId, storeId, ...shortage }) => {
    const { name } = must(products.get(productId))
    const requested = quantityToNumber(shortage.requested)
    const available = quantityToNumber(shortage.available)
    const moment = new Date(shortage.moment).toISOString()
    return lines
      .filter((line) => line.productId === productId)
      .map(({ lineNo }) => ({
        pointer: `#/lines/${lineNo - 1}/quantity`,
        detail: `${name}: ${requested} would go, ${available} in stock at ${moment}`,
        lineNo,
        productId,
        productName: name,
        storeId,
        moment,
        requested,
        available,
      }))
  })
  throw new Problem('insufficient_stock', { detail: errors.map(({ detail }) => detail).join('; '), errors })
}
