import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { backoffMs, sleep } from '#shared/std/retry.ts'
import { RecallAnswer } from '#shared/sync/recall.ts'
import type { Clock } from '../../clock.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Recall as RecallState } from '../../journal/meta.ts'
import { type HubClient, readJson } from '../../sync/hub-link/hub-client.ts'
import { HubFailure, isRefusal, TOLERATED_REFUSALS } from '../../sync/hub-link/hub-failure.ts'
import type { HubLink } from '../../sync/hub-link/hub-link.ts'
import type { Timing } from '../../sync/timing.ts'
import { fileRecalled, finishRecall } from './file-recalled.ts'

export interface RecallOptions {
  journal: Journal
  client: HubClient
  link: HubLink
  clock: Clock
  timing: Timing
  log: Logger
}

/** Maximum age of recalled sales. The journal keeps uploaded sales for the same time (docs/sync.md I-18). */
const RECALLED_MS = 90 * 24 * 60 * 60_000
/** Items per page. A page is stored in one transaction, so it must be small enough not to delay a cashier. */
const PAGE_ITEMS = 50

/**
 * Downloads this till's own sales from the hub after the journal was lost or rebuilt, and those of the device
 * it replaced. It runs page by page while the till sells, and resumes after an interruption.
 */
export class Recall {
  readonly #options: RecallOptions
  readonly #stopping: AbortSignal
  /** Number of consecutive refusals. */
  #refusals = 0
  /** Resolves when no recall is running. */
  ended: Promise<void> = Promise.resolve()

  constructor(options: RecallOptions, stopping: AbortSignal) {
    this.#options = options
    this.#stopping = stopping
  }

  /** Downloads the sales of a pending recall, if there is one. */
  begin(): void {
    this.ended = this.ended.then(() => this.#run(this.#stopping))
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { journal, link, timing, log } = this.#options
    let failures = 0
    while (!signal.aborted) {
      const state = journal.read.meta.findRecall()
      if (!state) return
      try {
        await this.#step(state, signal)
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        failures++
        if (error instanceof HubFailure) {
          log.warn({ kind: error.kind, reason: error.message }, 'receipts cannot be recalled')
          link.failed('recall', error)
          if (isRefusal(error) && ++this.#refusals > TOLERATED_REFUSALS) this.#restart()
        } else log.error({ err: error }, 'recalling receipts failed')
        await sleep(backoffMs(failures, timing.backoffBaseMs, timing.backoffMaxMs), signal)
      }
    }
  }

  /**
   * Restarts at the first page, because the stored cursor may be the reason for the refusal. Items already in
   * the journal are skipped.
   */
  #restart(): void {
    this.#refusals = 0
    this.#options.journal.transact((tx) => tx.meta.setRecall({ since: null, after: null }))
  }

  async #step({ since, after }: RecallState, signal: AbortSignal): Promise<void> {
    const { journal, link, log } = this.#options
    if (since === null) return this.#begin(signal)
    const { items, next } = await this.#page({ since, after }, signal)
    this.#refusals = 0
    link.recalled()
    journal.transact((tx) => {
      for (const item of items) fileRecalled(tx, item, log)
      if (next === null) finishRecall(tx)
      else tx.meta.setRecall({ since, after: next })
    })
    if (next === null) log.info('receipts recalled')
    // Yield to requests of the till.
    await nextTurn()
  }

  /** Sets the start of the recall by the hub's clock, because the local clock may be years off. */
  async #begin(signal: AbortSignal): Promise<void> {
    const { journal, link, clock, timing } = this.#options
    const { offsetMs } = link
    if (offsetMs === null) return sleep(timing.pollMs, signal)
    const since = new Date(clock.now().getTime() + offsetMs - RECALLED_MS).toISOString()
    journal.transact((tx) => tx.meta.setRecall({ since, after: null }))
  }

  async #page({ since, after }: RecallState, signal: AbortSignal): Promise<RecallAnswer> {
    const { client, timing } = this.#options
    const query = new URLSearchParams({
      limit: String(PAGE_ITEMS),
      ...(since !== null && { since }),
      ...(after !== null && { after }),
    })
    const response = await client.send(`/api/pos/v1/sales?${query}`, {
      accept: 'application/json',
      timeoutMs: timing.downloadTimeoutMs,
      signal,
    })
    const answer = RecallAnswer.safeParse(await readJson(response, timing.idleTimeoutMs, signal))
    if (answer.success) return answer.data
    throw new HubFailure('protocol', 'The hub answered a recall with an invalid response')
  }
}
