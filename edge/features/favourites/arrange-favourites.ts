import { faultyFields } from '#shared/problems/problem.ts'
import { type AgentClocks, hubNow } from '../../clock.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Replica } from '../../replica/replica.ts'
import type { Sync } from '../../sync/sync.ts'
import { heldFavourites } from './held-favourites.ts'

interface Parts extends Pick<AgentClocks, 'clock'> {
  readonly journal: Journal
  readonly replica: Replica
  readonly sync: Sync | null
}

/**
 * Changes the arrangement of favorites. It takes effect immediately at this agent, and at the other tills of
 * the retail point once head office has received it. Throws `invalid_request` for a product that is not in
 * the catalog.
 */
export function arrangeFavourites(agent: Parts, productIds: string[]): void {
  const { retailPointId, ...told } = agent.replica.read(({ settings, products }) => {
    const unknown = productIds.flatMap((id, index) =>
      products.find(id) ? [] : [{ path: ['productIds', index], detail: 'is not in the catalog' }],
    )
    if (unknown.length > 0) throw faultyFields('invalid_request', unknown)
    return settings.get()
  })
  agent.journal.transact((tx) => {
    const { arrangedAt } = heldFavourites({ retailPointId, ...told }, tx.meta.findFavourites())
    // The user has seen the current arrangement, so the new one must be later even if the clock is slow.
    const afterThat = arrangedAt === null ? 0 : Date.parse(arrangedAt) + 1
    const moment = new Date(Math.max(hubNow(agent).getTime(), afterThat)).toISOString()
    tx.meta.setFavourites({ retailPointId, productIds, arrangedAt: moment, told: null })
  })
  agent.sync?.favouritesArranged()
}
