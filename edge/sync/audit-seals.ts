import type { Logger } from 'pino'
import { type HeldSeals, SEALS_OF_A_PAGE } from '#shared/sync/audit-seals.ts'
import type { SealNews } from '#shared/sync/download.ts'
import type { Journal } from '../journal/journal.ts'
import type { HubClient } from './hub-link/hub-client.ts'

interface Options {
  journal: Journal
  client: HubClient
  log: Logger
  signal: AbortSignal
}

const TIMEOUT_MS = 30_000

/**
 * Stores the seals of the hub's audit log, and returns all of them when the hub requests them
 * (docs/security/audit-log.md).
 */
export class AuditSeals {
  readonly #options: Options
  #isHandingBack = false

  constructor(options: Options) {
    this.#options = options
  }

  noteSeals({ newest, isAskedFor }: SealNews): void {
    const { journal } = this.#options
    if (newest && !journal.read.auditSeals.has(newest)) journal.transact((tx) => tx.auditSeals.keep(newest))
    if (isAskedFor) void this.#handBack()
  }

  async #handBack(): Promise<void> {
    if (this.#isHandingBack) return
    this.#isHandingBack = true
    const { journal, log } = this.#options
    try {
      let seals = journal.read.auditSeals.list(undefined, SEALS_OF_A_PAGE)
      for (let isFirst = true, isLast = false; !isLast; isFirst = false) {
        const following = journal.read.auditSeals.list(seals.at(-1), SEALS_OF_A_PAGE)
        isLast = following.length === 0
        await this.#send({ isFirst, isLast, seals })
        seals = following
      }
    } catch (error) {
      // The hub will request them again.
      log.warn({ err: error }, 'the seals of the audit log could not be sent back')
    } finally {
      this.#isHandingBack = false
    }
  }

  async #send(page: HeldSeals): Promise<void> {
    const { client, signal } = this.#options
    const response = await client.send('/api/pos/v1/audit-seals', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(page),
      accept: 'application/json',
      timeoutMs: TIMEOUT_MS,
      signal,
    })
    await response.body?.cancel()
  }
}
