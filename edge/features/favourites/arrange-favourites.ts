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
 * Arranges the favourites. They take effect here at once, and at the other tills of the retail point when
 * head office has them. Throws `invalid_request`.
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
    // The user has seen the current arrangement: a slow clock must not make the new one earlier.
    const afterThat = arrangedAt === null ? 0 : Date.parse(arrangedAt) + 1
    const moment = new Date(Math.max(hubNow(agent).getTime(), afterThat)).toISOString()
    tx.meta.setFavourites({ retailPointId, productIds, arrangedAt: moment, told: null })
  })
  agent.sync?.favouritesArranged()
}
