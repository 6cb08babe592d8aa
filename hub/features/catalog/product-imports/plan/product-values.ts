import type { ProductValues } from '#hub/features/catalog/products/whole-products.ts'
import type { ImportRow } from '#shared/imports/read-row.ts'
import type { Amount, Cost, Percent, Quantity } from '#shared/money/decimal.ts'
import type { References } from './references.ts'

/** Values of a product. A null code means that the next unused one is assigned. */
export type PlannedValues = Omit<ProductValues, 'code'> & { code: string | null }

const VOLUME_PLACES = 6

/**
 * Defaults of a new product for values that neither the row nor the user provides
 * (shared/contracts/catalog/products.ts).
 */
const NEW_PRODUCT: PlannedValues = {
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
  minimumAge: null,
  weight: null,
  volume: null,
  description: null,
  isArchived: false,
}

export const PRODUCT_FIELDS = Object.keys(NEW_PRODUCT) as (keyof ProductValues)[]

/** Returns the product's values with those stated in the row. All other values are kept. */
export function valuesOf(
  row: ImportRow,
  existing: ProductValues | undefined,
  references: References,
  given: { id: string; unitOfMeasureId: string; productGroupId: string | null },
): PlannedValues {
  const old: PlannedValues = existing ?? NEW_PRODUCT
  const valueOr = <Value>(value: Value | undefined, otherwise: Value): Value =>
    value === undefined ? otherwise : value
  const { country, supplier } = row
  return {
    name: row.name,
    code: row.code ?? old.code,
    article: valueOr(row.article, old.article),
    externalCode: row.externalCode ?? old.externalCode ?? given.id,
    productGroupId: given.productGroupId,
    unitOfMeasureId: given.unitOfMeasureId,
    cost: valueOr(row.cost as Cost | undefined, old.cost),
    minPrice: valueOr(row.minPrice as Amount | null | undefined, old.minPrice),
    vatRate: valueOr(row.vatRate as Percent | null | undefined, old.vatRate),
    useGroupVat: saysNewRate(row, old) ? false : old.useGroupVat,
    minStock: valueOr(row.minStock as Quantity | null | undefined, old.minStock),
    isWeighed: valueOr(row.isWeighed, old.isWeighed),
    weightCode: valueOr(row.weightCode, old.weightCode),
    kind: valueOr(row.kind, old.kind),
    paymentSubject: valueOr(row.paymentSubject, old.paymentSubject),
    trackingType: valueOr(row.trackingType, old.trackingType),
    countryId: country === undefined ? old.countryId : country && references.country(country),
    supplierId: supplier === undefined ? old.supplierId : supplier && references.supplier(supplier),
    isDiscountProhibited: valueOr(row.isDiscountProhibited, old.isDiscountProhibited),
    minimumAge: valueOr(row.minimumAge, old.minimumAge),
    weight: valueOr(row.weight as Quantity | null | undefined, old.weight),
    volume: row.volume === undefined ? old.volume : volumeText(row.volume),
    description: valueOr(row.description, old.description),
    isArchived: valueOr(row.isArchived, old.isArchived),
  }
}

/** True when the row states another VAT rate. "Without VAT" counts even when no rate was set before. */
const saysNewRate = (row: ImportRow, old: Pick<ProductValues, 'vatRate'>): boolean =>
  row.vatRate !== undefined && (row.vatRate === null || row.vatRate !== old.vatRate)

const volumeText = (steps: number | null): string | null =>
  steps === null ? null : (steps / 10 ** VOLUME_PLACES).toFixed(VOLUME_PLACES)
