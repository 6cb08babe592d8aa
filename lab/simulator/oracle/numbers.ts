import type { AgentMachine } from '../world/agent-machine.ts'
import type { World } from '../world/world.ts'
import { type HeldUpload, type HubState, saleOf } from './hub-state.ts'
import type { Finding } from './judge.ts'

interface Numbered {
  id: string
  number: string
}

/**
 * Checks that receipt numbers have neither gaps nor duplicates within their series, except those allowed by
 * `mayDouble`.
 */
export function checkNumbers(world: World, hub: HubState): Finding[] {
  const all = new Map<string, Numbered>()
  for (const [id, upload] of hub.uploads) {
    const sale = saleOf(upload)
    if (sale) all.set(id, { id, number: sale.receiptNumber })
  }
  for (const [id, { receipt }] of world.ledger.shown) all.set(id, { id, number: receipt.receiptNumber })
  return [
    ...doubles(world, hub, world.coverage.of('receipt numbers', all.values())),
    ...gaps(world, world.coverage.of('series of receipts', all.values())),
  ]
}

function doubles(world: World, hub: HubState, all: Numbered[]): Finding[] {
  const byNumber = Map.groupBy(all, ({ number }) => number)
  return [...byNumber]
    .filter(([, same]) => same.length > 1)
    .filter(([, same]) => !mayDouble(world, hub, same))
    .map(([number, same]) => ({
      kind: 'doubled',
      by: 'receipt numbers',
      what: `${same.length} receipts have the number ${number}`,
    }))
}

/**
 * True when the duplicate is legitimate. A disk that was copied or reset continues its chain and its numbers
 * until the hub reports that another disk does so too. Both receipts are then kept, and users are notified
 * (docs/sync.md I-16).
 */
function mayDouble(world: World, hub: HubState, same: Numbered[]): boolean {
  const { copied, goneWithTheDisk, shown } = world.ledger
  const known = same.flatMap(({ id }) => hub.uploads.get(id) ?? [])
  const chains = new Set(known.map(({ chainId }) => chainId))
  if (chains.size > 1) return false
  if (known.length < same.length) {
    const gone = same.filter(({ id }) => !hub.uploads.has(id))
    return gone.every(
      ({ id }) => goneWithTheDisk.has(id) && copied.has(shown.get(id)?.machine as AgentMachine),
    )
  }
  const isForked = hub.workItems.some(({ kind, subject }) => kind === 'fork' && chains.has(subject))
  return isForked || isFlaggedBeyondHole(world, hub, known)
}

/**
 * True when every receipt but the first is flagged. If the items between two receipts are lost with a disk,
 * no fork is detected.
 */
function isFlaggedBeyondHole(
  { ledger }: World,
  { workItems }: HubState,
  same: readonly HeldUpload[],
): boolean {
  const repeated = workItems.filter(
    ({ kind, reasons }) =>
      kind === 'flagged' && JSON.stringify(reasons).includes('"receipt_number_repeated"'),
  )
  const flagged = new Set(repeated.map(({ uploadId }) => uploadId))
  const unflagged = same.filter(({ id }) => !flagged.has(id))
  return (
    unflagged.length <= 1 &&
    same.some(({ id }) => ledger.copied.has(ledger.shown.get(id)?.machine as AgentMachine))
  )
}

function gaps(world: World, all: Numbered[]): Finding[] {
  const bySeries = new Map<string, Set<number>>()
  for (const { number } of all) {
    const [, series = '', digits = ''] = /^(.*)-(\d+)$/.exec(number) ?? []
    bySeries.set(series, (bySeries.get(series) ?? new Set()).add(Number(digits)))
  }
  const findings: Finding[] = []
  for (const [series, numbers] of bySeries) {
    const last = Math.max(...numbers)
    const missing = Array.from({ length: last }, (_, i) => i + 1).filter((number) => !numbers.has(number))
    if (missing.length === 0 || world.ledger.holedSeries.has(series)) continue
    const what = `series ${series} has no ${missing.join(', ')} of ${last}`
    findings.push({ kind: 'missed', by: 'series of receipts', what })
  }
  return findings
}
