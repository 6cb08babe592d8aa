import { eq, sql } from 'drizzle-orm'
import { portions } from '#hub/db/records.ts'
import { stores } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ImportOptions, ImportOutcome } from '#shared/contracts/catalog/product-imports.ts'
import { MOST_LINES } from '#shared/contracts/documents.ts'
import { lineSums } from '#shared/documents/line-sums.ts'
import type { ImportRow } from '#shared/imports/read-row.ts'
import { type Said, said } from '#shared/imports/remarks.ts'
import {
  type Amount,
  amountToNumber,
  type Cost,
  type Percent,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { inTurns } from './in-turns.ts'
import type { PlannedProduct } from './plan-product.ts'
import type { ReadProducts } from './read-products.ts'
import type { References } from './references.ts'
import type { ImportReport } from './report.ts'
import type { RowFaults } from './row-faults.ts'

interface Store {
  id: string
  name: string
}

interface Line {
  row: number
  /** Of the stock. */
  column: number
  productId: string
  isNew: boolean
  quantity: Quantity
  /** null: what the file does not tell is left to the ledger. */
  price: Cost | null
}

/** A draft to be made. */
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

/** What a file says to be in stock, as drafts of enters (docs/domain.md#opening-stock). */
export class OpeningStock {
  /** By the index of the column; undefined: there is no such store. */
  readonly stores: ReadonlyMap<number, Store | undefined>
  readonly #parts: Parts
  readonly #lines = new Map<Store, Line[]>()

  private constructor(parts: Parts, ofColumns: ReadonlyMap<number, Store | undefined>) {
    this.#parts = parts
    this.stores = ofColumns
  }

  /** Throws invalid_request for a store that is not there. */
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
    const told = new Map<Store, number>()
    for (const [column, steps] of row.stock ?? []) {
      if (!this.stores.has(column)) continue
      const [store, quantity] = [this.stores.get(column), steps as Quantity]
      const excuse = excuseOf(product)
      const fault = excuse ? undefined : this.#faultOf(row, product, quantity, store, told)
      if (excuse) this.#leaveOut(row, column, excuse)
      else if (fault) faults.addToColumn(row, column, String(quantityToNumber(quantity)), fault)
      else if (store && !told.has(store)) {
        told.set(store, quantity)
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
    told: ReadonlyMap<Store, number>,
  ): Said | undefined {
    if (!store) return said('unknown_store')
    if (quantity % 1000 !== 0 && !this.#parts.references.isFractional(values.unitOfMeasureId))
      return said('whole_pieces', { product: values.name })
    if (!isExact(quantity, (row.cost ?? 0) as Cost)) return said('too_much')
    const isOther = told.has(store) && told.get(store) !== quantity
    return isOther ? said('other_stock', { store: store.name }) : undefined
  }

  /** Without what is there already, and rows with faults. */
  async enters(tx: Tx): Promise<PlannedEnter[]> {
    const planned: PlannedEnter[] = []
    for (const [store, lines] of this.#lines) {
      const good = lines.filter(({ row }) => !this.#parts.faults.rows.has(row))
      const known = good.flatMap(({ productId, isNew }) => (isNew ? [] : [productId]))
      const present = await inStock(tx, store.id, known)
      const due: Line[] = []
      for await (const portion of inTurns(good)) {
        for (const line of portion)
          if (present.has(line.productId)) this.#leaveOut(line, line.column, said('stock_present'))
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

  #leaveOut({ row }: { row: number }, column: number, why: Said): void {
    this.#parts.report.warn({ row, column: this.#parts.read.headers[column] ?? null, value: null, ...why })
  }
}

/** Why nothing of it is entered. */
function excuseOf({ values }: PlannedProduct): Said | undefined {
  if (values.kind === 'Service') return said('stock_of_service')
  return values.isArchived ? said('stock_of_archived') : undefined
}

/** Of the products, those that have moved in the store or stand in an enter of it. */
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

/** Throws RangeError past the exact range. */
function sumOf(quantity: Quantity, price: Cost): Amount {
  const line = { quantity, price, discountPercent: 0 as Percent, vatRate: null }
  return lineSums(line, { vatEnabled: false, vatIncluded: true }).sum
}

function isExact(quantity: Quantity, price: Cost): boolean {
  try {
    // A document adds up to a thousand of them.
    return Number.isSafeInteger(sumOf(quantity, price) * MOST_LINES)
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

export type Drafts = ImportOutcome['openingStock']

/** As it would be. */
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
