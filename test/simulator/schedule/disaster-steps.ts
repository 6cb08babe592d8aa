import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentMachine } from '../world/agent-machine.ts'
import { damage } from '../world/disk.ts'
import { readBackups, readEntries } from '../world/journal-file.ts'
import type { World } from '../world/world.ts'
import { startMachine } from './fault-steps.ts'
import type { Step } from './steps.ts'

/**
 * What takes sales away for good, or makes two of one till. Each of them says which receipts nobody can be expected to
 * know any more: those that were neither at the hub nor on any disk that is left.
 */

/** Receipts of this machine, and of those it was cloned from, that the hub does not have now. */
async function notAtHub(world: World): Promise<Set<string>> {
  const rows = await world.database.read<{ id: string }>('SELECT id FROM uploads')
  const atHub = new Set(rows.map(({ id }) => id))
  return new Set([...world.ledger.shown.keys()].filter((id) => !atHub.has(id)))
}

export async function writeOff(world: World): Promise<void> {
  const missing = await notAtHub(world)
  for (const { folder } of world.machines) {
    if (missing.size === 0) return
    for (const { id } of readEntries(folder)) missing.delete(id)
  }
  for (const id of missing) world.ledger.goneWithTheDisk.add(id)
}

function saveDisk(world: World, machine: AgentMachine): void {
  machine.saved = machine.copy(`${machine.name}.saved`)
  world.trace.say(`the disk of ${machine.name} is saved`)
}

/** A virtual machine goes back to an earlier state of itself (offline.md F37). */
async function revertDisk(world: World, machine: AgentMachine): Promise<void> {
  if (machine.saved === null) return
  machine.crash('crash')
  await world.settle()
  machine.putFiles(machine.saved)
  world.ledger.copied.add(machine)
  await writeOff(world)
  world.trace.fault('disk set back', machine.name)
  await startMachine(world, machine)
}

/** The disk is copied to another computer and both go on (offline.md F36). */
async function cloneDisk(world: World, machine: AgentMachine): Promise<void> {
  const folder = machine.copy(`${machine.name}.clone`)
  const clone = world.addMachine(world.tillsOf(machine).length, folder)
  world.ledger.copied.add(machine).add(clone)
  if (world.revoked.has(machine)) world.revoked.add(clone)
  if (world.ledger.harmed.has(machine)) world.ledger.harmed.add(clone)
  clone.isDamaged = machine.isDamaged
  clone.identity = machine.identity
  world.trace.fault('disk cloned', `${machine.name} to ${clone.name}`)
  await startMachine(world, clone)
}

/** Damage that the disk does to the journal, or its loss (offline.md F17, F19); backups stay. */
async function harmJournal(world: World): Promise<void> {
  const { random } = world
  const machine = random.pick(world.machines)
  const path = join(machine.folder, 'journal.db')
  if (!existsSync(path)) return
  if (machine.isUp) machine.crash('crash')
  await world.settle()
  const missing = await notAtHub(world)
  const keeps = new Set(readBackups(machine.folder).map(({ id }) => id))
  const before = readEntries(machine.folder)
  for (const { id } of before) if (missing.has(id) && !keeps.has(id)) world.ledger.goneWithTheDisk.add(id)
  world.ledger.harmed.add(machine)
  for (const { id } of before) {
    const number = world.ledger.shown.get(id)?.receipt.receiptNumber
    if (number) world.ledger.holedSeries.add(number.replace(/-\d+$/, ''))
  }
  const file = join(machine.folder, 'journal.db')
  if (random.chance(0.4)) {
    for (const suffix of ['', '-wal']) rmSync(file + suffix, { force: true })
    world.trace.fault('journal lost', machine.name)
  } else {
    const part = existsSync(`${file}-wal`) && random.chance(0.3) ? `${file}-wal` : file
    world.trace.fault('journal damaged', `${machine.name} ${damage(part, random)}`)
  }
  await startMachine(world, machine)
}

async function revoke(world: World, machine: AgentMachine): Promise<void> {
  const status = await world.await(world.tillsOf(machine)[0]?.send('GET', '/status') ?? Promise.resolve(null))
  const deviceId = status?.body?.deviceId
  if (!deviceId) return
  await world.await(world.office.send('POST', `/api/devices/${deviceId}/revoke`))
  // The answer of a hub that died may be lost although it has revoked.
  await world.settle()
  const isRevoked = `SELECT FROM devices WHERE id = $1 AND revoked_at IS NOT NULL`
  if ((await world.database.read(isRevoked, [deviceId])).length === 0) return
  for (const each of world.machines) if (each.identity === machine.identity) world.revoked.add(each)
  world.trace.fault('device revoked', machine.name)
}

async function archive(world: World, isArchived: boolean): Promise<void> {
  // Said first: what comes of it may come before the answer of the database.
  world.trace.fault(isArchived ? 'organization archived' : 'organization back', '')
  await world.sql(`UPDATE organizations SET is_archived = ${isArchived}`)
  world.isArchived = isArchived
}

export async function bringBackOrganization(world: World): Promise<void> {
  if (world.isArchived) await archive(world, false)
}

const up = (world: World): AgentMachine[] => world.machines.filter(({ isUp }) => isUp)
const savedOnes = (world: World): AgentMachine[] => up(world).filter(({ saved }) => saved !== null)

export const DISASTER_STEPS: readonly Step[] = [
  {
    name: 'save disk',
    weight: (world) => (up(world).length > 0 ? 0.7 : 0),
    do: async (world) => saveDisk(world, world.random.pick(up(world))),
  },
  {
    name: 'set disk back',
    weight: (world) => (savedOnes(world).length > 0 ? 0.5 : 0),
    do: async (world) => revertDisk(world, world.random.pick(savedOnes(world))),
  },
  {
    name: 'clone disk',
    weight: (world) => (up(world).length > 0 && world.machines.length === world.size.agents ? 0.12 : 0),
    do: async (world) => cloneDisk(world, world.random.pick(up(world))),
  },
  { name: 'harm journal', weight: () => 0.3, do: harmJournal },
  {
    name: 'revoke',
    weight: (world) => (world.revoked.size === 0 && up(world).length > 0 ? 0.12 : 0),
    do: async (world) => revoke(world, world.random.pick(up(world))),
  },
  {
    name: 'archive',
    weight: (world) => (world.isArchived ? 6 : 0.4),
    do: async (world) => archive(world, !world.isArchived),
  },
]
