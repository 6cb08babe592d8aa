import { type SQL, sql } from 'drizzle-orm'
import type { deviceChains } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ChainCustody } from '#shared/sync/upload.ts'

const MOST_HOLES = 100
/** Number of items above the watermark, and below the head, that are searched for holes. */
const WINDOW_ITEMS = 2000

type Chain = Pick<typeof deviceChains.$inferSelect, 'id' | 'watermark' | 'highest'>

/** Range of missing sequence numbers, inclusive. */
export interface Gap {
  first: number
  last: number
}

/**
 * Returns the custody of each chain of a device (docs/sync.md I-9). Runs no statement for chains without
 * holes. In a chain with holes only both ends are searched, because a hole can remain forever while the range
 * above it grows. `isThorough` searches whole chains.
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

/** Returns the first hundred gaps above the watermark. With `windowItems` null, searches the whole chain. */
export async function findGaps(
  tx: Tx,
  { id, watermark }: Pick<Chain, 'id' | 'watermark'>,
  windowItems: number | null,
): Promise<Gap[]> {
  // ORDER BY the indexed column itself, so that the index is read without a sort, however many items there
  // are.
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
 * Returns the highest number without a gap below it, given that `watermark + 1` exists. Reads only the items
 * that it passes.
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
