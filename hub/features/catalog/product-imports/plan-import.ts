import type { Tx } from '#hub/db/transact.ts'
import { refuseContradictions } from '#hub/features/catalog/products/contradictions.ts'
import {
  mergePrices,
  refuseBelowMinimum,
  retailPriceOf,
} from '#hub/features/catalog/products/prices/prices.ts'
import type { Barcode } from '#shared/imports/barcode-cell.ts'
import type { Field } from '#shared/imports/header-map.ts'
import type { ImportFormat, ImportRow } from '#shared/imports/read-row.ts'
import type { Amount, Cost, Percent, Quantity } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { GroupAssignment, type GroupReason } from './assign-group.ts'
import { type Existing, ExistingProducts, nameKey, type ProductValues } from './find-existing.ts'
import { inTurns } from './in-turns.ts'
import type { ReadProducts } from './read-products.ts'
import { loadReferences, type PriceType, type References } from './references.ts'
import { type ImportReport, MOST_REMARKS } from './report.ts'

/** A product as it is to be. */
export interface PlannedProduct {
  id: string
  row: number
  /** Without a code: the next free one. */
  values: Omit<ProductValues, 'code'> & { code: string | null }
  barcodes: Barcode[]
  /** By price type. */
  prices: Map<string, Amount>
  /** What it is now; undefined: it is new. */
  existing: Existing | undefined
  barcodesChanged: boolean
  /** Price types whose price is another than before. */
  pricesChanged: string[]
}

export interface ImportPlan {
  creates: PlannedProduct[]
  updates: PlannedProduct[]
  unchanged: number
  references: References
  /** Where products get their group from: how many of each reason, and the first of them. */
  groupReasons: Record<GroupReason, number>
  groups: { row: number; group: string | null; reason: GroupReason }[]
}

const VOLUME_PLACES = 6

/**
 * What the file would change. Writes nothing; faults go to the report. The rules are those of creating and updating one
 * product.
 */
export async function planImport(
  tx: Tx,
  read: ReadProducts,
  format: ImportFormat,
  report: ImportReport,
): Promise<ImportPlan> {
  const references = await loadReferences(tx, [...new Set(read.rows.flatMap((row) => row.supplier ?? []))])
  const priceColumns = planPriceColumns(read, references, report)
  const existing = await ExistingProducts.find(tx, read.rows)
  const rows = await lastOfEach(read, existing, report)
  const assignment = await GroupAssignment.prepare(tx, { read, rows, references, format, report })
  const planner = new Planner(read, references, priceColumns, report)
  const plan: ImportPlan = {
    creates: [],
    updates: [],
    unchanged: 0,
    references,
    groupReasons: assignment.reasons,
    groups: [],
  }
  for await (const portion of inTurns(rows)) {
    for (const { row, existing } of portion) {
      const { groupId, reason } = assignment.of(row, existing)
      if (plan.groups.length < MOST_REMARKS) {
        const group = groupId === null ? undefined : references.groups.get(groupId)
        plan.groups.push({ row: row.row, group: group ? references.groups.pathOf(group) : null, reason })
      }
      const product = planner.plan(row, existing, groupId)
      if (!product) continue
      if (!existing) plan.creates.push(product)
      else if (isChanged(product, existing)) plan.updates.push(product)
      else plan.unchanged += 1
    }
  }
  planner.refuseSharedCodes([...plan.creates, ...plan.updates], existing)
  return plan
}

interface MatchedRow {
  row: ImportRow
  existing: Existing | undefined
}

/** Of several rows for one product the last one counts; the others are reported with the row that replaces them. */
async function lastOfEach(
  read: ReadProducts,
  products: ExistingProducts,
  report: ImportReport,
): Promise<MatchedRow[]> {
  const last = new Map<string, MatchedRow>()
  for await (const portion of inTurns(read.rows)) {
    for (const row of portion) {
      const existing = products.of(row)
      const key = existing?.id ?? identityOf(row)
      const earlier = last.get(key)
      if (earlier) {
        const message = `is the same product as row ${row.row}, which counts`
        report.warn({ row: earlier.row.row, column: null, value: earlier.row.name, message })
        last.delete(key)
      }
      last.set(key, { row, existing })
    }
  }
  return [...last.values()]
}

/** The strongest key of a product that is not there yet. */
function identityOf(row: ImportRow): string {
  if (row.externalCode) return `external ${row.externalCode}`
  if (row.id) return `id ${row.id}`
  if (row.code) return `code ${row.code}`
  const [barcode] = row.barcodes ?? []
  return barcode ? `barcode ${barcode.value}` : `name ${nameKey(row.name, row.article)}`
}

/** The price types that the columns of prices stand for; those that are missing are added. */
function planPriceColumns(
  read: ReadProducts,
  references: References,
  report: ImportReport,
): Map<number, PriceType> {
  const types = new Map<number, PriceType>()
  for (const [index, column] of read.columns.entries()) {
    if (column.kind === 'price')
      types.set(index, references.priceType(column.priceType, column.orSecond ?? false))
  }
  for (const { of, isoCode, row, column, value } of read.currencies) {
    const index = read.columns.findIndex(
      (priced) => priced.kind === 'price' && (priced.priceType ?? '').toLowerCase() === of,
    )
    const type = types.get(index) ?? references.priceType(null)
    if (type.isoCode !== isoCode) {
      const message = `is not ${type.isoCode}, the currency of the prices: the numbers are taken as they are`
      report.warn({ row, column, value, message })
    }
  }
  return types
}

class Planner {
  readonly #read: ReadProducts
  readonly #references: References
  readonly #priceColumns: ReadonlyMap<number, PriceType>
  readonly #report: ImportReport

  constructor(
    read: ReadProducts,
    references: References,
    priceColumns: ReadonlyMap<number, PriceType>,
    report: ImportReport,
  ) {
    this.#read = read
    this.#references = references
    this.#priceColumns = priceColumns
    this.#report = report
  }

  plan(
    row: ImportRow,
    existing: Existing | undefined,
    productGroupId: string | null,
  ): PlannedProduct | undefined {
    const id = existing?.id ?? row.id ?? newId()
    const unitOfMeasureId =
      row.unit || !existing ? this.#references.unit(row.unit ?? '') : existing.unitOfMeasureId
    if (unitOfMeasureId === undefined) {
      const message = row.unit ? 'there is no such unit of measure' : 'name one: pieces are not enabled'
      return this.#fault(row, 'unit', row.unit ?? null, message)
    }
    if (productGroupId !== null && productGroupId !== existing?.productGroupId) {
      const group = this.#references.groups.get(productGroupId)
      if (group?.isArchived)
        return this.#fault(row, 'group', row.group ?? null, `the product group ${group.name} is archived`)
    }
    const values = this.#valuesOf(row, existing, { id, unitOfMeasureId, productGroupId })
    const barcodes = row.barcodes ? keepTypes(row.barcodes, existing) : (existing?.barcodes ?? [])
    const prices = this.#pricesOf(row, existing)
    if (!prices) return undefined
    try {
      refuseContradictions(values)
      const types = this.#references.priceTypes
      const merged = mergePrices(types, {
        prices: [...prices].map(([priceTypeId, value]) => ({ priceTypeId, value })),
      })
      refuseBelowMinimum(retailPriceOf(merged), values.minPrice)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return this.#refused(row, error)
    }
    return {
      id,
      row: row.row,
      values,
      barcodes,
      prices,
      existing,
      barcodesChanged: !sameBarcodes(barcodes, existing?.barcodes ?? []),
      pricesChanged: [...prices].flatMap(([type, value]) => (existing?.prices[type] === value ? [] : type)),
    }
  }

  #valuesOf(
    row: ImportRow,
    existing: Existing | undefined,
    given: { id: string; unitOfMeasureId: string; productGroupId: string | null },
  ): PlannedProduct['values'] {
    const old: Omit<ProductValues, 'code'> & { code: string | null } = existing ?? NEW_PRODUCT
    const told = <Value>(value: Value | undefined, otherwise: Value): Value =>
      value === undefined ? otherwise : value
    const { country, supplier } = row
    return {
      name: row.name,
      code: row.code ?? old.code,
      article: told(row.article, old.article),
      externalCode: row.externalCode ?? old.externalCode ?? given.id,
      productGroupId: given.productGroupId,
      unitOfMeasureId: given.unitOfMeasureId,
      cost: told(row.cost as Cost | undefined, old.cost),
      minPrice: told(row.minPrice as Amount | null | undefined, old.minPrice),
      vatRate: told(row.vatRate as Percent | null | undefined, old.vatRate),
      useGroupVat: saysNewRate(row, old) ? false : old.useGroupVat,
      minStock: told(row.minStock as Quantity | null | undefined, old.minStock),
      isWeighed: told(row.isWeighed, old.isWeighed),
      weightCode: told(row.weightCode, old.weightCode),
      kind: told(row.kind, old.kind),
      paymentSubject: told(row.paymentSubject, old.paymentSubject),
      trackingType: told(row.trackingType, old.trackingType),
      countryId: country === undefined ? old.countryId : country && this.#references.country(country),
      supplierId: supplier === undefined ? old.supplierId : supplier && this.#references.supplier(supplier),
      isDiscountProhibited: told(row.isDiscountProhibited, old.isDiscountProhibited),
      weight: told(row.weight as Quantity | null | undefined, old.weight),
      volume: row.volume === undefined ? old.volume : volumeText(row.volume),
      description: told(row.description, old.description),
      isArchived: told(row.isArchived, old.isArchived),
    }
  }

  /** Prices the row does not tell stay. undefined: two columns give one price type two prices. */
  #pricesOf(row: ImportRow, existing: Existing | undefined): Map<string, Amount> | undefined {
    const told = new Map<string, Amount>()
    for (const [index, value] of row.prices) {
      const type = this.#priceColumns.get(index)
      if (!type) continue
      const other = told.get(type.id)
      if (other !== undefined && other !== value) {
        const column = this.#read.headers[index] ?? null
        const message = `another column gives the price type ${type.name} another price`
        this.#report.fault({ row: row.row, column, value: null, message })
        return undefined
      }
      told.set(type.id, value as Amount)
    }
    // 0 is a price that is not set yet.
    for (const [type, value] of told)
      if (value === 0 && existing?.prices[type] === undefined) told.delete(type)
    return new Map([...Object.entries(existing?.prices ?? {}), ...told])
  }

  /** Codes that two products would have. */
  refuseSharedCodes(planned: readonly PlannedProduct[], existing: ExistingProducts): void {
    this.#refuseShared(planned, 'code', existing.withCode)
    this.#refuseShared(planned, 'externalCode', existing.withExternalCode)
    this.#refuseShared(planned, 'weightCode', existing.withWeightCode)
  }

  #refuseShared(
    planned: readonly PlannedProduct[],
    field: 'code' | 'externalCode' | 'weightCode',
    find: (code: string) => Existing | undefined,
  ): void {
    const rows = new Map<string, number>()
    for (const product of planned) {
      const code = product.values[field]
      if (!code) continue
      const row = rows.get(code)
      const owner = find(code)
      if (row !== undefined) this.#fault(product, field, code, `row ${row} has it too`)
      else if (owner && owner.id !== product.id)
        this.#fault(product, field, code, `the product ${owner.name} (code ${owner.code}) has it`)
      rows.set(code, product.row)
    }
  }

  #refused(row: ImportRow, { options, message }: Problem): undefined {
    const [fault] = options.errors ?? []
    const field = fault?.pointer.split('/')[1]
    const name = field === 'retailPrice' ? undefined : (field as Field | undefined)
    return this.#fault(row, name, null, fault?.detail ?? message)
  }

  #fault(
    { row }: { row: number },
    field: Field | undefined,
    value: string | null,
    message: string,
  ): undefined {
    this.#report.fault({ row, column: field ? this.#columnOf(field) : this.#columnOfPrice(), value, message })
  }

  #columnOf(field: Field): string | null {
    const index = this.#read.columns.findIndex((column) => column.kind === 'field' && column.field === field)
    return this.#read.headers[index] ?? null
  }

  #columnOfPrice(): string | null {
    for (const [index, type] of this.#priceColumns)
      if (type.isDefault) return this.#read.headers[index] ?? null
    return null
  }
}

/** What a product begins with where neither row nor person says otherwise (shared/contracts/catalog/products.ts). */
const NEW_PRODUCT: Omit<ProductValues, 'code' | 'name'> & { code: null; name: string } = {
  name: '',
  code: null,
  article: null,
  externalCode: null,
  productGroupId: null,
  unitOfMeasureId: '',
  cost: 0 as Cost,
  minPrice: null,
  vatRate: null,
  useGroupVat: true,
  minStock: null,
  isWeighed: false,
  weightCode: null,
  kind: 'Good',
  paymentSubject: 'Good',
  trackingType: 'NotTracked',
  countryId: null,
  supplierId: null,
  isDiscountProhibited: false,
  weight: null,
  volume: null,
  description: null,
  isArchived: false,
}

/** Without VAT is said even where no rate was set before. */
const saysNewRate = (row: ImportRow, old: Pick<ProductValues, 'vatRate'>): boolean =>
  row.vatRate !== undefined && (row.vatRate === null || row.vatRate !== old.vatRate)

const volumeText = (steps: number | null): string | null =>
  steps === null ? null : (steps / 10 ** VOLUME_PLACES).toFixed(VOLUME_PLACES)

/** A code that it has already keeps its type. */
function keepTypes(barcodes: readonly Barcode[], existing: Existing | undefined): Barcode[] {
  const types = new Map(existing?.barcodes.map(({ value, type }) => [value, type]))
  return barcodes.map(({ value, type }) => ({ value, type: types.get(value) ?? type }))
}

const sameBarcodes = (a: readonly Barcode[], b: readonly Barcode[]): boolean =>
  a.length === b.length && a.every(({ value, type }, at) => b[at]?.value === value && b[at]?.type === type)

function isChanged(product: PlannedProduct, existing: Existing): boolean {
  if (product.barcodesChanged || product.pricesChanged.length > 0) return true
  return (Object.keys(NEW_PRODUCT) as (keyof ProductValues)[]).some(
    (field) => product.values[field] !== existing[field],
  )
}
