import { join } from 'node:path'
import { pino } from 'pino'
import type { AgentOverrides } from '#edge/agent.ts'
import type { AgentConfig } from '#edge/config/config.ts'
import { type RunningAgent, startAgent } from '#edge/start-agent.ts'
import { must } from '#shared/std/must.ts'
import { createTestFolder, type TestFolder } from '../../support/folders.ts'
import { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { cashier, type Put, product, type RecordLine, settings } from './catalog.ts'
import { FakeHub, PAIRING_CODE } from './fake-hub.ts'
import { downloadInSharedThread } from './shared-thread.ts'

const QUICK = { backoffBaseMs: 20, backoffMaxMs: 100, pollMs: 10, waitSeconds: 5, snapshotSpreadMs: 10 }

/** Retail point in the test process: an agent with its own folder, and its hub. */
export class Point implements AsyncDisposable {
  readonly hub: FakeHub
  readonly overrides: AgentOverrides
  readonly #folder: TestFolder
  #agent: RunningAgent | null = null

  constructor(hub: FakeHub, overrides: AgentOverrides = {}) {
    this.hub = hub
    this.#folder = createTestFolder()
    this.overrides = {
      log: pino({ level: 'silent' }),
      startDownload: downloadInSharedThread,
      ...overrides,
      timing: { ...QUICK, ...overrides.timing },
    }
  }

  get dataDir(): string {
    return this.#folder.path
  }

  file(name: string): string {
    return join(this.#folder.path, 'edge', name)
  }

  get url(): string {
    return must(this.#agent, 'running agent').url
  }

  /** Address for other machines. */
  get tlsUrl(): string | null {
    return must(this.#agent, 'running agent').tlsUrl
  }

  config(changes: Partial<AgentConfig> = {}): AgentConfig {
    return {
      folder: join(this.#folder.path, 'edge'),
      host: '127.0.0.1',
      port: 0,
      hubUrl: this.hub.url,
      allowedHosts: [],
      pairingCode: undefined,
      logLevel: 'silent',
      tillPageDir: join(this.#folder.path, 'no-page'),
      ...changes,
    }
  }

  async start(changes: Partial<AgentConfig> = {}): Promise<this> {
    this.#agent = await startAgent(this.config(changes), this.overrides)
    return this
  }

  async stop(): Promise<void> {
    await this.#agent?.stop()
    this.#agent = null
  }

  till(tillId?: string): Till {
    return new Till(() => this.url, tillId)
  }

  async enrol(): Promise<void> {
    await this.till().expect('POST', '/enrol', { pairingCode: PAIRING_CODE })
  }

  /** Waits until the first download is complete. */
  async ready(): Promise<void> {
    await until('the first download is complete', async () => (await this.till().status()).settings)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    this.#folder.remove()
  }
}

export interface Shop extends AsyncDisposable {
  hub: FakeHub
  point: Point
  /** Till at which `cashier` is signed in. The PIN is 1234. */
  till: Till
  cashier: Put<'cashier'>
  tea: Put<'product'>
}

export interface ShopOptions {
  lines?: RecordLine[]
  settings?: Parameters<typeof settings>[0]
  cashier?: Put<'cashier'>
  overrides?: AgentOverrides
}

/** Starts a hub and an agent, enrols the agent, waits for the first download, and signs in a cashier. */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const ann = options.cashier ?? (await cashier())
  const tea = product({ name: 'Tea', code: 'TEA', barcodes: ['4006381333931'] })
  const hub = await FakeHub.start(settings(options.settings), ann, tea, ...(options.lines ?? []))
  const point = await new Point(hub, options.overrides).start()
  await point.enrol()
  await point.ready()
  const till = point.till()
  await till.signIn(ann.id)
  return {
    hub,
    point,
    till,
    cashier: ann,
    tea,
    [Symbol.asyncDispose]: async () => {
      await point[Symbol.asyncDispose]()
      await hub[Symbol.asyncDispose]()
    },
  }
}
