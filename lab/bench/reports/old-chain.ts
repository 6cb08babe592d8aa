import { must } from '#shared/std/must.ts'
import type { Bench } from '../harness/bench.ts'
import { fillCatalog } from '../world/catalog.ts'
import { awaitSums, fillHistories, type HistorySize } from '../world/history.ts'
import { Office } from '../world/office.ts'
import { Shop } from '../world/shop.ts'

/** Returns the size of each of the two organizations. */
export const sizeOf = ({ options }: Bench) =>
  options.isQuick
    ? { lines: 20_000, days: 60, stores: 3, products: 1_000 }
    : { lines: Math.round((10_000_000 * options.share) / 5) * 5, days: 3 * 365, stores: 20, products: 50_000 }

/**
 * Opens a chain with 50,000 products in 20 shops that have sold 10 million lines in three years, next to
 * another chain of the same size in the same database. All days are summed.
 */
export async function openOldChain(bench: Bench): Promise<Shop> {
  const shop = await Shop.openFilled(bench, 'old_chain', (shop) => fillChain(bench, shop, sizeOf(bench)))
  // A kept database may just have been upgraded.
  await awaitSums(shop.sql)
  return shop
}

/**
 * Fills the shop and another organization in the same database, and waits until all days, months and years
 * are summed.
 */
export async function fillChain(bench: Bench, shop: Shop, size: HistorySize): Promise<void> {
  const offices = [shop.office, await Office.open(shop.hubUrl)]
  for (const office of offices) await fillCatalog({ sql: shop.sql, office }, size.products)
  bench.options.say(`selling ${size.lines} lines in each of two organizations`)
  await fillHistories(shop.sql, offices, size)
  const startedAt = performance.now()
  await awaitSums(shop.sql)
  bench.options.say(
    `${size.days * size.stores * 2} days of shops summed up in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  )
  for (const table of [
    'product_days',
    'store_days',
    'receipt_days',
    'customer_days',
    'payment_days',
    'product_months',
    'product_quarters',
    'product_years',
    'group_days',
    'group_months',
    'group_quarters',
    'group_years',
  ])
    await shop.sql.query(`VACUUM ANALYZE ${table}`)
}

/** Range of days, inclusive. */
export interface Days {
  from: string
  to: string
}

/** Returns a calendar month: the last complete one for n = 0, and earlier ones for other values. */
export function monthOf(n: number, all: number): Days {
  const first = new Date()
  const back = 1 + (n % Math.max(1, Math.floor(all / 31) - 2))
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() - back)
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0))
  const day = (date: Date) => must(date.toISOString().split('T')[0])
  return { from: day(first), to: day(last) }
}

/** Returns a range of `count` days that ends before today, on a different day for each n. */
export function daysOf(count: number, n: number, all: number): Days {
  const latest = Math.floor(Date.now() / 86_400_000) - 1 - ((n * 7919) % Math.max(1, all - count))
  const day = (number: number) => must(new Date(number * 86_400_000).toISOString().split('T')[0])
  return { from: day(latest - count + 1), to: day(latest) }
}
