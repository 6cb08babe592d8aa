import { type SQL, sql } from 'drizzle-orm'
import type { deviceChains } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ChainCustody } from '#shared/sync/upload.ts'

const MOST_HOLES = 100
/** Number of items next to the watermark, and next to the head, that are searched for holes. */
const WINDOW_ITEMS = 2000

type Chain = Pick<typeof deviceChains.$inferSelect, 'id' | 'watermark' | 'highest'>

/** A range of missing sequence numbers, both ends included. */
export interface Gap {
  first: number
  last: number
}

/**
 * Returns the custody of each chain of a device (docs/sync.md I-9), without any statement while nothing is
 * missing. In a chain with holes only both ends are searched, because a hole may stay for ever and the range
 * above it grows. `isThorough` searches the whole chain.
 */
export async function chainCustody(
  tx: Tx,
  chains: readonly Chain[],
  options: { isThorough?: boolean } = {},
): Promise<ChainCustody[]> {
  const custody: ChainCustody[] = []
  for (const { id, watermark, highest } of chains) {
    const gaps =
      watermark < highest
        ? await findGaps(tx, { id, watermark }, options.isThorough ? null : WINDOW_ITEMS)
        : []
    custody.push({ chain: id, watermark, highest, holes: numbersOf(gaps) })
  }
  return custody
}

/** Returns the first hundred gaps above the watermark; `windowItems` null searches the whole chain. */
export async function findGaps(
  tx: Tx,
  { id, watermark }: Pick<Chain, 'id' | 'watermark'>,
  windowItems: number | null,
): Promise<Gap[]> {
  // Read along the index, whose own column is in ORDER BY: no sort, however many items are above.
  const above = sql`
    SELECT seq::bigint AS n FROM uploads
    WHERE organization_id = ${tx.organizationId} AND chain_id = ${id} AND seq > ${watermark} ORDER BY seq`
  const gapsAmong = (numbers: SQL): SQL => sql`
    SELECT n + 1 AS first, next - 1 AS last
    FROM (SELECT n, lead(n) OVER (ORDER BY n) AS next FROM (${numbers}) AS numbers) AS neighbours
    WHERE next > n + 1`
  const lowerEnd = gapsAmong(
    sql`SELECT ${watermark}::bigint AS n UNION ALL (${above} LIMIT ${windowItems}::bigint)`,
  )
  const upperEnd = gapsAmong(sql`${above} DESC LIMIT ${windowItems}::bigint`)
  const { rows } = await tx.execute<{ first: string; last: string }>(sql`
    ${windowItems === null ? lowerEnd : sql`${lowerEnd} UNION ${upperEnd}`} ORDER BY first LIMIT ${MOST_HOLES}`)
  return rows.map(({ first, last }) => ({ first: Number(first), last: Number(last) }))
}

/**
 * Returns the number up to which nothing is missing, when the one after `watermark` exists: reads only the
 * items it passes.
 */
export async function nextWatermark(
  tx: Tx,
  { id, watermark }: Pick<Chain, 'id' | 'watermark'>,
): Promise<number> {
  const { rows } = await tx.execute<{ seq: number }>(sql`
    SELECT seq FROM (
      SELECT seq, lead(seq) OVER (ORDER BY seq) AS next FROM uploads
      WHERE organization_id = ${tx.organizationId} AND chain_id = ${id} AND seq > ${watermark}
    ) AS neighbours
    WHERE next IS NULL OR next - seq > 1 ORDER BY seq LIMIT 1`)
  return rows[0]?.seq ?? watermark
}

function numbersOf(gaps: readonly Gap[]): number[] {
  const numbers: number[] = []
  for (const { first, last } of gaps) {
    for (let seq = first; seq <= last && numbers.length < MOST_HOLES; seq += 1) numbers.push(seq)
  }
  return numbers
}
