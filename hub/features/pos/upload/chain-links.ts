import type { Head } from './chains.ts'
import type { PlacedItem } from './place-items.ts'

/** Place where a chain continues in two ways. */
export interface Fork {
  seq: number
  id: string
}

export type Link = Pick<PlacedItem, 'id' | 'prevHash' | 'hash' | 'isSealed'> & { seq: number }

/**
 * Returns the head after `links`, which are in ascending order. Returns undefined unless they continue the
 * chain one by one.
 */
export function continueHead(head: Head, links: readonly Link[]): Head | undefined {
  let { highest, headHash } = head
  for (const link of links) {
    // An unreadable item names neither its predecessor nor a hash for its successor.
    const follows = highest === 0 || headHash === '' || !link.isSealed || link.prevHash === headHash
    if (link.seq !== highest + 1 || !follows) return undefined
    highest = link.seq
    headHash = hashOf(link)
  }
  return { watermark: head.watermark === head.highest ? highest : head.watermark, highest, headHash }
}

/** Returns the hash that the next item must name, or an empty string when it cannot be known. */
export const hashOf = (link: Link): string => (link.isSealed ? link.hash : '')

/**
 * Returns the new links that fork the chain: those that share their number with another item, do not name
 * their predecessor, or are not named by their successor. `neighbours` contains the new links and the stored
 * items next to them.
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
