import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { listIds } from '#hub/db/list-ids.ts'
import { counterparties, countries, priceTypes } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type ExportColumn, exportColumn } from '#hub/exports/export-column.ts'
import type { ExportFile } from '#hub/exports/export-route.ts'
import type { Product, ProductFilter } from '#shared/contracts/catalog/products.ts'
import type { Language } from '#shared/contracts/exports.ts'
import { amountToNumber, costToNumber, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import type { ProductDetails } from './details.ts'
import { requireCosts } from './list-products.ts'
import { listPackUnits } from './packs/packs.ts'
import { retailPriceOf } from './prices/prices.ts'
import { findProducts } from './queries.ts'
import { selectProducts } from './select-products.ts'

interface ExportedProduct extends ProductDetails {
  countryName: string | null
  supplierName: string | null
}
interface Named {
  id: string
  name: string
}
type Column = ExportColumn<ExportedProduct>
const column = exportColumn<ExportedProduct>

/** Returns products as a file with columns that the import can read (shared/imports/header-map.ts). */
export async function productFile(
  tx: Tx,
  filter: ProductFilter,
  actor: Actor,
): Promise<ExportFile<ExportedProduct>> {
  if (filter.belowCost !== undefined) requireCosts(actor)
  const types = await listFurtherPriceTypes(tx)
  const units = await listPackUnits(tx)
  const { where } = await selectProducts(tx, filter)
  return {
    title: { en: 'Products', ru: 'Товары' },
    columns: columnsOf(types, units, actor.permissions.has('costs.view')),
    page: (tx, after, limit) => listForExport(tx, where, after?.id, limit),
  }
}

/** Returns a page of products, ordered by id. */
async function listForExport(
  tx: Tx,
  where: SQL,
  afterId: string | undefined,
  limit: number,
): Promise<ExportedProduct[]> {
  const ids = await listIds(
    tx,
    sql`
    SELECT p.id FROM products p WHERE ${where} ${afterId ? sql`AND p.id > ${afterId}` : sql``}
    ORDER BY p.id LIMIT ${limit}`,
  )
  const products = await findProducts(tx, ids)
  const countryNames = await findNames(
    tx,
    countries,
    products.map((product) => product.countryId),
  )
  const supplierNames = await findNames(
    tx,
    counterparties,
    products.map((product) => product.supplierId),
  )
  return products.map((product) => ({
    ...product,
    countryName: countryNames.get(product.countryId ?? '') ?? null,
    supplierName: supplierNames.get(product.supplierId ?? '') ?? null,
  }))
}

async function findNames(
  tx: Tx,
  table: typeof countries | typeof counterparties,
  ids: (string | null)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))]
  if (known.length === 0) return new Map()
  const rows = await tx
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(
      and(eq(table.organizationId, tx.organizationId), sql`${table.id} = ANY(${sql.param(known)}::uuid[])`),
    )
  return new Map(rows.map((row) => [row.id, row.name]))
}

function listFurtherPriceTypes(tx: Tx): Promise<{ id: string; name: string }[]> {
  return tx
    .select({ id: priceTypes.id, name: priceTypes.name })
    .from(priceTypes)
    .where(and(eq(priceTypes.organizationId, tx.organizationId), eq(priceTypes.isDefault, false)))
    .orderBy(asc(priceTypes.sortOrder), asc(priceTypes.name))
}

const KINDS: Record<Product['kind'], Record<Language, string>> = {
  Good: { en: 'Good', ru: 'Товар' },
  Service: { en: 'Service', ru: 'Услуга' },
  Bundle: { en: 'Bundle', ru: 'Комплект' },
}
const SUBJECTS: Record<Product['paymentSubject'], Record<Language, string>> = {
  Good: { en: 'Good', ru: 'Товар' },
  Excisable: { en: 'Excisable', ru: 'Подакцизный товар' },
  Service: { en: 'Service', ru: 'Услуга' },
  Other: { en: 'Other', ru: 'Другое' },
}
const WITHOUT_VAT: Record<Language, string> = { en: 'without VAT', ru: 'без НДС' }

/** Returns two columns for each pack unit. */
function packColumns(units: readonly Named[]): Column[] {
  const packIn = ({ packs }: ExportedProduct, id: string) => packs.find(({ uomId }) => uomId === id)
  return units.flatMap(({ id, name }) => [
    column(`Pack: ${name}`, `Упаковка: ${name}`, (row) => {
      const pack = packIn(row, id)
      return pack ? quantityToNumber(pack.quantity) : null
    }),
    column(`Pack barcode: ${name}`, `Упаковка(ШК): ${name}`, (row) => packIn(row, id)?.barcode ?? null),
  ])
}

function columnsOf(
  furtherTypes: readonly Named[],
  packUnits: readonly Named[],
  showsCost: boolean,
): Column[] {
  return [
    column('Name', 'Наименование', (row) => row.name),
    column('Code', 'Код', (row) => row.code),
    column('Article', 'Артикул', (row) => row.article),
    column('External code', 'Внешний код', (row) => row.externalCode),
    column('Group', 'Группы', (row) => row.groupPath),
    column('Unit', 'Единица измерения', (row) => row.unitName),
    column('Barcodes', 'Штрихкоды', (row) => row.barcodes.map(({ value }) => value).join('; ') || null),
    ...packColumns(packUnits),
    ...(showsCost ? [column('Cost', 'Закупочная цена', (row) => costToNumber(row.cost))] : []),
    column('Retail price', 'Розничная цена', (row) => amountToNumber(retailPriceOf(row.prices))),
    ...furtherTypes.map(({ id, name }) =>
      column(`Price: ${name}`, `Цена: ${name}`, (row) => {
        const price = row.prices.find(({ priceTypeId }) => priceTypeId === id)
        return price ? amountToNumber(price.value) : null
      }),
    ),
    column('Min price', 'Минимальная цена', (row) => orNull(row.minPrice, amountToNumber)),
    column('VAT', 'НДС', (row, language) =>
      row.vatRate === null ? (row.useGroupVat ? null : WITHOUT_VAT[language]) : percentToNumber(row.vatRate),
    ),
    column('Min stock', 'Неснижаемый остаток', (row) => orNull(row.minStock, quantityToNumber)),
    column('Kind', 'Тип', (row, language) => KINDS[row.kind][language]),
    column(
      'Payment subject',
      'Признак предмета расчета',
      (row, language) => SUBJECTS[row.paymentSubject][language],
    ),
    column(
      'Weighed',
      'Весовой товар',
      yesOrNo((row) => row.isWeighed),
    ),
    column('Weight code', 'Весовой код', (row) => row.weightCode),
    column('Tracking type', 'Тип маркировки', (row) => row.trackingType),
    column(
      'No discounts',
      'Запретить скидки',
      yesOrNo((row) => row.isDiscountProhibited),
    ),
    column('Minimum age', 'Возрастное ограничение', (row) => row.minimumAge),
    column('Weight', 'Вес', (row) => orNull(row.weight, quantityToNumber)),
    column('Volume', 'Объем', (row) => orNull(row.volume, Number)),
    column('Description', 'Описание', (row) => row.description),
    column('Country', 'Страна', (row) => row.countryName),
    column('Supplier', 'Поставщик', (row) => row.supplierName),
    column(
      'Archived',
      'Архивный',
      yesOrNo((row) => row.isArchived),
    ),
  ]
}

function yesOrNo(is: (row: ExportedProduct) => boolean): Column['value'] {
  return (row, language) => (is(row) ? { en: 'yes', ru: 'да' } : { en: 'no', ru: 'нет' })[language]
}

function orNull<Value>(value: Value | null, convert: (value: Value) => number): number | null {
  return value === null ? null : convert(value)
}
