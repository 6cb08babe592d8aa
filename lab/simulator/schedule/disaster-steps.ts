import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentMachine } from '../world/agent-machine.ts'
import { damage } from '../world/disk.ts'
import { readBackups, readEntries } from '../world/journal-file.ts'
import type { World } from '../world/world.ts'
import { startMachine } from './fault-steps.ts'
import { settleAtOffice } from './office-steps.ts'
import type { Step } from './steps.ts'
import { countFacts, notAtHub, tearShifts, writeOff } from './write-off.ts'

/**
 * Steps that lose sales permanently or create two machines for one till. Each step records the receipts that
 * cannot be expected any more, because they were neither at the hub nor on a remaining disk.
 */

function saveDisk(world: World, machine: AgentMachine): void {
  const action = world.actions.begin('save disk')
  action.act(() => {
    machine.saved = machine.copy(`${machine.name}.saved`)
  })
  if (machine.saved && isSameJournal(machine.saved, machine.folder)) action.tookEffect()
  world.trace.say(`the disk of ${machine.name} is saved`)
}

const isSameJournal = (one: string, other: string): boolean =>
  existsSync(one) && existsSync(other) && idsIn(one) === idsIn(other)

const idsIn = (folder: string): string => JSON.stringify(readEntries(folder).map(({ id }) => id))

/** Resets a virtual machine to an earlier state (docs/faults.md F37). */
async function revertDisk(world: World, machine: AgentMachine): Promise<void> {
  const { saved } = machine
  if (saved === null) return
  const action = world.actions.begin('set disk back')
  machine.crash('crash')
  await world.settle()
  action.act(() => machine.putFiles(saved))
  if (isSameJournal(saved, machine.folder)) action.tookEffect()
  world.ledger.copied.add(machine)
  await writeOff(world, [machine])
  world.trace.fault('disk set back', machine.name)
  await startMachine(world, machine)
}

/** Copies the disk to another computer. Both continue to run (docs/faults.md F36). */
async function cloneDisk(world: World, machine: AgentMachine): Promise<void> {
  const action = world.actions.begin('clone disk')
  world.trace.fault('disk cloned', machine.name)
  await action.act(async () => {
    const folder = machine.copy(`${machine.name}.clone`)
    const made = world.addMachine(world.tillsOf(machine).length, folder)
    world.ledger.copied.add(machine).add(made)
    if (world.revoked.has(machine)) world.revoked.add(made)
    if (world.ledger.harmed.has(machine)) world.ledger.harmed.add(made)
    made.isDamaged = machine.isDamaged
    made.isReplicaHarmed = machine.isReplicaHarmed
    made.identity = machine.identity
    if (isSameJournal(folder, machine.folder)) action.tookEffect()
    await writeOff(world, [machine, made])
    await startMachine(world, made)
  })
}

/** Damages or deletes the journal, as a failing disk can (docs/faults.md F17, F19). Backups are not affected. */
async function harmJournal(world: World): Promise<void> {
  const { random } = world
  const machine = random.pick(world.machines)
  const path = join(machine.folder, 'journal.db')
  if (!existsSync(path)) return
  if (machine.isUp) machine.crash('crash')
  await world.settle()
  const missing = await notAtHub(world)
  const backups = readBackups(machine.folder)
  const keeps = new Set(backups.map(({ id }) => id))
  const before = readEntries(machine.folder)
  for (const { id } of before) if (missing.has(id) && !keeps.has(id)) world.ledger.goneWithTheDisk.add(id)
  world.ledger.harmed.add(machine)
  for (const { id } of before) {
    const number = world.ledger.shown.get(id)?.receipt.receiptNumber
    if (number) world.ledger.holedSeries.add(number.replace(/-\d+$/, ''))
  }
  const others = world.machines
    .filter((each) => each !== machine)
    .flatMap(({ folder }) => readEntries(folder))
  tearShifts(world, [machine], await countFacts(world, [...backups, ...others]))
  const file = join(machine.folder, 'journal.db')
  const isLost = random.chance(0.4)
  const action = world.actions.begin(`harm journal: ${isLost ? 'lose' : 'damage'}`)
  if (isLost) {
    action.act(() => {
      for (const suffix of ['', '-wal']) rmSync(file + suffix, { force: true })
    })
    if (!existsSync(file)) action.tookEffect()
    world.trace.fault('journal lost', machine.name)
  } else {
    const part = existsSync(`${file}-wal`) && random.chance(0.3) ? `${file}-wal` : file
    const was = readFileSync(part)
    const where = action.act(() => damage(part, random))
    if (!readFileSync(part).equals(was)) action.tookEffect()
    else if (was.length === 0) action.prevented('an empty file')
    world.trace.fault('journal damaged', `${machine.name} ${where}`)
  }
  await startMachine(world, machine)
}

async function revoke(world: World, machine: AgentMachine): Promise<void> {
  const status = await world.await(world.tillsOf(machine)[0]?.send('GET', '/status') ?? Promise.resolve(null))
  const deviceId = status?.body?.deviceId
  if (!deviceId) return
  const action = world.actions.begin('revoke')
  const answer = await world.await(action.send(world.office, 'POST', `/api/devices/${deviceId}/revoke`))
  // The response of a hub that died can be lost even though it has revoked the device.
  await world.settle()
  const isRevoked = `SELECT FROM devices WHERE id = $1 AND revoked_at IS NOT NULL`
  if ((await world.database.read(isRevoked, [deviceId])).length === 0) {
    await settleAtOffice(world, action, answer, deviceId)
    return
  }
  action.tookEffect()
  for (const each of world.machines) if (each.identity === machine.identity) world.revoked.add(each)
  world.trace.fault('device revoked', machine.name)
}

async function archive(world: World, isArchived: boolean): Promise<void> {
  // Traced first, because the effects can appear before the database responds.
  world.trace.fault(isArchived ? 'organization archived' : 'organization back', '')
  const action = world.actions.begin(`archive: ${isArchived ? 'begin' : 'end'}`)
  await action.act(() => world.sql(`UPDATE organizations SET is_archived = ${isArchived}`))
  const [row] = await world.database.read<{ is: boolean }>('SELECT is_archived AS is FROM organizations')
  if (row?.is === isArchived) action.tookEffect()
  world.isArchived = row?.is ?? false
}

export async function endArchive(world: World): Promise<void> {
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
