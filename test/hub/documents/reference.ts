import type pg from 'pg'
import { must } from '#shared/std/must.ts'
import { until } from '#test/support/until.ts'

/** Expected movement of a document line. Quantities are in thousandths and costs in ten-thousandths. */
export interface Leg {
  /** Time in milliseconds since the epoch. */
  at: number
  store: string
  product: string
  /** Document ID and line number. */
  line: string
  units: bigint
  rule: Rule
}
/**
 * Rule for the unit cost. `from` uses the cost at which the given line removed the product. `onAverage` adds
 * overhead per unit to the average cost.
 */
export type Rule =
  | { given: bigint }
  | { onAverage: bigint }
  | { from: string; added: bigint }
  | { counted: bigint }
  | null

export interface Row {
  line: string
  store: string
  product: string
  at: number
  quantity: bigint
  unit: bigint
  cost: bigint
  balance: bigint
  average: bigint
}

/**
 * Computes the ledger sequentially by the rules of docs/domain.md#moving-average, with integers of any size
 * and without the code of the hub. `ownCosts` contains the costs of the products.
 */
export function reference(legs: readonly Leg[], ownCosts: ReadonlyMap<string, bigint>): Row[] {
  const held = new Map<string, { quantity: bigint; average: bigint }>()
  const left = new Map<string, bigint>()
  return legs
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, store, product, line, units, rule }) => {
      const before = held.get(`${store} ${product}`) ?? { quantity: 0n, average: 0n }
      const quantity = rule && 'counted' in rule ? rule.counted - before.quantity : units
      const usual = before.average === 0n ? must(ownCosts.get(product)) : before.average
      const unit = (quantity >= 0n ? incoming(rule, product, usual, left) : undefined) ?? usual
      const after = before.quantity + quantity
      let { average } = before
      if (quantity >= 0n && before.quantity > 0n)
        average = rounded(before.quantity * before.average + quantity * unit, after)
      else if (quantity >= 0n && (after > 0n || before.average === 0n)) average = unit
      if (quantity < 0n) left.set(`${line} ${product}`, unit)
      held.set(`${store} ${product}`, { quantity: after, average })
      const cost = rounded(quantity * unit, 1000n)
      return { line, store, product, at, quantity, unit, cost, balance: after, average }
    })
}

function incoming(
  rule: Rule,
  product: string,
  usual: bigint,
  left: ReadonlyMap<string, bigint>,
): bigint | undefined {
  if (rule && 'given' in rule) return rule.given
  if (rule && 'onAverage' in rule) return usual + rule.onAverage
  if (!rule || !('from' in rule)) return undefined
  const cost = left.get(`${rule.from} ${product}`)
  return cost === undefined ? undefined : cost + rule.added
}

/** Divides two integers and rounds half away from zero. */
export function rounded(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator
  const quotient = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -quotient : quotient
}

/** Waits until no cost recalculation is pending. */
export async function costsWorkedOut(owner: pg.Client, organizationId: string): Promise<void> {
  await until('the costs are worked out', async () => {
    const { rows } = await owner.query('SELECT FROM cost_recalculations WHERE organization_id = $1', [
      organizationId,
    ])
    return rows.length === 0
  })
}

/**
 * Returns the quantity of each product in each store, by `store product`. Products without movements in a
 * store are omitted.
 */
export async function quantitiesOf(owner: pg.Client, organizationId: string): Promise<Map<string, bigint>> {
  const { rows } = await owner.query(
    `SELECT store_id, product_id, quantity FROM stock_balances
     WHERE organization_id = $1 AND isfinite(last_movement_at)`,
    [organizationId],
  )
  return new Map(rows.map((row) => [`${row.store_id} ${row.product_id}`, BigInt(row.quantity)]))
}

/** Returns the movements of an organization in ledger order. */
export async function ledgerOf(owner: pg.Client, organizationId: string): Promise<Row[]> {
  const { rows } = await owner.query(
    `SELECT document_id, line_no, store_id, product_id, moment, quantity, unit_cost, cost_sum, balance_after, average_after
     FROM stock_movements WHERE organization_id = $1 ORDER BY moment, seq`,
    [organizationId],
  )
  return rows.map((row) => ({
    line: `${row.document_id} ${row.line_no}`,
    store: row.store_id,
    product: row.product_id,
    at: row.moment.getTime(),
    quantity: BigInt(row.quantity),
    unit: BigInt(row.unit_cost),
    cost: BigInt(row.cost_sum),
    balance: BigInt(row.balance_after),
    average: BigInt(row.average_after),
  }))
}

/** Returns the rows as sorted text, so that the order of movements at the same moment does not matter. */
export const inWords = (rows: readonly Row[]): string[] =>
  rows.map((row) => Object.values(row).map(String).join(' ')).sort()

/**
 * Returns the rows that break the rules of docs/domain.md#moving-average. Each balance must equal the sum of
 * the quantities. If stock was never negative, quantity × average must equal the sum of the costs, within
 * 0.01 major units per movement.
 */
export function brokenIdentities(rows: readonly Row[]): string[] {
  const broken: string[] = []
  for (const [place, own] of Map.groupBy(rows, ({ store, product }) => `${store} ${product}`)) {
    let quantity = 0n
    let value = 0n
    let wasNegative = false
    for (const [i, row] of own.entries()) {
      quantity += row.quantity
      value += row.cost
      wasNegative ||= quantity < 0n
      if (quantity !== row.balance)
        broken.push(`${place}: movement ${i} leaves ${row.balance}, not ${quantity}`)
      const difference = rounded(row.balance * row.average, 1000n) - value
      const tolerance = 100n * BigInt(i + 1)
      if (!wasNegative && (difference > tolerance || -difference > tolerance))
        broken.push(`${place}: movement ${i} leaves a value that is off by ${difference}`)
    }
  }
  return broken
}
