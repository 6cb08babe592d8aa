import { BrokenRule } from '#hub/features/catalog/products/broken-rule.ts'
import { refuseContradictions } from '#hub/features/catalog/products/contradictions.ts'
import { isSamePacks, type Pack, refuseWrongPacks } from '#hub/features/catalog/products/packs/packs.ts'
import {
  mergePrices,
  refuseBelowMinimum,
  retailPriceOf,
} from '#hub/features/catalog/products/prices/prices.ts'
import type { Barcode } from '#shared/imports/barcode-cell.ts'
import type { ImportRow } from '#shared/imports/read-row.ts'
import { remarkText } from '#shared/imports/remarks.ts'
import type { Amount, Quantity } from '#shared/money/decimal.ts'
import { newId } from '#shared/std/ids.ts'
import type { Existing } from './find-existing.ts'
import { type PlannedValues, PRODUCT_FIELDS, valuesOf } from './product-values.ts'
import type { PriceType, References } from './references.ts'
import type { RowFaults } from './row-faults.ts'

/** Planned state of a product. */
export interface PlannedProduct {
  id: string
  row: number
  values: PlannedValues
  barcodes: Barcode[]
  packs: Pack[]
  packsChanged: boolean
  /** Prices by price type. */
  prices: Map<string, Amount>
  /** The existing product. Undefined for a new one. */
  existing: Existing | undefined
  barcodesChanged: boolean
  /** Price types whose price is changed or removed. */
  pricesChanged: string[]
}

/** Plans one product at a time, by the rules for creating and updating a single product. */
export class ProductPlanner {
  readonly #references: References
  readonly #priceColumns: ReadonlyMap<number, PriceType>
  readonly #faults: RowFaults

  constructor(references: References, priceColumns: ReadonlyMap<number, PriceType>, faults: RowFaults) {
    this.#references = references
    this.#priceColumns = priceColumns
    this.#faults = faults
  }

  /** Returns the planned product. Undefined when the row has an error. */
  plan(
    row: ImportRow,
    existing: Existing | undefined,
    productGroupId: string | null,
  ): PlannedProduct | undefined {
    const id = existing?.id ?? row.id ?? newId()
    const unitOfMeasureId =
      row.unit || !existing ? this.#references.unit(row.unit ?? '') : existing.unitOfMeasureId
    if (unitOfMeasureId === undefined) {
      const why = remarkText(row.unit ? 'unknown_unit' : 'no_unit')
      return this.#faults.add(row, 'unit', row.unit ?? null, why)
    }
    if (productGroupId !== null && productGroupId !== existing?.productGroupId) {
      const group = this.#references.groups.get(productGroupId)
      if (group?.isArchived)
        return this.#faults.add(
          row,
          'group',
          row.group ?? null,
          remarkText('group_archived', { group: group.name }),
        )
    }
    const values = valuesOf(row, existing, this.#references, { id, unitOfMeasureId, productGroupId })
    const barcodes = row.barcodes ? keepTypes(row.barcodes, existing) : (existing?.barcodes ?? [])
    const prices = this.#pricesOf(row, existing)
    const packs = this.#packsOf(row, existing)
    if (!prices || !packs) return undefined
    try {
      refuseContradictions(values)
      refuseWrongPacks(packs, { ...values, barcodes })
      const types = this.#references.priceTypes
      const merged = mergePrices(types, {
        prices: [...prices].map(([priceTypeId, value]) => ({ priceTypeId, value })),
      })
      refuseBelowMinimum(retailPriceOf(merged), values.minPrice)
    } catch (error) {
      if (!(error instanceof BrokenRule)) throw error
      return this.#faults.addBrokenRule(row, error)
    }
    return {
      id,
      row: row.row,
      values,
      barcodes,
      packs,
      packsChanged: !isSamePacks(packs, existing?.packs ?? []),
      prices,
      existing,
      barcodesChanged: !sameBarcodes(barcodes, existing?.barcodes ?? []),
      pricesChanged: [...new Set([...prices.keys(), ...Object.keys(existing?.prices ?? {})])].filter(
        (type) => prices.get(type) !== existing?.prices[type],
      ),
    }
  }

  /**
   * Returns the packs. Packs in units that the file does not mention are kept. Undefined when a unit is
   * unknown or repeated.
   */
  #packsOf(row: ImportRow, existing: Existing | undefined): Pack[] | undefined {
    const had = existing?.packs ?? []
    const stated = new Map<string, Pack | null>()
    for (const { unit, quantity, barcode, index } of row.packs ?? []) {
      const isKnown = quantity !== null || this.#references.isEnabled(unit)
      const uomId = isKnown ? this.#references.unit(unit) : undefined
      if (quantity !== null && uomId === undefined) {
        this.#faults.addToColumn(row, index, unit, remarkText('unknown_unit'))
        return undefined
      }
      if (uomId === undefined) continue
      if (stated.has(uomId)) {
        this.#faults.addToColumn(row, index, unit, remarkText('other_pack'))
        return undefined
      }
      stated.set(uomId, quantity === null ? null : { uomId, quantity: quantity as Quantity, barcode })
    }
    const kept = had.flatMap((pack) => stated.get(pack.uomId) ?? (stated.has(pack.uomId) ? [] : pack))
    const added = [...stated.values()].flatMap((pack) =>
      pack === null || had.some(({ uomId }) => uomId === pack.uomId) ? [] : pack,
    )
    return [...kept, ...added]
  }

  /**
   * Returns the prices. Prices that the row does not mention are kept. Undefined when two columns contain
   * different prices for one price type.
   */
  #pricesOf(row: ImportRow, existing: Existing | undefined): Map<string, Amount> | undefined {
    const stated = new Map<string, Amount>()
    for (const [index, value] of row.prices) {
      const type = this.#priceColumns.get(index)
      if (!type) continue
      const other = stated.get(type.id)
      if (other !== undefined && other !== value) {
        this.#faults.addToColumn(row, index, null, remarkText('other_price', { priceType: type.name }))
        return undefined
      }
      stated.set(type.id, value as Amount)
    }
    const prices = new Map([...Object.entries(existing?.prices ?? {}), ...stated])
    // 0 removes a price.
    return new Map([...prices].filter(([, value]) => value !== 0))
  }
}

/** Returns the barcodes. A barcode that the product already has keeps its type. */
function keepTypes(barcodes: readonly Barcode[], existing: Existing | undefined): Barcode[] {
  const types = new Map(existing?.barcodes.map(({ value, type }) => [value, type]))
  return barcodes.map(({ value, type }) => ({ value, type: types.get(value) ?? type }))
}

const sameBarcodes = (a: readonly Barcode[], b: readonly Barcode[]): boolean =>
  a.length === b.length && a.every(({ value, type }, at) => b[at]?.value === value && b[at]?.type === type)

export function isChanged(product: PlannedProduct, existing: Existing): boolean {
  if (product.barcodesChanged || product.packsChanged || product.pricesChanged.length > 0) return true
  return PRODUCT_FIELDS.some((field) => product.values[field] !== existing[field])
}
