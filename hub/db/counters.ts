import { and, eq, sql } from 'drizzle-orm'
import { counters } from './tables/catalog.ts'
import type { Tx } from './transact.ts'

export type CounterName =
  | 'device-series'
  | 'product-code'
  | 'product-barcode'
  | 'weight-code'
  | `document:${string}`

/**
 * Returns the next number of a sequence of the organization, starting at 1. Its row stays locked until the
 * transaction ends.
 */
export async function takeNumber(tx: Tx, name: CounterName): Promise<number> {
  const [row] = await tx
    .insert(counters)
    .values({ organizationId: tx.organizationId, name, value: 1 })
    .onConflictDoUpdate({
      target: [counters.organizationId, counters.name],
      set: { value: sql`${counters.value} + 1` },
    })
    .returning({ value: counters.value })
  return row?.value ?? 1
}

/** Sets the counter to this number. The caller must hold its lock, by having taken a number. */
export async function skipTo(tx: Tx, name: CounterName, value: number): Promise<void> {
  await tx
    .update(counters)
    .set({ value })
    .where(and(eq(counters.organizationId, tx.organizationId), eq(counters.name, name)))
}

const AT_ONCE = 100

/**
 * Returns the next unused number. `findTaken` returns the used numbers of a range. Taking a number locks the
 * counter, so a later statement sees every number taken before.
 */
export async function takeFreeNumber(
  tx: Tx,
  name: CounterName,
  findTaken: (numbers: number[]) => Promise<Set<number>>,
): Promise<number> {
  const first = await takeNumber(tx, name)
  for (let from = first; ; from += AT_ONCE) {
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => from + index)
    const taken = await findTaken(numbers)
    const free = numbers.find((number) => !taken.has(number))
    if (free === undefined) continue
    if (free !== first) await skipTo(tx, name, free)
    return free
  }
}
