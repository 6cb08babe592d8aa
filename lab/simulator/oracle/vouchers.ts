import type { GiftVoucher } from '#shared/contracts/loyalty/vouchers.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { keyOf } from '../world/vouchers.ts'
import type { World } from '../world/world.ts'
import type { Check } from './coverage.ts'
import { type HubState, saleOf } from './hub-state.ts'
import type { Finding } from './judge.ts'

/** Effect of a receipt on a voucher in hundredths, negative when the balance decreases. */
interface Move {
  kind: 'Sale' | 'Reload' | 'SaleReturn' | 'Spend' | 'Refund'
  key: string
  amount: number
}

interface Voucher {
  id: string
  key: string
  createdAt: Date
  blockedAt: Date | null
  expiresAt: Date | null
}

interface Entry {
  id: string
  voucherId: string
  saleId: string | null
  kind: Move['kind'] | 'Issue' | 'Adjust'
  amount: number
  at: Date
}

interface Booked {
  id: string
  date: Date
  postedAt: Date
  flags: { code: string }[]
}

interface Counted {
  /** Vouchers by number key. */
  vouchers: Map<string, Voucher>
  /** Posted receipts that affect vouchers, as written by the tills. */
  sales: { sale: SaleBody; moves: Move[]; booked: Booked }[]
  /** Entries in posting order, by voucher id. */
  entries: Map<string, Entry[]>
}

type Say = (by: Check, what: string) => void

/**
 * Calculates vouchers from those issued by head office and the records of tills, without using product code.
 * Checks the effect of each receipt, the balance of each voucher, and the flags shown to users.
 */
export async function checkVouchers(world: World, hub: HubState): Promise<Finding[]> {
  const findings: Finding[] = []
  const say: Say = (by, what) => void findings.push({ kind: 'missed', by, what })
  const counted = await count(world, hub)
  checkBooked(world, counted, say)
  await checkBalances(world, counted, say)
  checkFlags(world, counted, say)
  return findings
}

async function count({ database }: World, hub: HubState): Promise<Counted> {
  const vouchers = await database.read<Voucher>(
    `SELECT id, number_key AS key, created_at AS "createdAt", blocked_at AS "blockedAt",
       expires_at AS "expiresAt" FROM gift_vouchers`,
  )
  // Ids increase in order of creation.
  const entries = await database.read<Omit<Entry, 'amount'> & { amount: string }>(
    `SELECT id, voucher_id AS "voucherId", sale_id AS "saleId", kind, amount, at
     FROM gift_voucher_entries ORDER BY id`,
  )
  const posted = await database.read<Booked>(
    `SELECT id, date, posted_at AS "postedAt", flags FROM retail_sales WHERE status = 'Posted'`,
  )
  const booked = new Map(posted.map((sale) => [sale.id, sale]))
  const sales = [...hub.uploads.values()]
    .filter(({ status }) => status === 'posted')
    .flatMap((upload) => {
      const sale = saleOf(upload)
      const own = sale && booked.get(sale.id)
      const moves = own ? movesOf(sale) : []
      return own && moves.length > 0 ? [{ sale, moves, booked: own }] : []
    })
  return {
    vouchers: new Map(vouchers.map((voucher) => [voucher.key, voucher])),
    sales,
    entries: Map.groupBy(
      entries.map((entry) => ({ ...entry, amount: Number(entry.amount) })),
      ({ voucherId }) => voucherId,
    ),
  }
}

const cents = (value: number): number => Math.round(value * 100)
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

function movesOf({ isReturn, vouchers = [], payments }: SaleBody): Move[] {
  return [
    ...vouchers.map(({ number, amount, isReload }): Move => {
      const kind = isReturn ? 'SaleReturn' : isReload ? 'Reload' : 'Sale'
      return { kind, key: keyOf(number), amount: isReturn ? -cents(amount) : cents(amount) }
    }),
    ...payments
      .filter(({ type }) => type === 'GiftCard')
      .map(({ amount, reference }): Move => {
        const kind = isReturn ? 'Refund' : 'Spend'
        return { kind, key: keyOf(reference ?? ''), amount: isReturn ? cents(amount) : -cents(amount) }
      }),
  ]
}

/** Checks that each receipt has affected each of its vouchers exactly once, and that there are no other entries. */
function checkBooked({ coverage }: World, { vouchers, sales, entries }: Counted, say: Say): void {
  const known = new Set(sales.map(({ sale }) => sale.id))
  for (const { sale, moves } of coverage.of('vouchers booked', sales)) {
    for (const [key, own] of Map.groupBy(moves, (move) => move.key)) {
      const voucher = vouchers.get(key)
      if (!voucher) {
        if (own.some(({ kind }) => kind !== 'Spend' && kind !== 'Refund'))
          say(
            'vouchers booked',
            `receipt ${sale.receiptNumber} has sold the voucher ${key}, which is not there`,
          )
        continue
      }
      const is = (entries.get(voucher.id) ?? [])
        .filter(({ saleId }) => saleId === sale.id)
        .map(({ kind, amount }) => `${kind} ${amount}`)
      const due = own.map(({ kind, amount }) => `${kind} ${amount}`)
      if (String(is.toSorted()) !== String(due.toSorted()))
        say(
          'vouchers booked',
          `receipt ${sale.receiptNumber} has ${is} for the voucher ${key}, ${due} are due`,
        )
    }
  }
  for (const { saleId, kind } of [...entries.values()].flat())
    if (saleId !== null && !known.has(saleId))
      say('vouchers booked', `${kind} of the sale ${saleId}, which is not posted or names no voucher`)
}

/**
 * Checks that the balance of a voucher equals all amounts issued, sold, loaded and refunded, minus amounts
 * spent and cancelled.
 */
async function checkBalances(world: World, { vouchers, sales }: Counted, say: Say): Promise<void> {
  const { coverage, shop, office, wasRestored } = world
  const moves = Map.groupBy(
    sales.flatMap((sale) => sale.moves),
    ({ key }) => key,
  )
  const issued = new Map(shop.vouchers.map((voucher) => [voucher.id, voucher]))
  for (const { id, number } of issued.values())
    if (!wasRestored && vouchers.get(keyOf(number))?.id !== id)
      say('balances of vouchers', `${number} was issued and is not there`)
  for (const { id, key } of coverage.of('balances of vouchers', vouchers.values())) {
    const due = cents(issued.get(id)?.value ?? 0) + total((moves.get(key) ?? []).map(({ amount }) => amount))
    const answer = await world.await(office.send('GET', `/api/loyalty/vouchers/${id}`))
    const is = cents((answer?.body as GiftVoucher | undefined)?.balance ?? Number.NaN)
    if (is !== due) say('balances of vouchers', `the voucher ${key} has ${is}, and comes to ${due}`)
  }
}

/**
 * Checks that receipts are flagged if and only if a voucher already existed, or was unknown, blocked, expired
 * or spent.
 */
function checkFlags(world: World, { vouchers, sales, entries }: Counted, say: Say): void {
  for (const { sale, moves, booked } of world.coverage.of('flags of vouchers', sales)) {
    const due = new Map<string, boolean | null>(CODES.map((code) => [code, false]))
    for (const move of moves) {
      const voucher = vouchers.get(move.key)
      const ledger = voucher ? (entries.get(voucher.id) ?? []) : []
      for (const [code, is] of flagsOf({ sale, booked, move, voucher, ledger }))
        due.set(code, either(due.get(code) as boolean | null, is))
    }
    for (const [code, isDue] of due) {
      const is = booked.flags.some((flag) => flag.code === code)
      if (isDue !== null && is !== isDue)
        say('flags of vouchers', `receipt ${sale.receiptNumber} is ${isDue ? 'not ' : ''}flagged ${code}`)
    }
  }
}

/** Combines the flags of several vouchers: a receipt is flagged when any of them is. */
function either(one: boolean | null, other: boolean | null): boolean | null {
  if (one === true || other === true) return true
  return one === null || other === null ? null : false
}

const CODES = [
  'voucher_exists',
  'voucher_unknown',
  'voucher_blocked',
  'voucher_expired',
  'voucher_overspent',
  'voucher_spent',
] as const

interface Flagging {
  sale: SaleBody
  booked: Booked
  move: Move
  voucher: Voucher | undefined
  ledger: readonly Entry[]
}

const isLoad = ({ kind }: Pick<Entry, 'kind'>): boolean => ['Issue', 'Sale', 'Reload'].includes(kind)

/**
 * Returns the expected flags for a voucher. Null when the voucher was created or blocked at the same time, so
 * that the order is unknown.
 */
function flagsOf({ sale, booked, move, voucher, ledger }: Flagging): [string, boolean | null][] {
  const { kind } = move
  const isKnown = voucher ? isBefore(voucher.createdAt, booked.postedAt) : false
  if (!voucher || (isKnown !== true && (kind === 'Spend' || kind === 'Refund')))
    return [['voucher_unknown', isKnown === false ? true : null], ...unsure(isKnown)]
  const at = ledger.findLastIndex((entry) => entry.saleId === sale.id && entry.kind === kind)
  const before = ledger.slice(0, at)
  const balance = total(ledger.slice(0, at + 1).map(({ amount }) => amount))
  const isNew = !before.some(isLoad)
  const isUsed = kind === 'Spend' || kind === 'Sale' || kind === 'Reload'
  return [
    ['voucher_exists', kind === 'Sale' && !isNew],
    ['voucher_unknown', kind === 'Reload' && isNew],
    ['voucher_blocked', isUsed ? wasBlocked(voucher, booked) : false],
    ['voucher_expired', isUsed && voucher.expiresAt !== null && voucher.expiresAt <= booked.date],
    ['voucher_overspent', (kind === 'Spend' || kind === 'SaleReturn') && balance < 0],
    ['voucher_spent', kind === 'SaleReturn' && wasSpent(sale, before, move)],
  ]
}

const unsure = (isKnown: boolean | null): [string, null][] =>
  isKnown === null ? CODES.map((code) => [code, null]) : []

/** True when the first time is earlier. Null when both are equal. */
const isBefore = (one: Date, other: Date): boolean | null =>
  one.getTime() === other.getTime() ? null : one < other

function wasBlocked({ blockedAt }: Voucher, { date, postedAt }: Booked): boolean | null {
  if (blockedAt === null || date < blockedAt) return false
  return isBefore(blockedAt, postedAt)
}

/**
 * True when part of the amount loaded by the original receipt has been spent: the balance is below that
 * amount, or below the balance right after the load.
 */
function wasSpent({ originalSaleId }: SaleBody, before: readonly Entry[], { amount }: Move): boolean {
  const byTime = before.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const isOwn = (entry: Entry): boolean => isLoad(entry) && entry.saleId === originalSaleId
  const last = byTime.findLastIndex(isOwn)
  const put = total(byTime.filter(isOwn).map((entry) => entry.amount))
  if (put < -amount) return false
  const after = total(byTime.slice(0, last + 1).map((entry) => entry.amount))
  return total(before.map((entry) => entry.amount)) < Math.max(put, after)
}
