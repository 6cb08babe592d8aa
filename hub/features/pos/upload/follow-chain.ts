import { and, eq, inArray } from 'drizzle-orm'
import { uploads } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ChainRow, Head, PlacedItem } from './chains.ts'
import { UNREADABLE } from './read-upload.ts'
import { nextWatermark } from './watermark.ts'

/** A fork: a place where a chain continues in two ways. */
export interface Fork {
  seq: number
  id: string
}

/** Where a chain stands once new items are in, and where they do not continue it. */
export interface Followed {
  head: Head
  forks: Fork[]
}

type Link = Pick<PlacedItem, 'id' | 'prevHash' | 'hash' | 'isSealed'> & { seq: number }

/**
 * Follows a locked chain through items that are newly in custody. As long as they continue it without a gap, each
 * naming the hash of the one before, nothing is read; otherwise their neighbours are.
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

/** The head after `links`, ascending, when they continue it one by one; else undefined. */
export function continueHead(head: Head, links: readonly Link[]): Head | undefined {
  let { highest, headHash } = head
  for (const link of links) {
    // An item that cannot be read says neither what it follows nor what follows it.
    const follows = highest === 0 || headHash === '' || !link.isSealed || link.prevHash === headHash
    if (link.seq !== highest + 1 || !follows) return undefined
    highest = link.seq
    headHash = hashOf(link)
  }
  return { watermark: head.watermark === head.highest ? highest : head.watermark, highest, headHash }
}

const hashOf = (link: Link): string => (link.isSealed ? link.hash : '')

/**
 * Which of the new links share their number with another item, do not name the item before them, or are not named by
 * the one after. `neighbours` are all items of the chain next to them, and they themselves.
 */
export function findForks(links: readonly Link[], neighbours: readonly Link[]): Fork[] {
  const bySeq = Map.groupBy(neighbours, (link) => link.seq)
  const at = (seq: number): Link[] => bySeq.get(seq) ?? []
  const isNamed = (before: readonly Link[], link: Link): boolean =>
    before.length === 0 ||
    !link.isSealed ||
    before.some((each) => !each.isSealed || each.hash === link.prevHash)
  return links
    .filter((link) => {
      const isAlone = at(link.seq).every((other) => other.id === link.id)
      const isNamedNext = at(link.seq + 1).every((next) => isNamed(at(link.seq), next))
      return !isAlone || !isNamed(at(link.seq - 1), link) || !isNamedNext
    })
    .map(({ seq, id }) => ({ seq, id }))
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
