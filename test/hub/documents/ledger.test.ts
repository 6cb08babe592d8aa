import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { createProduct } from '#test/support/device.ts'
import { useHub } from '#test/support/hub.ts'
import { BASES, type Office, openOffice } from './book-keeping.ts'

/** What a document is to do, and what the reference makes of it. */
interface Plan {
  base: string
  body: Record<string, unknown>
  at: number
  legs: { store: string; product: string; units: bigint; rule: Rule }[]
  id?: string
}
type Rule = { given: bigint } | { from: string; added: bigint } | { counted: bigint } | null

function randomFrom(seed: number): (limit: number) => number {
  let state = seed * 7919 + 1
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

/** Documents at moments of their own, with a few lines each. */
function plan(
  office: Office,
  products: string[],
  random: (limit: number) => number,
  documents: number,
): Plan[] {
  const stores = [office.store, office.otherStore]
  return Array.from({ length: documents }, (_, i) => {
    const at = Date.UTC(2026, 0, 1) + i * 60_000 + random(50_000)
    const chosen = products.filter(() => random(2) === 0)
    const lines = (chosen.length > 0 ? chosen : [must(products[0])]).map((productId) => ({
      productId,
      milli: 1000 * (1 + random(9)),
      price: 1 + random(900),
    }))
    const [store, target] = random(2) === 0 ? stores : stores.toReversed()
    return planOf(office, random(7), at, must(store), must(target), lines)
  })
}

function planOf(
  office: Office,
  choice: number,
  at: number,
  store: string,
  target: string,
  lines: { productId: string; milli: number; price: number }[],
): Plan {
  const legs = (sign: bigint, rule: (line: (typeof lines)[number]) => Rule, where = store) =>
    lines.map((line) => ({
      store: where,
      product: line.productId,
      units: sign * BigInt(line.milli),
      rule: rule(line),
    }))
  const document = (base: string, more: object, of: Plan['legs']): Plan => ({
    base,
    at,
    legs: of,
    body: {
      ...{ storeId: store, date: new Date(at).toISOString(), ...more },
      lines: lines.map(({ productId, milli, price }) => ({
        productId,
        ...(base === BASES.inventory ? { countedQuantity: milli / 1000 } : { quantity: milli / 1000 }),
        ...(/supplies|enters/.test(base) && { price }),
      })),
    },
  })
  const out = (): Plan['legs'] => legs(-1n, () => null)
  if (choice <= 2)
    return document(
      BASES.supply,
      { counterpartyId: office.supplier },
      legs(1n, ({ price }) => ({ given: BigInt(price) * 10_000n })),
    )
  if (choice === 3) return document(BASES.loss, {}, out())
  if (choice === 4)
    return document(
      BASES.inventory,
      {},
      legs(0n, ({ milli }) => ({ counted: BigInt(milli) })),
    )
  if (choice === 5)
    return document(
      BASES.enter,
      {},
      legs(1n, ({ price }) => ({ given: BigInt(price) * 10_000n })),
    )
  const back = legs(1n, ({ productId }) => ({ from: `${at} ${productId}`, added: 0n }), target)
  return document(
    BASES.transfer,
    { targetStoreId: target },
    out().flatMap((leg, i) => [leg, must(back[i])]),
  )
}

interface Row {
  store: string
  product: string
  at: number
  quantity: bigint
  unit: bigint
  cost: bigint
  balance: bigint
  average: bigint
}

/** The rules of domain.md 2.2 once more, in a straight line: nothing of it is the product's code. */
function reference(plans: readonly Plan[]): Row[] {
  const held = new Map<string, { quantity: bigint; average: bigint }>()
  const left = new Map<string, bigint>()
  const rows: Row[] = []
  for (const { at, legs } of plans.toSorted((a, b) => a.at - b.at)) {
    for (const { store, product, units, rule } of legs) {
      const before = held.get(`${store} ${product}`) ?? { quantity: 0n, average: 0n }
      const quantity = rule && 'counted' in rule ? rule.counted - before.quantity : units
      let unit = before.average
      if (quantity >= 0n && rule && 'given' in rule) unit = rule.given
      if (quantity >= 0n && rule && 'from' in rule) unit = left.get(rule.from) ?? unit
      const after = before.quantity + quantity
      let average = before.average
      if (quantity >= 0n && before.quantity > 0n)
        average = rounded(before.quantity * before.average + quantity * unit, after)
      else if (quantity >= 0n && (after > 0n || before.average === 0n)) average = unit
      if (quantity < 0n) left.set(`${at} ${product}`, unit)
      held.set(`${store} ${product}`, { quantity: after, average })
      rows.push({
        store,
        product,
        at,
        quantity,
        unit,
        cost: rounded(quantity * unit, 1000n),
        balance: after,
        average,
      })
    }
  }
  return rows
}

function rounded(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator
  const quotient = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -quotient : quotient
}

const inOrder = (rows: Row[]): string[] => rows.map((row) => Object.values(row).map(String).join(' ')).sort()

async function ledgerOf(owner: pg.Client, { organization }: Office): Promise<Row[]> {
  const { rows } = await owner.query(
    `SELECT store_id, product_id, moment, quantity, unit_cost, cost_sum, balance_after, average_after
     FROM stock_movements WHERE organization_id = $1`,
    [organization.organizationId],
  )
  return rows.map((row) => ({
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

/** Works the jobs off, `width` at a time. */
async function inParallel<T>(
  jobs: readonly T[],
  width: number,
  work: (job: T) => Promise<void>,
): Promise<void> {
  const waiting = [...jobs]
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await work(job)
    }),
  )
}

const SEEDS = [1, 2, 3]

describe('the ledger', () => {
  const door = useHub()
  let owner: pg.Client
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: door.database.ownerUrl })
    await owner.connect()
  })
  afterAll(() => owner.end())

  it.each(SEEDS)(
    'of documents posted at once, in any order, is that of the reference (seed %d)',
    async (seed) => {
      const random = randomFrom(seed)
      const office = await openOffice(door)
      await owner.query(
        'UPDATE organization_settings SET allow_negative_stock = true, update_cost_on_supply = false WHERE organization_id = $1',
        [office.organization.organizationId],
      )
      const products = [office.tea]
      for (const name of ['Coffee', 'Sugar'])
        products.push(await createProduct(office.organization, { name }))
      const plans = plan(office, products, random, 40)
      const shuffled = plans.toSorted(() => random(3) - 1)
      await inParallel(shuffled, 8, async (one) => {
        const created = await office.api.post(one.base, one.body)
        expect(created.status, JSON.stringify(created.body)).toBe(201)
        one.id = created.body.id
        const posted = await office.api.post(`${one.base}/${one.id}/post`)
        expect(posted.status, JSON.stringify(posted.body)).toBe(200)
      })
      expect(inOrder(await ledgerOf(owner, office))).toEqual(inOrder(reference(plans)))

      const unposted = new Set(plans.filter(() => random(3) === 0))
      await inParallel([...unposted], 4, async ({ base, id }) => {
        const answer = await office.api.post(`${base}/${id}/unpost`)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      })
      expect(inOrder(await ledgerOf(owner, office))).toEqual(
        inOrder(reference(plans.filter((one) => !unposted.has(one)))),
      )
      const { rows } = await owner.query(
        `SELECT count(*) AS wrong FROM stock_balances b
       LEFT JOIN LATERAL (
         SELECT balance_after, average_after FROM stock_movements m
         WHERE m.organization_id = b.organization_id AND m.store_id = b.store_id AND m.product_id = b.product_id
         ORDER BY moment DESC, seq DESC LIMIT 1
       ) AS last ON true
       WHERE organization_id = $1
         AND (quantity, average_cost) IS DISTINCT FROM (coalesce(balance_after, 0), coalesce(average_after, 0))`,
        [office.organization.organizationId],
      )
      expect(Number(rows[0].wrong)).toBe(0)
    },
  )
})
