import { sql } from 'drizzle-orm'
import { insertRows } from '#hub/db/insert-rows.ts'
import { listIds } from '#hub/db/list-ids.ts'
import { portions } from '#hub/db/records.ts'
import type { FieldValues } from '#hub/db/tables/change-sets.ts'
import { futurePrices } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { checkReferences, lockProducts, refuseUnknown } from '#hub/features/catalog/products/bulk-update.ts'
import { changeProducts, type ProductChange } from '#hub/features/catalog/products/change-products.ts'
import {
  calculatePrices,
  isRemoval,
  isTooSmall,
  type NewPrice,
  needsPrice,
  type ResolvedChange,
  resolvePriceChanges,
} from '#hub/features/catalog/products/prices/calculate-prices.ts'
import { LARGEST_PRICE } from '#hub/features/catalog/products/prices/recalculate-retail.ts'
import { listReferenced, removeProducts } from '#hub/features/catalog/products/remove-products.ts'
import { selectProducts } from '#hub/features/catalog/products/select-products.ts'
import { listPartsInStock } from '#hub/features/catalog/products/unit-changes.ts'
import { listWholeProducts, type WholeProduct } from '#hub/features/catalog/products/whole-products.ts'
import type { ChangeSetCreate } from '#shared/contracts/catalog/change-sets.ts'
import { MAX_FUTURE_PRICES } from '#shared/contracts/catalog/products.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'
import {
  type ChangeKind,
  type CurrentRecord,
  type PlannedRow,
  type RecordChange,
  type Refusal,
  valueIn,
} from './change-kind.ts'
import { isFuturePrice, priceField, readPriceField } from './price-field.ts'

export type ProductsRequest = Extract<ChangeSetCreate, { kind: 'products' }>
type DatedChange = ResolvedChange & { startsAt?: Date | undefined }

/** Number of products per statement. */
const PORTION = 2000

/** Changes of fields and prices of products. */
export const PRODUCT_CHANGES: ChangeKind<ProductsRequest> = {
  async *plan(tx, requested) {
    const { prices, ...given } = requested.changes
    await checkReferences(tx, given)
    for (const [index, { startsAt }] of prices.entries()) {
      if (startsAt && startsAt.getTime() <= Date.now())
        throw invalidField(['changes', 'prices', index, 'startsAt'], 'must be in the future')
    }
    const changes: DatedChange[] = await resolvePriceChanges(tx, prices)
    const fields = fieldsOf(given)
    const wanted = new Set(changes.map((change) => fieldOf(change)))
    for (const ids of portions(await listTargets(tx, requested), PORTION)) {
      const current = new Map((await readProducts(tx, ids, wanted)).map((record) => [record.id, record]))
      const priced: [DatedChange, Map<string, NewPrice>][] = []
      for (const change of changes) {
        const rows = await calculatePrices(tx, ids, change)
        priced.push([change, new Map(rows.map((row) => [row.id, row]))])
      }
      const { unitOfMeasureId: unitId } = given
      const parts = unitId
        ? await listPartsInStock(
            tx,
            ids.map((productId) => ({ productId, unitId })),
          )
        : new Set<string>()
      yield ids.flatMap((id) => {
        const record = current.get(id)
        return record ? [withParts(planned(record, fields, priced), parts)] : []
      })
    }
  },

  async read(tx, ids, fields) {
    await lockProducts(tx, ids)
    return readProducts(tx, ids, fields)
  },

  check: (tx, { changes }) => checkReferences(tx, changes),

  refuses({ values }) {
    const late = Object.keys(values).find((field) => {
      const startsAt = readPriceField(field)?.startsAt
      return startsAt && Date.parse(startsAt) <= Date.now()
    })
    return late === undefined
      ? undefined
      : { code: 'too_late', field: 'price', detail: 'the price was to begin earlier' }
  },

  async write(tx, changes) {
    await changeProducts(tx, changes.map(productChange))
    await writeFuturePrices(tx, changes)
  },

  removal: { listUsed: listReferenced, remove: removeProducts },
}

/**
 * Returns the changed fields. Setting a VAT rate also switches off the group's rate, unless the input says
 * otherwise.
 */
function fieldsOf(changes: Omit<ProductsRequest['changes'], 'prices'>): FieldValues {
  const useGroupVat = changes.useGroupVat ?? (changes.vatRate === undefined ? undefined : false)
  return Object.fromEntries(
    Object.entries({ ...changes, useGroupVat }).filter(([, value]) => value !== undefined),
  )
}

/** Returns the ids, ordered by name. Throws `invalid_request` naming unknown ids. */
async function listTargets(tx: Tx, { ids, filter }: ProductsRequest): Promise<string[]> {
  if (ids) {
    await refuseUnknown(tx, ids)
    return listIds(
      tx,
      sql`SELECT id FROM products
        WHERE organization_id = ${tx.organizationId} AND id = ANY(${sql.param(ids)}::uuid[]) ORDER BY name, id`,
    )
  }
  const { where } = await selectProducts(tx, filter ?? {})
  return listIds(tx, sql`SELECT p.id FROM products p WHERE ${where} ORDER BY p.name, p.id`)
}

async function readProducts(tx: Tx, ids: string[], fields: ReadonlySet<string>): Promise<CurrentRecord[]> {
  const named = sql`SELECT unnest(${sql.param(ids)}::uuid[]) AS id`
  const products = await listWholeProducts(tx, named)
  const future = [...fields].some(isFuturePrice) ? await readFuturePrices(tx, ids) : new Map()
  return products.map((product) => {
    const { id, version, prices, ...values } = product
    const byField = Object.entries(prices).map(([type, value]) => [priceField(type), value])
    return { id, version, values: { ...values, ...Object.fromEntries(byField), ...future.get(id) } }
  })
}

async function readFuturePrices(tx: Tx, ids: string[]): Promise<Map<string, FieldValues>> {
  const { rows } = await tx.execute<{ id: string; type: string; starts: string; value: number }>(sql`
    SELECT product_id AS id, price_type_id AS type, value::float8 AS value,
      (extract(epoch FROM starts_at) * 1000)::float8 AS starts
    FROM future_prices
    WHERE organization_id = ${tx.organizationId} AND product_id = ANY(${sql.param(ids)}::uuid[])`)
  const found = new Map<string, FieldValues>()
  for (const { id, type, starts, value } of rows) {
    const startsAt = new Date(Number(starts))
    found.set(id, { ...found.get(id), [priceField(type, startsAt)]: value })
  }
  return found
}

const fieldOf = ({ priceTypeId, startsAt }: DatedChange): string => priceField(priceTypeId, startsAt)

function planned(
  record: CurrentRecord,
  fields: FieldValues,
  priced: readonly [DatedChange, ReadonlyMap<string, NewPrice>][],
): PlannedRow {
  const after: FieldValues = { ...fields }
  let refusal: Refusal | null = null
  for (const [change, prices] of priced) {
    const price = prices.get(record.id)
    if (!price) continue
    refusal ??= refusalOf(change, price, record)
    after[fieldOf(change)] = isRemoval(change) ? null : price.value
  }
  const before = Object.fromEntries(Object.keys(after).map((field) => [field, valueIn(record, field)]))
  const name = String(record.values.name)
  return { recordId: record.id, name, version: record.version, before, after, refusal }
}

function withParts(row: PlannedRow, parts: ReadonlySet<string>): PlannedRow {
  if (row.refusal || !parts.has(row.recordId ?? '')) return row
  const detail = 'a part of a unit is in stock: it cannot be counted in whole units'
  return { ...row, refusal: { code: 'parts_in_stock', field: 'unitOfMeasureId', detail } }
}

function refusalOf(change: DatedChange, price: NewPrice, { values }: CurrentRecord): Refusal | null {
  const refuse = (code: Refusal['code'], detail: string): Refusal => ({ code, field: 'price', detail })
  const { rule, startsAt } = change
  if (isRemoval(change))
    return startsAt ? refuse('price_too_small', 'a price to come must be at least 0.01') : null
  if (price.price === null && needsPrice(change)) return refuse('no_price', 'it has no price to change')
  if (price.value === null)
    return rule.kind === 'FromPriceType'
      ? refuse('no_price', 'it has no price of the other price type')
      : refuse('no_cost', 'it has no cost to calculate a price from')
  if (isTooSmall(price)) return refuse('price_too_small', 'the price would be below its minimum')
  if (price.value > LARGEST_PRICE) return refuse('price_too_large', 'the price would be too large')
  const field = fieldOf(change)
  const toCome = Object.keys(values).filter((each) => isFuturePrice(each) && each !== field)
  return startsAt && toCome.length >= MAX_FUTURE_PRICES
    ? refuse('too_many_future_prices', `a product has at most ${MAX_FUTURE_PRICES} prices to come`)
    : null
}

function productChange({ current, values }: RecordChange): ProductChange {
  const { barcodes, packs } = values as Partial<WholeProduct>
  const prices = Object.entries(values).flatMap(([field, value]) => {
    const price = readPriceField(field)
    return price && !price.startsAt ? [[price.priceTypeId, value as Amount | null] as const] : []
  })
  return {
    id: current.id,
    version: current.version,
    barcodes: barcodes ?? null,
    packs: packs ?? null,
    values: columnsOf({ ...current.values, ...values }),
    prices: new Map(prices),
  }
}

const columnsOf = (values: FieldValues): ProductChange['values'] => {
  const { barcodes: _, packs: __, ...columns } = values
  return Object.fromEntries(
    Object.entries(columns).filter(([field]) => !readPriceField(field)),
  ) as unknown as ProductChange['values']
}

async function writeFuturePrices(tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const all = changes.flatMap(({ current, values }) =>
    Object.entries(values).flatMap(([field, value]) => {
      const { priceTypeId, startsAt } = readPriceField(field) ?? {}
      if (!priceTypeId || !startsAt) return []
      return {
        productId: current.id,
        priceTypeId,
        startsAt: new Date(startsAt),
        value: value as Amount | null,
      }
    }),
  )
  const removed = all.filter(({ value }) => value === null)
  if (removed.length > 0)
    await tx.execute(sql`
      DELETE FROM future_prices
      WHERE organization_id = ${tx.organizationId} AND (product_id, price_type_id, starts_at) IN (
        SELECT * FROM unnest(
          ${sql.param(removed.map(({ productId }) => productId))}::uuid[],
          ${sql.param(removed.map(({ priceTypeId }) => priceTypeId))}::uuid[],
          ${sql.param(removed.map(({ startsAt }) => startsAt.toISOString()))}::timestamptz[]))`)
  await insertRows(
    tx,
    futurePrices,
    all.flatMap(({ value, ...key }) =>
      value === null ? [] : { organizationId: tx.organizationId, ...key, value },
    ),
    'ON CONFLICT (organization_id, product_id, price_type_id, starts_at) DO UPDATE SET value = excluded.value',
  )
}
