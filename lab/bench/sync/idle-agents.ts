import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'
import type { Enrolment } from '#shared/sync/enrolment.ts'
import type { Bench, Measurement } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'
import { usageOf, usageOfServer } from '../harness/machine.ts'
import { fillCatalog } from '../world/catalog.ts'
import { Office, someAddress } from '../world/office.ts'
import { Shop } from '../world/shop.ts'
import type { IdleDevice, IdleNews, IdleOrder } from './idle-wire.ts'

const AGENTS_PER_ORGANIZATION = 50
const SAMPLE_MS = 2_000
/** Two runs suffice, because each is an average over a long time. */
const RUNS = 2

interface Usage {
  cpuPercent: number
  databaseCpuPercent: number
  residentMb: number
  connections: number
}

/** Cost of many idle agents for one hub. The agents are simulated (idle-wire.ts), the hub is real. */
export const IDLE_AGENTS: Measurement = {
  name: 'idle-agents',
  measure: async (bench) => {
    const [count, seconds] = bench.options.isQuick ? [200, 30] : [1_000, 60]
    await using shop = await Shop.open(bench)
    await fillCatalog(shop, 100)
    const devices = await enrolAll(shop, count)
    bench.options.say(`${count} devices are enrolled`)
    const runs: { hub: Usage; bare: Usage }[] = []
    for (let run = 1; run <= Math.min(RUNS, bench.options.runs); run++) {
      const bare = await measureBare(devices, seconds, bench)
      const hub = await measureHub(shop, devices, seconds, bench)
      runs.push({ hub, bare })
    }
    const figure = (name: string, unit: string, pick: (usage: Usage) => number, hasFloor = true): Figure => ({
      name: `${count} idle agents, ${name}`,
      unit,
      product: runs.map(({ hub }) => pick(hub)),
      floor: hasFloor ? runs.map(({ bare }) => pick(bare)) : [],
    })
    return [
      figure('processor time of the hub', '%', ({ cpuPercent }) => cpuPercent),
      figure('processor time of PostgreSQL', '%', (usage) => usage.databaseCpuPercent, false),
      figure('memory of the hub', 'MB', ({ residentMb }) => residentMb),
      figure('database connections, at most', '', ({ connections }) => connections, false),
    ]
  },
}

async function measureHub(shop: Shop, devices: IdleDevice[], seconds: number, bench: Bench): Promise<Usage> {
  await using agents = await startAgents({ url: shop.hubUrl, devices }, bench)
  const { rows } = await shop.sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const backend = must(rows[0]).pid
  const connections: number[] = []
  const sample = async (): Promise<void> => {
    const { rows } = await shop.sql.query<{ count: string }>(
      `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    connections.push(Number(rows[0]?.count))
  }
  const usage = await observe(shop.hubPid, backend, seconds, sample)
  await agents.sayCounts('hub')
  return { ...usage, connections: Math.max(...connections) }
}

async function measureBare(devices: IdleDevice[], seconds: number, bench: Bench): Promise<Usage> {
  await using server = startChild('bare-long-poll.ts')
  const [url] = (await once(server.process, 'message')) as [string]
  const withoutToken = devices.map((device) => ({ ...device, credential: null }))
  await using agents = await startAgents({ url, devices: withoutToken }, bench)
  const usage = await observe(must(server.process.pid), undefined, seconds, async () => undefined)
  await agents.sayCounts('bare server')
  return { ...usage, connections: 0 }
}

/** Measures average usage over the given time, and memory at its end. */
async function observe(
  pid: number,
  databasePid: number | undefined,
  seconds: number,
  sample: () => Promise<void>,
): Promise<Omit<Usage, 'connections'>> {
  const before = { own: usageOf(pid), database: usageOfServer(databasePid), at: performance.now() }
  while (performance.now() - before.at < seconds * 1000) {
    await sample()
    await sleep(SAMPLE_MS)
  }
  const own = usageOf(pid)
  const elapsedMs = performance.now() - before.at
  return {
    cpuPercent: ((own.cpuMs - before.own.cpuMs) / elapsedMs) * 100,
    databaseCpuPercent: ((usageOfServer(databasePid).cpuMs - before.database.cpuMs) / elapsedMs) * 100,
    residentMb: own.residentBytes / 2 ** 20,
  }
}

/** Starts the agents. Resolves when all of them have an open long poll. */
async function startAgents(order: IdleOrder, bench: Bench) {
  const child = startChild('idle-wire.ts')
  const news = (type: IdleNews['type']): Promise<IdleNews> =>
    new Promise((done) => {
      child.process.on('message', (message: IdleNews) => {
        if (message.type === type) done(message)
      })
    })
  const polling = news('polling')
  child.process.send(order)
  await polling
  return {
    sayCounts: async (whose: string): Promise<void> => {
      const counted = news('counts')
      child.process.send('count')
      const counts = await counted
      bench.options.say(`${whose}: ${JSON.stringify(counts)}`)
      if ('failures' in counts && counts.failures > 0) throw new Error('idle agents met failures')
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  }
}

function startChild(script: string): { process: ChildProcess } & AsyncDisposable {
  const child = fork(resolve(import.meta.dirname, script))
  return {
    process: child,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}

/** Enrolls devices in several organizations, because long polls are woken per organization. */
async function enrolAll(shop: Shop, count: number): Promise<IdleDevice[]> {
  const offices = [shop.office]
  while (offices.length * AGENTS_PER_ORGANIZATION < count) offices.push(await Office.open(shop.hubUrl))
  // Devices of an organization are enrolled in sequence, because a new pairing code of a retail point
  // replaces the previous one.
  const enrolled = offices.map(async (office) => {
    const devices: IdleDevice[] = []
    while (devices.length < count / offices.length) {
      devices.push(await enrolDevice(shop.hubUrl, await office.pairingCode()))
    }
    return devices
  })
  return (await Promise.all(enrolled)).flat()
}

async function enrolDevice(hubUrl: string, pairingCode: string): Promise<IdleDevice> {
  const response = await fetch(`${hubUrl}/api/pos/v1/enrol`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': someAddress() },
    body: JSON.stringify({ pairingCode, deviceName: 'idle', agentVersion: '0.1.0' }),
  })
  if (!response.ok) throw new Error(`enrol: ${response.status} ${await response.text()}`)
  const { deviceId, series, clientId, clientSecret } = (await response.json()) as Enrolment
  return { deviceId, series, credential: { client_id: clientId, client_secret: clientSecret } }
}
