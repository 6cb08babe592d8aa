import { refuseContradictions } from '#hub/features/catalog/products/contradictions.ts'
import {
  mergePrices,
  refuseBelowMinimum,
  retailPriceOf,
} from '#hub/features/catalog/products/prices/prices.ts'
import type { Barcode } from '#shared/imports/barcode-cell.ts'
import type { ImportRow } from '#shared/imports/read-row.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import type { Existing } from './find-existing.ts'
import { type PlannedValues, PRODUCT_FIELDS, valuesOf } from './product-values.ts'
import type { PriceType, References } from './references.ts'
import type { RowFaults } from './row-faults.ts'

/** A product as it is to be. */
export interface PlannedProduct {
  id: string
  row: number
  values: PlannedValues
  barcodes: Barcode[]
  /** By price type. */
  prices: Map<string, Amount>
  /** What it is now; undefined: it is new. */
  existing: Existing | undefined
  barcodesChanged: boolean
  /** Price types whose price is another than before, or is taken away. */
  pricesChanged: string[]
}

/** Plans one product after the other, by the rules of creating and updating one product. */
export class ProductPlanner {
  readonly #references: References
  readonly #priceColumns: ReadonlyMap<number, PriceType>
  readonly #faults: RowFaults

  constructor(references: References, priceColumns: ReadonlyMap<number, PriceType>, faults: RowFaults) {
    this.#references = references
    this.#priceColumns = priceColumns
    this.#faults = faults
  }

  /** undefined: the row is at fault. */
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
      return this.#faults.add(row, 'unit', row.unit ?? null, message)
    }
    if (productGroupId !== null && productGroupId !== existing?.productGroupId) {
      const group = this.#references.groups.get(productGroupId)
      if (group?.isArchived)
        return this.#faults.add(
          row,
          'group',
          row.group ?? null,
          `the product group ${group.name} is archived`,
        )
    }
    const values = valuesOf(row, existing, this.#references, { id, unitOfMeasureId, productGroupId })
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
      return this.#faults.addProblem(row, error)
    }
    return {
      id,
      row: row.row,
      values,
      barcodes,
      prices,
      existing,
      barcodesChanged: !sameBarcodes(barcodes, existing?.barcodes ?? []),
      pricesChanged: [...new Set([...prices.keys(), ...Object.keys(existing?.prices ?? {})])].filter(
        (type) => prices.get(type) !== existing?.prices[type],
      ),
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
        const message = `another column gives the price type ${type.name} another price`
        this.#faults.addToColumn(row, index, null, message)
        return undefined
      }
      told.set(type.id, value as Amount)
    }
    const prices = new Map([...Object.entries(existing?.prices ?? {}), ...told])
    // 0 takes a price away.
    return new Map([...prices].filter(([, value]) => value !== 0))
  }
}

/** A code that it has already keeps its type. */
function keepTypes(barcodes: readonly Barcode[], existing: Existing | undefined): Barcode[] {
  const types = new Map(existing?.barcodes.map(({ value, type }) => [value, type]))
  return barcodes.map(({ value, type }) => ({ value, type: types.get(value) ?? type }))
}

const sameBarcodes = (a: readonly Barcode[], b: readonly Barcode[]): boolean =>
  a.length === b.length && a.every(({ value, type }, at) => b[at]?.value === value && b[at]?.type === type)

export function isChanged(product: PlannedProduct, existing: Existing): boolean {
  if (product.barcodesChanged || product.pricesChanged.length > 0) return true
  return PRODUCT_FIELDS.some((field) => product.values[field] !== existing[field])
}
