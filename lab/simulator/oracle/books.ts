import { checkBooks } from '#hub/ledger/check/check-books.ts'
import type { World } from '../world/world.ts'
import type { HubState } from './hub-state.ts'
import type { Finding } from './judge.ts'

/** Checks the consistency of the ledger with the hub's own nightly check. */
export async function checkLedger({ database, shop, coverage }: World): Promise<Finding[]> {
  const { findings, movements } = await database.readAs(shop.organizationId, (tx) => checkBooks(tx))
  if (coverage.of('movements of the ledger', Array(movements)).length === 0) return []
  return findings.map((finding) => ({
    kind: finding.kind === 'StrayMovement' ? 'doubled' : 'missed',
    by: 'movements of the ledger',
    what: `the books do not add up: ${JSON.stringify(finding)}`,
  }))
}

/** Checks that a sale is posted if and only if its upload is. */
export function checkBookings({ coverage }: World, { sales, uploads }: HubState): Finding[] {
  const findings: Finding[] = []
  const by = 'bookings'
  for (const id of coverage.of('bookings', sales.keys())) {
    if (uploads.get(id)?.status !== 'posted')
      findings.push({ kind: 'doubled', by, what: `sale ${id} is booked without a posted upload` })
  }
  for (const { id, type, status } of coverage.of('bookings', uploads.values())) {
    if (type === 'sale' && status === 'posted' && !sales.has(id)) {
      findings.push({ kind: 'missed', by, what: `upload ${id} counts as posted and is not booked` })
    }
  }
  return findings
}
