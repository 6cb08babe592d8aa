import type { ProductValues } from '#hub/features/catalog/products/whole-products.ts'
import type { ImportRow } from '#shared/imports/read-row.ts'
import type { Amount, Cost, Percent, Quantity } from '#shared/money/decimal.ts'
import type { References } from './references.ts'

/** Without a code: the next free one. */
export type PlannedValues = Omit<ProductValues, 'code'> & { code: string | null }

const VOLUME_PLACES = 6

/** What a product begins with where neither row nor person says otherwise (shared/contracts/catalog/products.ts). */
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

/** The product as the row tells it; what the row does not tell stays as it is. */
export function valuesOf(
  row: ImportRow,
  existing: ProductValues | undefined,
  references: References,
  given: { id: string; unitOfMeasureId: string; productGroupId: string | null },
): PlannedValues {
  const old: PlannedValues = existing ?? NEW_PRODUCT
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
    countryId: country === undefined ? old.countryId : country && references.country(country),
    supplierId: supplier === undefined ? old.supplierId : supplier && references.supplier(supplier),
    isDiscountProhibited: told(row.isDiscountProhibited, old.isDiscountProhibited),
    minimumAge: told(row.minimumAge, old.minimumAge),
    weight: told(row.weight as Quantity | null | undefined, old.weight),
    volume: row.volume === undefined ? old.volume : volumeText(row.volume),
    description: told(row.description, old.description),
    isArchived: told(row.isArchived, old.isArchived),
  }
}

/** Without VAT is said even where no rate was set before. */
const saysNewRate = (row: ImportRow, old: Pick<ProductValues, 'vatRate'>): boolean =>
  row.vatRate !== undefined && (row.vatRate === null || row.vatRate !== old.vatRate)

const volumeText = (steps: number | null): string | null =>
  steps === null ? null : (steps / 10 ** VOLUME_PLACES).toFixed(VOLUME_PLACES)
