import type { TillStatus } from '#shared/contracts/till/till.ts'
import type { World } from '../world/world.ts'
import type { Check } from './coverage.ts'
import { isOver } from './fiscal.ts'
import type { HubState, WorkItem } from './hub-state.ts'
import type { Finding } from './judge.ts'

/** Checks that nothing is left waiting, and that the work list contains everything that needs a user. */
export async function checkNothingStuck(world: World, hub: HubState): Promise<Finding[]> {
  const findings: Finding[] = []
  const { coverage } = world
  const stuckAs =
    (by: Check) =>
    (what: string): void =>
      void findings.push({ kind: 'stuck', by, what })
  let stuck = stuckAs('uploads')
  for (const { id, status, type, body } of coverage.of('uploads', hub.uploads.values())) {
    if (status === 'received' || status === 'held') stuck(`upload ${id} (${type}) is still ${status}`)
    if (status === 'quarantined') {
      const onList = hub.workItems.find(({ uploadId }) => uploadId === id)
      if (!onList) stuck(`${id} is quarantined and not on the work list`)
      if (!mayBeUnreadable(world, id, onList))
        stuck(`${type} ${id} is in quarantine: ${JSON.stringify(onList?.reasons)} ${body}`)
    }
  }
  stuck = stuckAs('conflicts of uploads')
  const conflicts = Map.groupBy(hub.conflicts, ({ id }) => id)
  for (const { id, type, body } of coverage.of('conflicts of uploads', hub.uploads.values())) {
    for (const other of conflicts.get(id) ?? []) {
      if (other.body === body) stuck(`${type} ${id} is in conflict with itself`)
      // A stored body can differ only because of damage.
      else if (world.ledger.harmed.size === 0) stuck(`${type} ${id} has another body: ${other.body}`)
      if (!hub.workItems.some(({ kind, uploadId }) => kind === 'conflict' && uploadId === id))
        stuck(`the conflict of ${type} ${id} is not on the work list`)
    }
  }
  stuck = stuckAs('fiscal receipts')
  for (const { saleId, state, code, message } of hub.fiscal.values())
    if (!isOver(state)) stuck(`the fiscal receipt of ${saleId} is still ${state}: ${code} ${message}`)
  stuck = stuckAs('agents at rest')
  for (const id of hub.unpublishedStores) stuck(`tills are not told of the stock of store ${id}`)
  for (const id of hub.storesWithUnpublishedReceipts)
    stuck(`tills are not told of the receipts of store ${id}`)
  if (hub.hasUnpublishedVouchers) stuck('tills are not told of gift vouchers')
  if (hub.hasUnpublishedCards) stuck('tills are not told of loyalty cards')
  for (const machine of coverage.of('agents at rest', world.machines)) {
    if (!machine.isUp) {
      stuck(`${machine.name} does not run: ${machine.refusal ?? 'it dies'}`)
      continue
    }
    const [till] = world.tillsOf(machine)
    const answer = await world.await(till?.send('GET', '/status') ?? Promise.resolve(null))
    const status = answer?.body as TillStatus | undefined
    if (!status) {
      stuck(`${machine.name} does not tell its status`)
      continue
    }
    if (status.upload.waiting > 0) stuck(`${machine.name} still has ${status.upload.waiting} to upload`)
    const expected = world.expectedTroubles(machine)
    for (const { code, detail } of status.trouble) {
      if (!expected.has(code)) stuck(`${machine.name} has the trouble ${code}: ${detail}`)
    }
  }
  return findings
}

/**
 * True when damage explains an unreadable sale. Until the next comparison with the hub, a till sells what its
 * catalog contains, even if the disk has changed it (docs/faults.md F18). A sale that is unreadable as a
 * result goes to the work list (3.5).
 */
function mayBeUnreadable({ ledger, machines }: World, id: string, onList: WorkItem | undefined): boolean {
  const seller = ledger.shown.get(id)?.machine
  const isFromDamaged = seller ? seller.isDamaged : machines.some(({ isDamaged }) => isDamaged)
  const reasons = (onList?.reasons ?? []) as { code: string }[]
  return isFromDamaged && reasons.every(({ code }) => code === 'unreadable')
}
