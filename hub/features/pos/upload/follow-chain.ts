import { and, eq, inArray } from 'drizzle-orm'
import { uploads } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { continueHead, type Fork, findForks, hashOf, type Link } from './chain-links.ts'
import type { ChainRow, Head } from './chains.ts'
import type { PlacedItem } from './place-items.ts'
import { UNREADABLE } from './read-upload.ts'
import { nextWatermark } from './watermark.ts'

/** Head of a chain after new items, with the items that fork the chain. */
export interface Followed {
  head: Head
  forks: Fork[]
}

/**
 * Extends a locked chain with new items in custody. Reads nothing while the items continue the chain without
 * a gap, each naming the hash of its predecessor. Otherwise reads their neighbors.
 */
export async function followChain(tx: Tx, chain: ChainRow, items: readonly PlacedItem[]): Promise<Followed> {
  const links = items
    .flatMap((item) => (item.seq === null ? [] : [{ ...item, seq: item.seq }]))
    .sort((a, b) => a.seq - b.seq)
  const continued = continueHead(chain, links)
  if (continued) return { head: continued, forks: [] }
  const last = links.at(-1)
  const isAhead = last !== undefined && last.seq > chain.highest
  const fills = links.some((link) => link.seq === chain.watermark + 1)
  return {
    head: {
      watermark: fills ? await nextWatermark(tx, chain) : chain.watermark,
      highest: isAhead ? last.seq : chain.highest,
      headHash: isAhead ? hashOf(last) : chain.headHash,
    },
    forks: findForks(links, await readNeighbours(tx, chain.id, links)),
  }
}

async function readNeighbours(tx: Tx, chainId: string, links: readonly Link[]): Promise<Link[]> {
  const seqs = new Set(links.flatMap(({ seq }) => [seq - 1, seq, Math.min(seq + 1, 2 ** 31 - 1)]))
  const rows = await tx
    .select({
      id: uploads.id,
      seq: uploads.seq,
      prevHash: uploads.prevHash,
      hash: uploads.hash,
      type: uploads.type,
      reasons: uploads.reasons,
    })
    .from(uploads)
    .where(
      and(
        eq(uploads.organizationId, tx.organizationId),
        eq(uploads.chainId, chainId),
        inArray(uploads.seq, [...seqs]),
      ),
    )
  return rows.map(({ type, reasons, seq, ...row }) => ({
    ...row,
    seq: seq ?? 0,
    isSealed: type !== UNREADABLE && !reasons.some(({ code }) => code === 'hash_mismatch'),
  }))
}
