import { checkBooks } from '#hub/ledger/check/check-books.ts'
import type { World } from '../world/world.ts'
import type { HubState } from './hub-state.ts'
import type { Finding } from './judge.ts'

/** The ledger adds up, by the check that the hub itself makes at night. */
export async function checkLedger({ database, shop, sight }: World): Promise<Finding[]> {
  const { findings, movements } = await database.readAs(shop.organizationId, (tx) => checkBooks(tx))
  if (sight.of('movements of the ledger', Array(movements)).length === 0) return []
  return findings.map((finding) => ({
    kind: finding.kind === 'StrayMovement' ? 'doubled' : 'missed',
    by: 'movements of the ledger',
    what: `the books do not add up: ${JSON.stringify(finding)}`,
  }))
}

/** A sale is booked because of an upload, and only then. */
export function checkBookings({ sight }: World, { sales, uploads }: HubState): Finding[] {
  const findings: Finding[] = []
  const by = 'bookings'
  for (const id of sight.of('bookings', sales.keys())) {
    if (uploads.get(id)?.status !== 'posted')
      findings.push({ kind: 'doubled', by, what: `sale ${id} is booked without a posted upload` })
  }
  for (const { id, type, status } of sight.of('bookings', uploads.values())) {
    if (type === 'sale' && status === 'posted' && !sales.has(id)) {
      findings.push({ kind: 'missed', by, what: `upload ${id} counts as posted and is not booked` })
    }
  }
  return findings
}
