import type pg from 'pg'
import { expect } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { type Device, saleBody } from '#test/support/device.ts'
import { BASES, type Office } from './book-keeping.ts'
import { type Leg, type Rule, rounded } from './reference.ts'

/** A document of head office with its successive versions, or a till receipt. */
export type Action =
  | { id: string; base: string; versions: { body: Record<string, unknown>; legs: Leg[] }[] }
  | { id: string; sale: ReturnType<typeof saleBody>; legs: Leg[] }

export type Random = (limit: number) => number

export function randomFrom(seed: number): Random {
  let state = seed * 7919 + 1
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

const BEGINNING = Date.UTC(2026, 0, 1)
/** Length of a time slot in milliseconds. 60 slots are five days. */
const SLOT_MS = 2 * 3_600_000
/**
 * Offset in milliseconds at which stock counts start within a slot. Documents and receipts use the time
 * before it, so that no two actions have the same time.
 */
const COUNTS_FROM_MS = 55_000

/**
 * Generates actions that change stock, each at a different time. Use `shuffled` to randomize the order of
 * execution.
 */
export function tellHistory(
  office: Office,
  products: readonly string[],
  random: Random,
  size: number,
): Action[] {
  const kinds = Array.from({ length: size }, () => must(KINDS[random(KINDS.length)]))
  const teller = { office, products, random }
  const sales: Receipt[] = []
  const actions: Action[] = []
  const returns: number[] = []
  for (const [slot, kind] of kinds.entries()) {
    if (kind === 'return') returns.push(slot)
    else if (kind === 'sale') {
      const sale = receiptOf(teller, slot)
      sales.push(sale)
      actions.push(commandOf(teller, sale))
    } else actions.push(documentOf(teller, kind, slot))
  }
  for (const slot of returns) actions.push(commandOf(teller, returnOf(teller, slot, sales)))
  return actions
}

export const legsOf = (action: Action): Leg[] =>
  'sale' in action ? action.legs : must(action.versions.at(-1)).legs

export function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, place: random(1_000_000) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Saves and posts all versions of a document in turn, or uploads a receipt. */
export async function perform({ api }: Office, device: Device, action: Action): Promise<void> {
  if ('sale' in action) {
    const { body } = await device.upload([device.item(action.sale)])
    expect(body.results?.[0]?.result, JSON.stringify(body)).toBe('accepted')
    return
  }
  const path = `${action.base}/${action.id}`
  for (const [i, version] of action.versions.entries()) {
    const { body } = version
    if (i === 0) await done(api.post(action.base, { id: action.id, ...body }))
    else {
      const unposted = await done(api.post(`${path}/unpost`))
      await done(api.put(path, { ...body, version: unposted.version }))
    }
    await done(api.post(`${path}/post`))
  }
}

/**
 * Returns the ledger entries of products that a full count sets to zero without listing them. They include
 * stock present at the count and goods posted later with an earlier date.
 */
export async function legsAdded(owner: pg.Client, actions: readonly Action[]): Promise<Leg[]> {
  const { rows } = await owner.query(
    `SELECT line.document_id, line.line_no, line.product_id, count.store_id, count.date
     FROM document_lines AS line
     JOIN documents AS count ON count.organization_id = line.organization_id AND count.id = line.document_id
     WHERE line.is_added AND count.id = ANY($1)`,
    [actions.flatMap((action) => ('sale' in action ? [] : [action.id]))],
  )
  return rows.map((row) => ({
    at: row.date.getTime(),
    store: row.store_id,
    product: row.product_id,
    line: `${row.document_id} ${row.line_no}`,
    units: 0n,
    rule: { counted: 0n },
  }))
}

/** Returns the body of a response. Fails when the request does not succeed. */
export async function done(answer: ReturnType<Office['api']['post']>) {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

interface Teller {
  office: Office
  products: readonly string[]
  random: Random
}

const DOCUMENT_KINDS = [
  ...(['supply', 'supply', 'supply', 'enter', 'loss', 'demand'] as const),
  ...(['supplierReturn', 'transfer', 'transfer', 'inventory', 'inventory'] as const),
]
type DocumentName = (typeof DOCUMENT_KINDS)[number]
const KINDS = [...DOCUMENT_KINDS, 'sale', 'sale', 'sale', 'sale', 'return', 'return', 'return'] as const

/** Exchange rate: ten-thousandths of a major unit of the organization's currency per `multiplicity` foreign units. */
interface Exchange {
  rate: number
  multiplicity: number
}
const OWN: Exchange = { rate: 10_000, multiplicity: 1 }

/** Dollar exchange rates by the first day on which they apply, in the time zone of the office (Almaty). */
const RATES: ReadonlyMap<string, Exchange> = new Map([
  ['2026-01-01', { rate: 4_505_000, multiplicity: 1 }],
  ['2026-01-02', { rate: 46_123_457, multiplicity: 10 }],
  ['2026-01-04', { rate: 4_498_765, multiplicity: 1 }],
])
const ALMATY_MS = 5 * 3_600_000

/** Sets the exchange rates that documents use when they state none. */
export async function setRates({ api, dollar }: Office): Promise<void> {
  for (const [day, { rate, multiplicity }] of RATES)
    await done(
      api.post(`/api/catalog/currencies/${dollar}/rates`, { day, rate: rate / 10_000, multiplicity }),
    )
}

function rateAt(at: number): Exchange {
  const today = new Date(at + ALMATY_MS).toISOString().slice(0, 10)
  const begun = [...RATES].filter(([day]) => day <= today)
  return must(begun.at(-1))[1]
}

interface Line {
  productId: string
  milli: number
  /** Price in ten-thousandths of a major unit. */
  price: number
}

function linesOf({ products, random }: Teller, isWhole: boolean): Line[] {
  return Array.from({ length: 1 + random(4) }, () => ({
    productId: must(products[random(products.length)]),
    milli: isWhole ? 1000 * (1 + random(9)) : 1 + random(9000),
    price: 1 + random(9_000_000),
  }))
}

const momentIn = ({ random }: Teller, slot: number): number => BEGINNING + slot * SLOT_MS + random(50_000)

function documentOf(teller: Teller, kind: DocumentName, slot: number): Action {
  const id = newId()
  const versions = Array.from({ length: teller.random(3) === 0 ? 2 : 1 }, () =>
    versionOf(teller, kind, id, slot),
  )
  return { id, base: BASES[kind], versions }
}

function versionOf(teller: Teller, kind: DocumentName, id: string, slot: number) {
  const { office, random } = teller
  const at = momentIn(teller, slot)
  const [store, target] =
    random(2) === 0 ? [office.store, office.otherStore] : [office.otherStore, office.store]
  const lines = linesOf(teller, true)
  const header = { storeId: store, date: new Date(at).toISOString() }
  const leg = (line: Line, i: number, more: Partial<Leg> & { units: bigint; rule: Rule }): Leg => ({
    at,
    store,
    product: line.productId,
    line: `${id} ${i + 1}`,
    ...more,
  })
  const bodyOf = (more: object, lineOf: (line: Line, i: number) => object, of: object = header) => ({
    ...of,
    ...more,
    lines: lines.map((line, i) => ({ productId: line.productId, ...lineOf(line, i) })),
  })
  const goods = ({ milli }: Line) => ({ quantity: milli / 1000 })
  const priced = (line: Line) => ({ ...goods(line), price: line.price / 10_000 })
  const out = lines.map((line, i) => leg(line, i, { units: -BigInt(line.milli), rule: null }))
  const counterpartyId = office.supplier
  const { exchange, stated } = exchangeOf(teller, at)
  const inCurrency = { counterpartyId, ...stated }
  switch (kind) {
    case 'supply':
      return {
        body: bodyOf(inCurrency, priced),
        legs: lines.map((line, i) =>
          leg(line, i, { units: BigInt(line.milli), rule: { given: landed(line, 0, exchange) } }),
        ),
      }
    case 'enter': {
      // Lines with an odd index have no price, so the ledger determines their cost.
      const isPriced = (i: number) => i % 2 === 0
      // The tests of `spread` cover overhead spread over several lines.
      const isAlone = lines.length === 1
      const overhead = isAlone ? random(5000) : 0
      const priceless = isAlone && random(2) === 0
      const onAverage = (line: Line) => rounded(BigInt(overhead) * 100_000n, BigInt(line.milli))
      return {
        body: bodyOf({ overheadSum: overhead / 100 }, (line, i) =>
          isPriced(i) && !priceless ? priced(line) : goods(line),
        ),
        legs: lines.map((line, i) =>
          leg(line, i, {
            units: BigInt(line.milli),
            rule:
              isPriced(i) && !priceless ? { given: landed(line, overhead) } : { onAverage: onAverage(line) },
          }),
        ),
      }
    }
    case 'demand':
    case 'supplierReturn':
      return { body: bodyOf(inCurrency, priced), legs: out }
    case 'loss':
      return { body: bodyOf({}, goods), legs: out }
    case 'transfer': {
      const overhead = lines.length === 1 ? random(5000) : 0
      const legs = lines.flatMap((line, i) => {
        const from = {
          from: `${id} ${i + 1}`,
          added: rounded(BigInt(overhead) * 100_000n, BigInt(line.milli)),
        }
        return [must(out[i]), leg(line, i, { store: target, units: BigInt(line.milli), rule: from })]
      })
      const between = { date: header.date, sourceStoreId: store, targetStoreId: target }
      return { body: bodyOf({ overheadSum: overhead / 100 }, goods, between), legs }
    }
    case 'inventory':
      return countOf(teller, { id, slot, at, store, header, lines })
  }
}

/**
 * Returns a random exchange rate for a document. Three in five documents use another currency, and some of
 * these use the rate of their day.
 */
function exchangeOf({ office, random }: Teller, at: number): { exchange: Exchange; stated: object } {
  const currencyId = office.dollar
  const kind = random(5)
  if (kind < 2) {
    const exchange = { rate: 1 + random(9_000_000), multiplicity: 10 ** random(3) }
    const { rate, multiplicity } = exchange
    return { exchange, stated: { currencyId, rate: rate / 10_000, multiplicity } }
  }
  return kind === 2 ? { exchange: rateAt(at), stated: { currencyId } } : { exchange: OWN, stated: {} }
}

interface Count {
  id: string
  slot: number
  at: number
  store: string
  header: object
  lines: Line[]
}

/** Returns a stock count. Some lines have a separate counting time, in an earlier or later slot. */
function countOf({ random, products }: Teller, { id, slot, at, store, header, lines }: Count) {
  const once = lines.filter(
    ({ productId }, i) => lines.findIndex((line) => line.productId === productId) === i,
  )
  const counted = once.map((line) => ({
    ...line,
    countedAt:
      random(2) === 0
        ? null
        : BEGINNING + random(slot + 5) * SLOT_MS + COUNTS_FROM_MS + slot * products.length,
  }))
  return {
    body: {
      ...header,
      ...(random(3) === 0 && { scope: 'Full', zeroUncounted: true }),
      lines: counted.map(({ productId, milli, countedAt }) => ({
        productId,
        countedQuantity: milli / 1000,
        countedAt: countedAt === null ? null : new Date(countedAt).toISOString(),
      })),
    },
    legs: counted.map(
      ({ productId, milli, countedAt }, i): Leg => ({
        at: countedAt ?? at,
        store,
        product: productId,
        line: `${id} ${i + 1}`,
        units: 0n,
        rule: { counted: BigInt(milli) },
      }),
    ),
  }
}

/**
 * Returns the unit cost. The total of the line is rounded, converted, rounded again, increased by the
 * converted overhead and divided by the quantity.
 */
function landed({ milli, price }: Line, overhead = 0, { rate, multiplicity } = OWN): bigint {
  const own = (sum: bigint) => rounded(sum * BigInt(rate), 10_000n * BigInt(multiplicity))
  const sum = own(rounded(BigInt(milli) * BigInt(price), 1000n * 100n)) + own(BigInt(overhead))
  return rounded(sum * 100_000n, BigInt(milli))
}

interface Receipt {
  id: string
  at: number
  store: string
  isReturn: boolean
  /** ID of the original receipt, or null for a return without a receipt. */
  originalSaleId: string | null
  lines: (Line & { originalLineNo?: number })[]
}

function receiptOf(teller: Teller, slot: number): Receipt {
  const { office, random } = teller
  return {
    id: newId(),
    at: momentIn(teller, slot),
    isReturn: false,
    originalSaleId: null,
    store: random(2) === 0 ? office.store : office.otherStore,
    lines: linesOf(teller, false),
  }
}

/**
 * Generates a return of a random receipt, possibly a later one. Some returns refer to a wrong line or to no
 * receipt.
 */
function returnOf(teller: Teller, slot: number, sales: readonly Receipt[]): Receipt {
  const { random } = teller
  const bare = { ...receiptOf(teller, slot), isReturn: true }
  const sale = sales[random(sales.length)]
  if (!sale || random(5) === 0) return bare
  const lines = sale.lines.map((line, i) => ({ ...line, originalLineNo: i + 1 + (random(6) === 0 ? 1 : 0) }))
  return { ...bare, originalSaleId: sale.id, lines: lines.slice(0, 1 + random(lines.length)) }
}

function commandOf({ office }: Teller, { id, at, store, isReturn, originalSaleId, lines }: Receipt): Action {
  const sale = saleBody(
    office.organization,
    lines.map(({ productId, milli, originalLineNo }) => ({
      productId,
      quantity: milli / 1000,
      price: 100,
      ...(originalLineNo && originalSaleId && { originalLineNo }),
    })),
    { id, storeId: store, soldAt: new Date(at).toISOString(), isReturn, originalSaleId },
  )
  const legs = lines.map(
    ({ productId, milli, originalLineNo }, i): Leg => ({
      at,
      store,
      product: productId,
      line: `${id} ${i + 1}`,
      units: isReturn ? BigInt(milli) : -BigInt(milli),
      rule: originalSaleId ? { from: `${originalSaleId} ${originalLineNo}`, added: 0n } : null,
    }),
  )
  return { id, sale, legs }
}
