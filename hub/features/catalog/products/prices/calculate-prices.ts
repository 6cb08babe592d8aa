import { and, eq, inArray, sql } from 'drizzle-orm'
import { priceTypes } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { findGroupsAbove, markupOf } from '#hub/documents/groups-above.ts'
import { loadSettings } from '#hub/documents/settings.ts'
import { listNodes } from '#hub/features/catalog/product-groups/queries.ts'
import type { PriceChange } from '#shared/contracts/catalog/products.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { OWN_RATE } from '#shared/money/exchange.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { listPriceTypes } from '../queries.ts'
import { isOfCost, newPrice, type PriceTerms } from './new-price-sql.ts'
import { rateOfPriceType } from './price-type-rate.ts'

/** A price change with its index in the input, and the markup of each group where it is needed. */
export interface ResolvedChange extends PriceChange, PriceTerms {
  index: number
  priceTypeId: string
  markups: { groupId: string; markup: number }[]
}

/**
 * Resolves price changes. Throws `invalid_request` naming a price type that does not exist, or whose currency
 * has no exchange rate.
 */
export async function resolvePriceChanges(
  tx: Tx,
  changes: readonly PriceChange[],
): Promise<ResolvedChange[]> {
  if (changes.length === 0) return []
  const types = await listPriceTypes(tx)
  const { priceRounding: usualRounding } = await loadSettings(tx)
  const byDefault = must(
    types.find((type) => type.isDefault),
    'default price type',
  )
  const markups = changes.some(({ rule }) => rule.kind === 'CostPlusMarkup') ? await listMarkups(tx) : []
  const resolved = changes.map((change, index) => {
    const priceTypeId = change.priceTypeId ?? byDefault.id
    if (!types.some((type) => type.id === priceTypeId))
      throw invalidField(['changes', 'prices', index, 'priceTypeId'], `there is no price type ${priceTypeId}`)
    return { ...change, index, priceTypeId, markups, usualRounding, rate: OWN_RATE }
  })
  for (const change of resolved) {
    await checkSource(tx, change)
    if (isOfCost(change.rule)) change.rate = await requireRate(tx, change)
  }
  return resolved
}

async function requireRate(tx: Tx, { priceTypeId, index }: ResolvedChange): Promise<PriceTerms['rate']> {
  const rate = await rateOfPriceType(tx, priceTypeId)
  if (rate) return rate
  throw invalidField(
    ['changes', 'prices', index, 'priceTypeId'],
    'no exchange rate of its currency is known today',
  )
}

async function checkSource(tx: Tx, { rule, priceTypeId, index }: ResolvedChange): Promise<void> {
  if (rule.kind !== 'FromPriceType') return
  const rows = await tx
    .select({ id: priceTypes.id, currencyId: priceTypes.currencyId })
    .from(priceTypes)
    .where(
      and(
        eq(priceTypes.organizationId, tx.organizationId),
        inArray(priceTypes.id, [rule.priceTypeId, priceTypeId]),
      ),
    )
  const path = ['changes', 'prices', index, 'rule', 'priceTypeId']
  if (!rows.some(({ id }) => id === rule.priceTypeId))
    throw invalidField(path, `there is no price type ${rule.priceTypeId}`)
  if (new Set(rows.map(({ currencyId }) => currencyId)).size > 1)
    throw invalidField(path, 'has another currency')
}

async function listMarkups(tx: Tx): Promise<ResolvedChange['markups']> {
  const ids = (await listNodes(tx)).map((node) => node.id)
  const groups = await findGroupsAbove(tx, ids)
  return ids.map((groupId) => ({ groupId, markup: markupOf(groups, groupId) ?? 0 }))
}

/** New price of a product, in the price type of the change. */
export interface NewPrice {
  id: string
  name: string
  /** Current price, or null. */
  price: Amount | null
  /** New price. Null when there is no price or cost to calculate it from. */
  value: Amount | null
  minPrice: Amount | null
}

/** Returns the effect of the change on the price of each product, ordered by id. Writes nothing. */
export async function calculatePrices(tx: Tx, ids: string[], change: ResolvedChange): Promise<NewPrice[]> {
  const groupIds = sql.param(change.markups.map(({ groupId }) => groupId))
  const markups = sql.param(change.markups.map(({ markup }) => markup))
  const otherId = change.rule.kind === 'FromPriceType' ? change.rule.priceTypeId : null
  const { rows } = await tx.execute<NewPrice & Record<string, unknown>>(sql`
    WITH target AS (
      SELECT p.id, p.name, p.min_price, nullif(r.value, 0) AS price, o.value AS other, p.cost,
        coalesce(g.markup, 0) AS markup
      FROM products p
      LEFT JOIN product_prices r
        ON r.organization_id = ${tx.organizationId} AND r.product_id = p.id AND r.price_type_id = ${change.priceTypeId}
      LEFT JOIN product_prices o
        ON o.organization_id = ${tx.organizationId} AND o.product_id = p.id AND o.price_type_id = ${otherId}::uuid
      LEFT JOIN unnest(${groupIds}::uuid[], ${markups}::numeric[]) AS g (id, markup) ON g.id = p.product_group_id
      WHERE p.organization_id = ${tx.organizationId} AND p.id = ANY(${sql.param(ids)}::uuid[])
    )
    SELECT id, name, price::float8 AS price, (${newPrice(change, change)})::float8 AS value,
      min_price::float8 AS "minPrice"
    FROM target ORDER BY id`)
  return rows
}

/**
 * True when the change needs an existing price, to raise or remove it. A price calculated from other values
 * can be the first one.
 */
export const needsPrice = (change: Pick<ResolvedChange, 'rule'>): boolean =>
  change.rule.kind === 'Percent' || change.rule.kind === 'Add' || isRemoval(change)

/** True for a removal. Setting a price to 0 removes it, but a calculation never does (docs/domain.md#price-types). */
export const isRemoval = ({ rule }: Pick<ResolvedChange, 'rule'>): boolean =>
  rule.kind === 'Set' && rule.value === 0

export const isTooSmall = ({ value, minPrice }: Pick<NewPrice, 'value' | 'minPrice'>): boolean =>
  Number(value) < Math.max(1, minPrice ?? 1)
