import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { now } from '../process/time.ts'
import type { AgentMachine } from '../world/agent-machine.ts'
import { damage } from '../world/disk.ts'
import type { Weather } from '../world/link.ts'
import type { World } from '../world/world.ts'
import type { Step } from './steps.ts'
import { writeOff } from './write-off.ts'

const up = (world: World): AgentMachine[] => world.machines.filter(({ isUp }) => isUp)
const down = (world: World): AgentMachine[] => world.machines.filter(({ isUp }) => !isUp)

function onMachine(
  name: string,
  weight: number,
  work: (world: World, machine: AgentMachine) => Promise<void> | void,
): Step {
  return {
    name,
    weight: (world) => (up(world).length > 0 ? weight : 0),
    do: async (world) => work(world, world.random.pick(up(world))),
  }
}

const WEATHERS: readonly (readonly [Weather, number])[] = [
  ['fine', 6],
  ['bad', 4],
  ['cut', 3],
  ['dead', 2],
  ['portal', 1],
  ['proxy down', 1],
]

function changeWeather(world: World, machine: AgentMachine): void {
  const weather = machine.link.weather === 'fine' ? world.random.weighted(WEATHERS) : 'fine'
  const action = world.actions.begin(`weather: ${weather}`)
  action.act(() => machine.link.turn(weather, action))
  world.trace.fault(`line ${weather}`, machine.name)
}

function planDeath(world: World, machine: AgentMachine): void {
  const { random } = world
  const commitsOnly = random.chance(0.5)
  const kind = random.chance(0.35) ? 'power' : 'crash'
  const when = random.pick(['before', 'after'] as const)
  const left = commitsOnly ? random.between(1, 6) : random.spread(1, 200)
  const action = world.actions.begin(`plan death: ${kind}`)
  action.act(() => machine.plan({ kind, left, commitsOnly, when, refusals: 0, action }))
  world.trace.say(
    `${machine.name} will ${kind === 'power' ? 'lose power' : 'die'} ${when} point ${left}${commitsOnly ? ' (commits)' : ''}`,
  )
}

function planDiskTrouble(world: World, machine: AgentMachine): void {
  const { random } = world
  const refusals = random.between(1, 12)
  const action = world.actions.begin('disk trouble')
  const left = random.spread(1, 30)
  const when = random.pick(['before', 'after'] as const)
  action.act(() => machine.plan({ kind: 'disk', left, commitsOnly: false, when, refusals, action }))
  world.trace.say(`the disk of ${machine.name} will refuse ${refusals} writes`)
}

function jumpClock(world: World, machine: AgentMachine): void {
  const { random } = world
  const skewMs = random.weighted([
    [0, 2],
    [random.between(-120_000, 120_000), 3],
    [-random.spread(60_000, 3 * 365 * 86_400_000), 2],
    [random.spread(60_000, 10 * 365 * 86_400_000), 2],
  ])
  const action = world.actions.begin('clock')
  action.act(() => machine.setClock(skewMs, action))
  world.trace.fault('clock jump', `${machine.name} to ${Math.round(skewMs / 1000)} s off`)
}

async function restart(world: World): Promise<void> {
  const machine = world.random.pick(down(world))
  const action = world.actions.begin('restart')
  await action.act(() => startMachine(world, machine))
  const status = await world.await(world.tillsOf(machine)[0]?.send('GET', '/status') ?? Promise.resolve(null))
  if (status?.status === 200) action.tookEffect()
  else if (machine.refusal !== null) action.refused(machine.refusal)
}

/** Starts the machine. If the agent refuses to start with a message, the next step that selects it tries again. */
export async function startMachine(world: World, machine: AgentMachine): Promise<void> {
  try {
    await machine.start()
    world.trace.say(`${machine.name} ${machine.isUp ? 'starts' : 'dies as it starts'}`)
  } catch (error) {
    const { name, message } = error as Error
    world.trace.say(`${machine.name} does not start: ${name} ${message}`)
    if (name !== 'StartError') world.unexpected(`${machine.name} does not start: ${(error as Error).stack}`)
  }
}

async function stop(world: World, machine: AgentMachine): Promise<void> {
  const action = world.actions.begin('stop')
  await action.act(() => stopInOrder(world, machine))
  if (!machine.isUp) action.tookEffect()
}

function kill(world: World, machine: AgentMachine): void {
  const action = world.actions.begin('kill')
  action.act(() => machine.crash('crash'))
  if (!machine.isUp) action.tookEffect()
}

export async function stopInOrder(world: World, machine: AgentMachine): Promise<void> {
  if (!machine.isUp) return
  const hasStopped = await world.await(machine.stop().then(() => true))
  world.trace.say(`${machine.name} is stopped in order`)
  if (hasStopped) return
  world.unexpected(`${machine.name} does not come to an end when it is stopped`)
  machine.crash('crash')
}

function harmReplica(world: World): void {
  const { random } = world
  const machine = random.pick(world.machines)
  const path = join(machine.folder, 'replica.db')
  if (!existsSync(path)) return
  const isUp = machine.isUp ? 'running' : 'stopped'
  const isDeleted = random.chance(0.3)
  const action = world.actions.begin(`harm replica: ${isDeleted ? 'delete' : 'damage'}`)
  machine.isReplicaHarmed = true
  // A file deleted together with its log leaves no wrong data behind.
  if (machine.isUp || !isDeleted) machine.isDamaged = true
  if (isDeleted) {
    const suffixes = machine.isUp ? [''] : ['', '-wal', '-shm']
    action.act(() => {
      for (const suffix of suffixes) rmSync(path + suffix, { force: true })
    })
    if (!existsSync(path)) action.tookEffect()
    world.trace.fault('replica deleted', `${machine.name} ${isUp}`)
  } else {
    const before = readFileSync(path)
    const where = action.act(() => damage(path, random))
    if (!readFileSync(path).equals(before)) action.tookEffect()
    world.trace.fault('replica damaged', `${machine.name} ${isUp}: ${where}`)
  }
}

const hubUp = (world: World) => world.hubs.filter(({ isUp }) => isUp)
const hubDown = (world: World) => world.hubs.filter(({ isUp }) => !isUp)

function planHubDeath(world: World): void {
  const { random } = world
  const hub = random.pick(hubUp(world))
  const commitsOnly = random.chance(0.6)
  const fate = random.pick(['die before', 'die after'] as const)
  const left = commitsOnly ? random.between(1, 4) : random.spread(1, 60)
  const action = world.actions.begin('plan hub death')
  action.act(() => hub.planCrash(left, fate, commitsOnly, action))
  world.trace.say(`${hub.name} will ${fate} ${commitsOnly ? 'commit' : 'query'} ${left}`)
}

async function startHub(world: World): Promise<void> {
  const hub = world.random.pick(hubDown(world))
  const action = world.actions.begin('start hub')
  try {
    await action.act(() => hub.start())
    world.trace.say(`${hub.name} ${hub.isUp ? 'starts' : 'dies as it starts'}`)
  } catch (error) {
    world.trace.say(`${hub.name} does not start: ${(error as Error).message}`)
    action.refused((error as Error).message)
  }
  const answer = await world.await(hub.fetch('/readyz', {}).catch(() => null))
  if (answer?.status === 200) action.tookEffect()
}

async function stopHub(world: World): Promise<void> {
  const hub = world.random.pick(hubUp(world))
  const action = world.actions.begin('stop hub')
  await world.await(action.act(() => hub.stop()) ?? Promise.resolve())
  if (!hub.isUp) action.tookEffect()
  world.trace.say(`${hub.name} is stopped in order`)
}

function cutDatabase(world: World): void {
  const action = world.actions.begin('cut database')
  const cut = action.act(() => world.database.cut()) ?? 0
  if (cut > 0) action.tookEffect()
  else if (hubUp(world).length === 0) action.prevented('no hub')
  world.trace.fault('database cut', 'all connections')
}

async function backUpHub(world: World): Promise<void> {
  const action = world.actions.begin('back up hub')
  await action.act(() => world.takeBackup())
  if (await world.database.isAsBackedUp()) action.tookEffect()
  world.trace.say('the hub is backed up')
}

async function restoreHub(world: World): Promise<void> {
  const action = world.actions.begin('restore hub')
  await action.act(() => world.restoreBackup())
  if (world.wasRestored) action.tookEffect()
  await writeOff(world)
  world.trace.fault('hub restored', 'from the backup')
}

async function longPass(world: World): Promise<void> {
  const seconds = world.random.spread(5, 120)
  const action = world.actions.begin('long pass')
  world.trace.say(`${seconds} s pass`)
  const since = now()
  await action.act(() => world.pass(seconds * 1000))
  if (now() - since >= seconds * 1000) action.tookEffect()
}

export const FAULT_STEPS: readonly Step[] = [
  onMachine('weather', 14, changeWeather),
  onMachine('plan death', 8, planDeath),
  onMachine('disk trouble', 3, planDiskTrouble),
  onMachine('clock', 2, jumpClock),
  onMachine('stop', 1, stop),
  onMachine('kill', 1, kill),
  { name: 'restart', weight: (world) => down(world).length * 40, do: restart },
  { name: 'harm replica', weight: () => 2, do: async (world) => harmReplica(world) },
  {
    name: 'plan hub death',
    weight: (world) => (hubUp(world).length > 0 ? 2 : 0),
    do: async (world) => planHubDeath(world),
  },
  { name: 'start hub', weight: (world) => hubDown(world).length * 25, do: startHub },
  { name: 'stop hub', weight: (world) => (hubUp(world).length > 1 ? 1 : 0), do: stopHub },
  { name: 'cut database', weight: () => 1, do: async (world) => cutDatabase(world) },
  { name: 'back up hub', weight: (world) => (world.hasBackup ? 0.3 : 2), do: backUpHub },
  {
    name: 'restore hub',
    weight: (world) => (world.hasBackup && !world.wasRestored ? 1.5 : 0),
    do: restoreHub,
  },
  { name: 'long pass', weight: () => 2, do: longPass },
]
