import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { TokenAnswer } from '#shared/contracts/account/auth.ts'
import { sleep } from '#shared/std/retry.ts'
import { DOWNLOAD_SCHEMAS, DownloadFooter, MAX_WAIT_SECONDS } from '#shared/sync/download.ts'
import { type AgentReport, REPORT_EVERY_MS } from '#shared/sync/report.ts'
import type { UploadRequest } from '#shared/sync/upload.ts'

/**
 * Process that simulates many idle agents. Each has a token that it renews, a permanently open long poll, and
 * a report every minute.
 */
export interface IdleDevice {
  /** Credential, or null for the bare server, which requires no token. */
  credential: { client_id: string; client_secret: string } | null
  deviceId: string
  series: string
}

/** Order sent to the process once. The process sends `polling` when all agents are polling, and counts on request. */
export interface IdleOrder {
  url: string
  devices: IdleDevice[]
}
export type IdleNews =
  | { type: 'polling' }
  | { type: 'counts'; polls: number; reports: number; failures: number }

const counts = { polls: 0, reports: 0, failures: 0 }
const RENEW_BEFORE_MS = 60_000

process.on('message', (message: IdleOrder | 'count') => {
  if (message === 'count') tell({ type: 'counts', ...counts })
  else void begin(message)
})
process.on('disconnect', () => process.exit(0))

function tell(news: IdleNews): void {
  process.send?.(news)
}

async function begin({ url, devices }: IdleOrder): Promise<void> {
  // Starts are spread over the length of a poll, as with real agents.
  const polling = devices.map((device, index) =>
    idle(new Wire(url, device), (index / devices.length) * MAX_WAIT_SECONDS * 1000),
  )
  await Promise.all(polling)
  tell({ type: 'polling' })
}

/** Starts an agent that is idle forever. Resolves when its first long poll is open. */
async function idle(wire: Wire, startMs: number): Promise<void> {
  await delay(startMs)
  const cursor = await wire.download()
  void forever(pollFrom(wire, cursor))
  void forever(async () => {
    await delay(Math.random() * REPORT_EVERY_MS)
    for (;;) {
      await wire.report()
      await delay(REPORT_EVERY_MS)
    }
  })
}

function pollFrom(wire: Wire, first: string): () => Promise<void> {
  let cursor = first
  return async () => {
    for (;;) cursor = await wire.download(cursor)
  }
}

async function forever(work: () => Promise<void>): Promise<void> {
  for (;;) {
    await work().catch(() => {
      counts.failures += 1
    })
    await sleep(1000)
  }
}

class Wire {
  readonly #url: string
  readonly #device: IdleDevice
  #token: { value: string; renewAtMs: number } | undefined

  constructor(url: string, device: IdleDevice) {
    this.#url = url
    this.#device = device
  }

  /** Downloads changes and returns the next cursor. */
  async download(cursor?: string): Promise<string> {
    const query = new URLSearchParams({
      schema: `${DOWNLOAD_SCHEMAS.newest}`,
      ...(cursor && { cursor, wait: `${MAX_WAIT_SECONDS}` }),
    })
    const response = await this.#send(`/api/pos/v1/sync?${query}`, { headers: { 'Accept-Encoding': 'gzip' } })
    const lines = (await response.text()).trimEnd().split('\n')
    const footer = DownloadFooter.parse(JSON.parse(lines.at(-1) ?? ''))
    counts.polls += 1
    return footer.cursor ?? ''
  }

  async report(): Promise<void> {
    const { deviceId, series } = this.#device
    const request: UploadRequest = {
      bootId: deviceId,
      chains: [{ id: deviceId, series, reason: 'enrolled' }],
      report: reportOf(deviceId),
      sales: [],
    }
    const response = await this.#send('/api/pos/v1/sales', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: gzipSync(JSON.stringify(request)),
    })
    await response.text()
    counts.reports += 1
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...init.headers, ...(await this.#authorization()) }
    const response = await fetch(this.#url + path, { ...init, headers })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }

  async #authorization(): Promise<Record<string, string>> {
    const { credential } = this.#device
    if (!credential) return {}
    if (!this.#token || performance.now() >= this.#token.renewAtMs) {
      const body = new URLSearchParams({ grant_type: 'client_credentials', ...credential })
      const response = await fetch(`${this.#url}/~/connect/token`, {
        method: 'POST',
        headers: { 'X-Forwarded-For': addressOf(this.#device.deviceId) },
        body,
      })
      const answer = TokenAnswer.parse(await response.json())
      const renewAtMs = performance.now() + answer.expires_in * 1000 - RENEW_BEFORE_MS
      this.#token = { value: answer.access_token, renewAtMs }
    }
    return { Authorization: `Bearer ${this.#token.value}` }
  }
}

/** Returns an IP address unique to the device. */
function addressOf(deviceId: string): string {
  const bytes = Buffer.from(deviceId.slice(-6), 'hex')
  return `10.${bytes.join('.')}`
}

function reportOf(deviceId: string): AgentReport {
  return {
    agentVersion: '0.1.0',
    hostName: `till-${deviceId.slice(-4)}`,
    platform: 'linux x64',
    startedAt: new Date().toISOString(),
    waiting: 0,
    oldestWaitingAt: null,
    clockOffsetMs: 3,
    replicaFreshAt: new Date().toISOString(),
    productCount: 1000,
    diskFreeBytes: 50e9,
    journalBytes: 4e6,
    replicaBytes: 3e6,
    lastBackupAt: null,
    unprinted: 0,
    troubles: [],
  }
}
