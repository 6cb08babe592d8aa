import { eq, sql } from 'drizzle-orm'
import { portions } from '#hub/db/records.ts'
import { stores } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ImportOptions, ImportOutcome } from '#shared/contracts/catalog/product-imports.ts'
import { MOST_LINES } from '#shared/contracts/documents.ts'
import { lineSums } from '#shared/documents/line-sums.ts'
import type { ImportRow } from '#shared/imports/read-row.ts'
import { type RemarkText, remarkText } from '#shared/imports/remarks.ts'
import {
  type Amount,
  amountToNumber,
  type Cost,
  type Percent,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'
import type { ReadProducts } from '../read/read-products.ts'
import type { ImportReport } from '../report.ts'
import { inBatches } from './in-batches.ts'
import type { PlannedProduct } from './plan-product.ts'
import type { References } from './references.ts'
import type { RowFaults } from './row-faults.ts'

interface Store {
  id: string
  name: string
}

interface Line {
  row: number
  /** Index of the stock column. */
  column: number
  productId: string
  isNew: boolean
  quantity: Quantity
  /** Null when the file states no price, so that the ledger determines the cost. */
  price: Cost | null
}

/** A planned draft of a stock receipt. */
export interface PlannedEnter {
  store: Store
  lines: Line[]
}

interface Parts {
  read: ReadProducts
  references: References
  faults: RowFaults
  report: ImportReport
}

/** Opening stock in a file, as drafts of stock receipts (docs/domain.md#opening-stock). */
export class OpeningStock {
  /** Stores by column index. Undefined when the store does not exist. */
  readonly stores: ReadonlyMap<number, Store | undefined>
  readonly #parts: Parts
  readonly #lines = new Map<Store, Line[]>()

  private constructor(parts: Parts, ofColumns: ReadonlyMap<number, Store | undefined>) {
    this.#parts = parts
    this.stores = ofColumns
  }

  /** Looks up the stores. Throws `invalid_request` for an unknown store. */
  static async prepare(
    tx: Tx,
    parts: Parts,
    { openingStock, storeId }: Pick<ImportOptions, 'openingStock' | 'storeId'>,
  ): Promise<OpeningStock> {
    const columns = parts.read.columns.flatMap((column, index) =>
      column.kind === 'stock' && openingStock === 'draft' ? [{ index, name: column.store }] : [],
    )
    if (columns.length === 0) return new OpeningStock(parts, new Map())
    const all = await tx
      .select({
        id: stores.id,
        name: stores.name,
        isDefault: stores.isDefault,
        isArchived: stores.isArchived,
      })
      .from(stores)
      .where(eq(stores.organizationId, tx.organizationId))
    const own = tx.storeIds ? all.filter(({ id }) => tx.storeIds?.includes(id)) : all
    const usual = own.find(({ id, isDefault }) => (storeId ? id === storeId : isDefault))
    if (!usual)
      throw invalidField(['storeId'], storeId ? `there is no store ${storeId}` : 'name one of your stores')
    const byName = new Map(own.map((store) => [store.name.toLowerCase(), store]))
    const storeOf = (name: string | null) => (name === null ? usual : byName.get(name.toLowerCase()))
    return new OpeningStock(parts, new Map(columns.map(({ index, name }) => [index, storeOf(name)])))
  }

  plan(row: ImportRow, product: PlannedProduct): void {
    const { faults } = this.#parts
    const stated = new Map<Store, number>()
    for (const [column, steps] of row.stock ?? []) {
      if (!this.stores.has(column)) continue
      const [store, quantity] = [this.stores.get(column), steps as Quantity]
      const excuse = excuseOf(product)
      const fault = excuse ? undefined : this.#faultOf(row, product, quantity, store, stated)
      if (excuse) this.#leaveOut(row, column, excuse)
      else if (fault) faults.addToColumn(row, column, String(quantityToNumber(quantity)), fault)
      else if (store && !stated.has(store)) {
        stated.set(store, quantity)
        const price = row.cost === undefined ? null : (row.cost as Cost)
        const { id: productId, existing } = product
        this.#linesOf(store).push({ row: row.row, column, productId, isNew: !existing, quantity, price })
      }
    }
  }

  #faultOf(
    row: ImportRow,
    { values }: PlannedProduct,
    quantity: Quantity,
    store: Store | undefined,
    stated: ReadonlyMap<Store, number>,
  ): RemarkText | undefined {
    if (!store) return remarkText('unknown_store')
    if (quantity % 1000 !== 0 && !this.#parts.references.isFractional(values.unitOfMeasureId))
      return remarkText('whole_pieces', { product: values.name })
    if (!isExact(quantity, (row.cost ?? 0) as Cost)) return remarkText('too_much')
    const isOther = stated.has(store) && stated.get(store) !== quantity
    return isOther ? remarkText('other_stock', { store: store.name }) : undefined
  }

  /** Returns the planned stock receipts, without products already in stock and without rows with errors. */
  async enters(tx: Tx): Promise<PlannedEnter[]> {
    const planned: PlannedEnter[] = []
    for (const [store, lines] of this.#lines) {
      const good = lines.filter(({ row }) => !this.#parts.faults.rows.has(row))
      const known = good.flatMap(({ productId, isNew }) => (isNew ? [] : [productId]))
      const present = await inStock(tx, store.id, known)
      const due: Line[] = []
      for await (const portion of inBatches(good)) {
        for (const line of portion)
          if (present.has(line.productId)) this.#leaveOut(line, line.column, remarkText('stock_present'))
          else due.push(line)
      }
      for (const portion of portions(due, MOST_LINES)) planned.push({ store, lines: portion })
    }
    return planned
  }

  #linesOf(store: Store): Line[] {
    const lines = this.#lines.get(store) ?? []
    this.#lines.set(store, lines)
    return lines
  }

  #leaveOut({ row }: { row: number }, column: number, why: RemarkText): void {
    this.#parts.report.warn({ row, column: this.#parts.read.headers[column] ?? null, value: null, ...why })
  }
}

/** Returns the reason why no stock of the product is entered, or undefined. */
function excuseOf({ values }: PlannedProduct): RemarkText | undefined {
  if (values.kind === 'Service') return remarkText('stock_of_service')
  return values.isArchived ? remarkText('stock_of_archived') : undefined
}

/** Returns the products that have moved in the store or are in one of its stock receipts. */
export async function inStock(tx: Tx, storeId: string, productIds: readonly string[]): Promise<Set<string>> {
  if (productIds.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM unnest(${sql.param([...productIds])}::uuid[]) AS product (id)
    WHERE EXISTS (
        SELECT FROM stock_movements
        WHERE organization_id = ${tx.organizationId} AND product_id = product.id AND store_id = ${storeId})
      OR EXISTS (
        SELECT FROM document_lines AS line
        JOIN documents AS document
          ON document.organization_id = line.organization_id AND document.id = line.document_id
        WHERE line.organization_id = ${tx.organizationId} AND line.product_id = product.id
          AND document.type = 'Enter' AND document.store_id = ${storeId})`)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the total of a line. Throws RangeError beyond the exact range. */
function sumOf(quantity: Quantity, price: Cost): Amount {
  const line = { quantity, price, discountPercent: 0 as Percent, vatRate: null }
  return lineSums(line, { vatEnabled: false, vatIncluded: true }).sum
}

function isExact(quantity: Quantity, price: Cost): boolean {
  try {
    // A document adds up at most a thousand such totals.
    return Number.isSafeInteger(sumOf(quantity, price) * MOST_LINES)
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

export type Drafts = ImportOutcome['openingStock']

/** Presents a planned draft in the form of a created one. */
export function presentDraft({ store, lines }: PlannedEnter): Drafts[number] {
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0) as Quantity
  const priced = lines.flatMap(({ quantity, price }) => (price === null ? [] : sumOf(quantity, price)))
  const sum = priced.reduce((total, one) => total + one, 0) as Amount
  return {
    storeId: store.id,
    storeName: store.name,
    enterId: null,
    number: null,
    lines: lines.length,
    quantity: quantityToNumber(quantity),
    sum: amountToNumber(sum),
    withoutCost: lines.length - priced.length,
  }
}
