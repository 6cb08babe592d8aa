import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Clock } from '#edge/clock.ts'
import { type RunningAgent, startAgent } from '#edge/start-agent.ts'
import type { Timing } from '#edge/sync/timing.ts'
import type { HubConfig } from '#hub/config/config.ts'
import { startHub } from '#hub/hub.ts'
import { must } from '#shared/std/must.ts'
import { Till } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'
import { createTestFolder } from './folders.ts'
import { type Organization, OWNER_PIN, signUp, startTestHub, type TestHub } from './hub.ts'
import { freePort } from './ports.ts'

const QUICK = { backoffBaseMs: 20, backoffMaxMs: 200, pollMs: 10, waitSeconds: 5, snapshotSpreadMs: 0 }

export interface TestAgentOptions {
  /** URL of the hub. Defaults to the shop's hub. */
  hubUrl?: string
  timing?: Partial<Timing>
  clock?: Clock
  /** False to return the agent before it has downloaded the catalog. */
  isReady?: boolean
  /** Folder of a stopped agent, of which the new agent gets a copy. */
  copyOf?: string
  /** Pairing code. Defaults to a new code of the organization's retail point. */
  pairingCode?: string
}

/** An agent with a separate folder, enrolled at the shop's retail point over a real socket. */
export interface TestAgent extends AsyncDisposable {
  url: string
  folder: string
  /** Opens a till with the owner signed in. */
  till(tillId?: string): Promise<Till>
  /** Restarts the agent. `whileStopped` can change its files. */
  restart(whileStopped?: () => void | Promise<void>): Promise<void>
}

/** A real hub with one organization. The hub can be stopped and restarted at the same URL. */
export interface TestShop extends AsyncDisposable {
  door: TestHub
  organization: Organization
  openAgent(options?: TestAgentOptions): Promise<TestAgent>
  stopHub(): Promise<void>
  startHub(): Promise<void>
}

export async function openTestShop(overrides: Partial<HubConfig> = {}): Promise<TestShop> {
  const resources = new AsyncDisposableStack()
  const door = resources.use(await startTestHub({ port: await freePort(), ...overrides }))
  const organization = await signUp(door)
  return {
    door,
    organization,
    openAgent: async (options) => resources.use(await openAgent(door, organization, options)),
    stopHub: () => door.hub.stop(),
    startHub: async () => {
      door.hub = await startHub(door.config satisfies HubConfig, pino({ level: 'silent' }))
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

export async function openAgent(
  door: TestHub,
  organization: Organization,
  { hubUrl = door.hub.url, timing, clock, isReady = true, copyOf, pairingCode }: TestAgentOptions = {},
): Promise<TestAgent> {
  const folder = createTestFolder()
  if (copyOf !== undefined) cpSync(copyOf, join(folder.path, 'edge'), { recursive: true })
  const code = pairingCode ?? (await pairingCodeOf(organization))
  const start = (): Promise<RunningAgent> =>
    startAgent(
      {
        folder: join(folder.path, 'edge'),
        host: '127.0.0.1',
        port: 0,
        hubUrl,
        allowedHosts: [],
        pairingCode: code,
        logLevel: 'silent',
        tillPageDir: join(import.meta.dirname, '../../dist/till'),
      },
      { log: pino({ level: 'silent' }), timing: { ...QUICK, ...timing }, ...(clock && { clock }) },
    )
  let agent: RunningAgent | undefined = await start()
  const url = (): string => must(agent).url
  if (isReady)
    await until('the first download is complete', async () => (await new Till(url).status()).settings)
  return {
    get url() {
      return url()
    },
    folder: join(folder.path, 'edge'),
    till: async (tillId) => {
      const till = new Till(url, tillId)
      await till.signIn(organization.employeeId, OWNER_PIN)
      return till
    },
    restart: async (whileStopped) => {
      await agent?.stop()
      await whileStopped?.()
      agent = await start()
    },
    [Symbol.asyncDispose]: async () => {
      await agent?.stop()
      agent = undefined
      folder.remove()
    },
  }
}

async function pairingCodeOf({ api, retailPointId }: Organization): Promise<string> {
  const { body } = await api.post(`/api/catalog/retail-points/${retailPointId}/pairing-code`)
  return body.code
}
