import { z } from 'zod'
import { unitKey } from '#shared/catalog/national-units.ts'
import type { ExtsysNote } from '#shared/contracts/organization/extsys.ts'
import { columnOf } from '#shared/imports/header-map.ts'
import { own, Ref } from './fields.ts'

const Money = z.object({ value: z.number().default(0), currency: Ref.optional() })
type Money = z.output<typeof Money>

const named = z.object({ name: z.string().optional() }).optional()

const Pack = z.object({
  uom: Ref.optional(),
  quantity: z.number(),
  barcodes: z.array(z.record(z.string(), z.string()).or(z.string())).default([]),
})

/** A MoySklad product or service, with its expanded references. */
export const MoySkladProduct = z.object({
  ...own,
  article: z.string().optional(),
  pathName: z.string().default(''),
  uom: named,
  vat: z.number().optional(),
  vatEnabled: z.boolean().default(false),
  useParentVat: z.boolean().default(false),
  effectiveVat: z.number().optional(),
  effectiveVatEnabled: z.boolean().default(false),
  buyPrice: Money.optional(),
  minPrice: Money.optional(),
  salePrices: z.array(Money.extend({ priceType: z.object({ name: z.string() }) })).default([]),
  minimumBalance: z.number().optional(),
  barcodes: z.array(z.record(z.string(), z.string())).default([]),
  supplier: named,
  country: named,
  weighed: z.boolean().optional(),
  discountProhibited: z.boolean().optional(),
  trackingType: z.string().optional(),
  paymentItemType: z.string().optional(),
  packs: z.array(Pack).default([]),
  taxSystem: z.string().optional(),
  alcoholic: z.unknown().optional(),
  isSerialTrackable: z.boolean().default(false),
  tnved: z.string().optional(),
  ppeType: z.string().optional(),
  attributes: z.array(z.object({ name: z.string(), value: z.unknown().optional() })).default([]),
  weight: z.number().optional(),
  volume: z.number().optional(),
  images: z
    .object({
      rows: z.array(z.object({ meta: z.object({ downloadHref: z.string().optional() }) })).default([]),
    })
    .optional(),
})
export type MoySkladProduct = z.output<typeof MoySkladProduct>

/** Members that a variant inherits from its product. Code, barcodes, images and minimum stock are not inherited. */
const INHERITED = [
  'pathName',
  'uom',
  'country',
  'supplier',
  'vat',
  'vatEnabled',
  'useParentVat',
  'effectiveVat',
  'effectiveVatEnabled',
  'buyPrice',
  'minPrice',
  'weighed',
  'discountProhibited',
  'trackingType',
  'paymentItemType',
  'weight',
  'volume',
  'description',
]
const Prices = z.array(z.looseObject({ priceType: z.object({ name: z.string() }) })).default([])

/** A variant, imported as a separate product such as `Shirt (red, XL)`. Missing prices are taken from its product. */
export const MoySkladVariant = z
  .looseObject({
    characteristics: z.array(z.object({ value: z.string() })).default([]),
    salePrices: Prices,
    product: z.looseObject({ name: z.string(), salePrices: Prices }),
  })
  .transform(({ characteristics, product, salePrices, ...variant }): z.input<typeof MoySkladProduct> => {
    const own = new Set(salePrices.map(({ priceType }) => priceType.name))
    const values = characteristics.map(({ value }) => value).join(', ')
    const merged: Record<string, unknown> = {
      ...Object.fromEntries(INHERITED.flatMap((name) => (name in product ? [[name, product[name]]] : []))),
      ...variant,
      ...(values !== '' && { name: `${product.name} (${values})` }),
      salePrices: [...salePrices, ...product.salePrices.filter(({ priceType }) => !own.has(priceType.name))],
    }
    return merged as z.input<typeof MoySkladProduct>
  })
  .pipe(MoySkladProduct)

/** Lookup data shared by all products of an import. */
export interface Dictionary {
  /** Names of the imported price types. */
  priceTypes: readonly string[]
  /** ISO 4217 letter codes by the address of the currency. */
  isoCodes: ReadonlyMap<string, string>
  /** Names of units by their address in MoySklad. Includes only units that exist here. */
  units: ReadonlyMap<string, string>
  /** Names of the stores whose stock is imported. */
  stores: readonly string[]
  /** Stock by product id, then by store name. */
  stock: ReadonlyMap<string, ReadonlyMap<string, number>>
}

type Kind = 'Good' | 'Service'
interface CellSource {
  row: MoySkladProduct
  kind: Kind
  dictionary: Dictionary
}

/** Columns of the import file, each with a function for its cell (shared/imports/header-map.ts). */
const COLUMNS: readonly [header: string, cell: (source: CellSource) => string][] = [
  ['uuid', ({ row }) => row.id],
  ['name', ({ row }) => row.name],
  ['code', ({ row }) => row.code ?? ''],
  ['article', ({ row }) => row.article ?? ''],
  ['external code', ({ row }) => row.externalCode ?? row.id],
  ['group', ({ row }) => row.pathName],
  ['kind', ({ kind }) => kind],
  ['unit', ({ row }) => row.uom?.name ?? ''],
  ['cost', ({ row }) => costText(row.buyPrice)],
  ['currency (cost)', ({ row, dictionary }) => isoCodeOf(row.buyPrice, dictionary)],
  ['min price', ({ row }) => amountText(row.minPrice)],
  ['currency (min price)', ({ row, dictionary }) => isoCodeOf(row.minPrice, dictionary)],
  ['min stock', ({ row }) => numberText(row.minimumBalance)],
  ['vat', ({ row }) => vatText(row)],
  ['description', ({ row }) => row.description ?? ''],
  ['supplier', ({ row }) => row.supplier?.name ?? ''],
  ['country', ({ row }) => row.country?.name ?? ''],
  ['weighed', ({ row }) => (row.weighed ? 'yes' : 'no')],
  ['no discounts', ({ row }) => (row.discountProhibited ? 'yes' : 'no')],
  ['tracking', ({ row }) => TRACKING[row.trackingType ?? 'NOT_TRACKED'] ?? 'other'],
  ['payment subject', ({ row, kind }) => subjectText(row.paymentItemType, kind)],
  ['weight', ({ row }) => numberText(row.weight)],
  ['volume', ({ row }) => numberText(row.volume)],
  ['archived', ({ row }) => (row.archived ? 'yes' : 'no')],
  ['barcodes', ({ row }) => row.barcodes.flatMap((each) => Object.values(each)).join(' ')],
  ['images', ({ row }) => (row.images?.rows ?? []).flatMap(({ meta }) => meta.downloadHref ?? []).join(' ')],
]

/** Members without a matching product field. The file has them in columns that the import reports as unread. */
const UNREAD: readonly [header: string, cell: (row: MoySkladProduct) => string][] = [
  ['tax system', ({ taxSystem = SAME_TAX_SYSTEM }) => (taxSystem === SAME_TAX_SYSTEM ? '' : taxSystem)],
  ['alcoholic', ({ alcoholic }) => (alcoholic === undefined ? '' : JSON.stringify(alcoholic))],
  ['serial numbers', ({ isSerialTrackable }) => (isSerialTrackable ? 'yes' : '')],
  ['tnved', ({ tnved = '' }) => tnved],
  ['ppe type', ({ ppeType = '' }) => ppeType],
  ['attributes', ({ attributes }) => attributes.map(({ name }) => name).join(', ')],
]
const SAME_TAX_SYSTEM = 'TAX_SYSTEM_SAME_AS_GROUP'

const packHeaders = (unit: string): string[] => [`Pack: ${unit}`, `Pack barcode: ${unit}`]
const priceHeader = (type: string): string => `Price: ${type}`
const stockHeader = (store: string): string => `Stock: ${store}`

/** True when the name can be used in a column header that is parsed back to the same name. */
export function isNameable(kind: 'price' | 'stock', name: string): boolean {
  const column = columnOf(kind === 'price' ? priceHeader(name) : stockHeader(name))
  return (
    (column.kind === 'price' && column.priceType === name) ||
    (column.kind === 'stock' && column.store === name)
  )
}

export const headersOf = ({ priceTypes, stores, units }: Dictionary): string[] => [
  ...COLUMNS.map(([header]) => header),
  ...priceTypes.flatMap((type) => [priceHeader(type), `currency (${type})`]),
  ...stores.map(stockHeader),
  ...UNREAD.map(([header]) => header),
  ...unitNames(units).flatMap(packHeaders),
]

const unitNames = (units: Dictionary['units']): string[] => [...new Set(units.values())]

export function cellsOf(row: MoySkladProduct, kind: Kind, dictionary: Dictionary): string[] {
  const stock = dictionary.stock.get(row.id)
  return [
    ...COLUMNS.map(([, cell]) => cell({ row, kind, dictionary })),
    ...dictionary.priceTypes.flatMap((type) => {
      const price = row.salePrices.find(({ priceType }) => priceType.name === type)
      return [amountText(price), isoCodeOf(price, dictionary)]
    }),
    ...dictionary.stores.map((store) => numberText(stock?.get(store))),
    ...UNREAD.map(([, cell]) => cell(row)),
    ...packCells(row, kind, dictionary),
  ]
}

function packCells(row: MoySkladProduct, kind: Kind, { units }: Dictionary): string[] {
  const packs = row.packs.filter((pack) => keepsPack(row, kind, pack, units))
  return unitNames(units).flatMap((unit) => {
    const pack = packs.find(({ uom }) => uom && units.get(uom.meta.href) === unit)
    return pack ? [numberText(pack.quantity), codesOf(pack).join(' ')] : ['', '']
  })
}

/** True when a product here can have the pack (hub/features/catalog/products/packs/packs.ts). */
function keepsPack(
  { weighed, uom: own }: MoySkladProduct,
  kind: Kind,
  { uom }: MoySkladProduct['packs'][number],
  units: Dictionary['units'],
): boolean {
  const unit = uom && units.get(uom.meta.href)
  return kind === 'Good' && !weighed && unit !== undefined && unitKey(unit) !== unitKey(own?.name ?? PIECE)
}
const codesOf = ({ barcodes }: MoySkladProduct['packs'][number]): string[] =>
  barcodes.flatMap((each) => (typeof each === 'string' ? each : Object.values(each)))

/** Default unit: pieces. */
const PIECE = 'шт'

/** Returns notes on packs that are left out. The product itself is imported. */
export const packsLeftOut = (row: MoySkladProduct, kind: Kind, { units }: Dictionary): ExtsysNote[] =>
  row.packs
    .filter((pack) => !keepsPack(row, kind, pack, units))
    .map((pack) => ({
      code: 'PackLeftOut',
      name: row.name,
      field: null,
      detail: null,
      value: [numberText(pack.quantity), ...codesOf(pack)].join(' '),
    }))

/** Formats an amount in hundredths, which MoySklad can give with a fraction. */
const amountText = (money: Money | undefined): string =>
  money ? (Math.round(money.value) / 100).toFixed(2) : ''
const costText = (money: Money | undefined): string =>
  money ? (Math.round(money.value * 100) / 10_000).toFixed(4) : ''

const isoCodeOf = (money: Money | undefined, { isoCodes }: Dictionary): string =>
  (money?.value && money.currency && isoCodes.get(money.currency.meta.href)) || ''

/** Formats a number without an exponent. */
const numberText = (value: number | undefined): string =>
  value === undefined ? '' : value.toFixed(6).replace(/\.?0+$/, '')

/**
 * Returns the VAT rate of the product, or of its MoySklad group when the product inherits it. An empty cell
 * leaves the rate to the product group here.
 */
function vatText({ useParentVat, ...row }: MoySkladProduct): string {
  if (useParentVat && row.effectiveVat === undefined) return ''
  const [vat, isOn] = useParentVat ? [row.effectiveVat, row.effectiveVatEnabled] : [row.vat, row.vatEnabled]
  return isOn && vat !== undefined ? String(vat) : 'no vat'
}

/**
 * Returns the word that the file import expects. The import turns unknown words into Other, with a remark on
 * the row.
 */
const subjectText = (type: string | undefined, kind: Kind): string =>
  type === undefined ? kind : (SUBJECTS[type] ?? type)

const SUBJECTS: Record<string, string> = {
  GOOD: 'good',
  EXCISABLE_GOOD: 'excisable',
  SERVICE: 'service',
  WORK: 'service',
  ANOTHER_PAYMENT_ITEM: 'other',
}

const TRACKING: Record<string, string> = {
  NOT_TRACKED: '',
  TOBACCO: 'tobacco',
  SHOES: 'shoes',
  LP_CLOTHES: 'clothes',
  LP_LINENS: 'clothes',
  PERFUMERY: 'perfumery',
  TIRES: 'tires',
  MILK: 'milk',
  WATER: 'water',
  BEER_ALCOHOL: 'beer',
  MEDICAL_DEVICES: 'medical',
  FOOD_SUPPLEMENT: 'supplements',
}
