import type { AgentMachine } from '../world/agent-machine.ts'
import { type Entry, readEntries } from '../world/journal-file.ts'
import type { World } from '../world/world.ts'

/** Returns the ids of receipts given to customers that the hub does not have at the moment. */
export async function notAtHub(world: World): Promise<Set<string>> {
  const rows = await world.database.read<{ id: string }>('SELECT id FROM uploads')
  const atHub = new Set(rows.map(({ id }) => id))
  return new Set([...world.ledger.shown.keys()].filter((id) => !atHub.has(id)))
}

/** Records receipts that are permanently lost. `machines` are those whose disk was replaced. */
export async function writeOff(world: World, machines: readonly AgentMachine[] = []): Promise<void> {
  const missing = await notAtHub(world)
  const entries = world.machines.flatMap(({ folder }) => readEntries(folder))
  for (const { id } of entries) missing.delete(id)
  for (const id of missing) world.ledger.goneWithTheDisk.add(id)
  tearShifts(world, machines, await countFacts(world, entries))
}

/** Returns the number of remaining records of each shift, at the hub or among the given entries. */
export async function countFacts(
  { database }: World,
  entries: readonly Entry[],
): Promise<Map<string, number>> {
  const uploads = await database.read<{ id: string; bytes: Buffer }>('SELECT id, bytes FROM uploads')
  const bodies = new Map(entries.map(({ id, body }) => [id, body]))
  for (const { id, bytes } of uploads) bodies.set(id, bytes.toString('utf8'))
  const counts = new Map<string, number>()
  for (const [id, body] of bodies) {
    const shift = /"shiftId":"([^"]+)"/.exec(body)?.[1] ?? id
    counts.set(shift, (counts.get(shift) ?? 0) + 1)
  }
  return counts
}

/**
 * Marks shifts as torn when they are open on one of the machines or have lost records, because their contents
 * are not fully known any more.
 */
export function tearShifts(
  world: World,
  machines: readonly AgentMachine[],
  left: ReadonlyMap<string, number>,
): void {
  for (const [id, shift] of world.ledger.shifts) {
    const known = 1 + shift.receipts.length + shift.movements.length + (shift.closed === null ? 0 : 1)
    const isOpenThere = shift.closed === null && machines.includes(shift.machine)
    if (isOpenThere || (left.get(id) ?? 0) < known) shift.isTorn = true
  }
  for (const till of world.tills) if (machines.includes(till.machine)) till.shift.forget()
}
