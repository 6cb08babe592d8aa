import type { Logger } from 'pino'
import type { AgentReport } from '#shared/sync/report.ts'
import { type ChainCustody, type Directive, UploadAnswer, type UploadItem } from '#shared/sync/upload.ts'
import type { Clock } from '../../clock.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Ack, OutboxItem } from '../../journal/outbox.ts'
import { Backoff } from '../backoff.ts'
import { type HubClient, readJson } from '../hub-link/hub-client.ts'
import { HubFailure, isRefusal, TOLERATED_REFUSALS } from '../hub-link/hub-failure.ts'
import type { HubLink } from '../hub-link/hub-link.ts'
import { Pause } from '../pause.ts'
import type { Timing } from '../timing.ts'
import { BatchSize } from './batch-size.ts'
import { LossWatch } from './custody.ts'
import { custodyOfAll } from './report-chains.ts'
import { SetAside } from './set-aside.ts'
import { acksOf, isReadable, rawOf, type SentItem, takeBatch } from './upload-batch.ts'
import { encodeUpload } from './upload-request.ts'

export interface UploadOptions {
  journal: Journal
  client: HubClient
  link: HubLink
  clock: Clock
  timing: Timing
  bootId: string
  log: Logger
  /** Returns the state of the agent for head office. */
  report: () => Promise<AgentReport>
  /** Called with the hub's directives after its acknowledgements are recorded. */
  onDirectives: (directives: readonly Directive[]) => void
  /**
   * Called when the hub has more of the current chain than the journal, because the journal was reset to an
   * older state.
   */
  onJournalBehind: (custody: ChainCustody) => void
  onAcknowledged: (acks: readonly Ack[]) => void
  /**
   * Called with the first item that is too large for the hub even when sent alone, or null. The item stays in
   * the outbox.
   */
  onTooLarge: (item: UploadItem | null) => void
  /** Called on a failure that the hub did not cause, such as a disk failure. */
  onOwnFailure: (error: unknown) => void
  /** Announces that the loop will show activity within this time. */
  expectWithin: (ms: number) => void
}

/**
 * Uploads the outbox to the hub in order, one request at a time, at least once. The hub recognizes repeated
 * items by id, so each counts exactly once. An item leaves the outbox only on the hub's result for that item.
 * The upload retries forever. When there is nothing to send, it sends reports. The responses contain the
 * hub's custody, and lost items are uploaded again.
 */
export class Upload {
  readonly #options: UploadOptions
  readonly #idle = new Pause()
  readonly #quiet = new Pause()
  #isQuiet = false
  readonly #backoff: Backoff
  readonly #size = new BatchSize()
  readonly #losses = new LossWatch()
  /** Number of consecutive refusals. */
  #refusals = 0
  #reportAtMs = 0
  readonly #aside: SetAside

  constructor(options: UploadOptions) {
    this.#options = options
    this.#backoff = new Backoff(options.timing)
    this.#aside = new SetAside(options.timing)
  }

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#step(signal)
      } catch (error) {
        if (signal.aborted) return
        this.#options.onOwnFailure(error)
        await this.#backOff(0, signal)
      }
    }
  }

  /** Wakes the upload for a new sale. It is sent immediately, or with the next attempt if the last one failed. */
  saleRecorded(): void {
    this.#idle.end()
  }

  /** Ends the delay, because the download has reached the hub. */
  hubAnswers(): void {
    this.#backoff.hubAnswers()
  }

  /** Starts the next attempt immediately at a user's request. */
  tryNow(): void {
    this.#backoff.tryNow()
  }

  /** Sends a report immediately instead of when it is due, to get the hub's custody. */
  reportSoon(): void {
    this.#reportAtMs = 0
    this.#idle.end()
  }

  /**
   * Records custody from another response. If it shrank, requests it again, because only upload responses are
   * ordered.
   */
  noteCustody(custody: readonly ChainCustody[]): void {
    if (this.#losses.isLess(custody)) this.reportSoon()
  }

  /** Resolves when nothing more can be sent at the moment, or after `ms` at the latest. */
  async whenQuiet(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isQuiet) await this.#quiet.wait(ms, signal)
  }

  #setQuiet(isQuiet: boolean): void {
    this.#isQuiet = isQuiet
    if (isQuiet) this.#quiet.end()
  }

  async #step(signal: AbortSignal): Promise<void> {
    const suspects = this.#aside.takeSuspects()
    if (suspects.length > 0) {
      // An item is the cause of its refusal only if the hub accepts an upload without it.
      if (await this.#deliver([], signal)) this.#aside.blame(suspects)
      return
    }
    const batch = this.#nextBatch()
    const nowMs = performance.now()
    if (batch.length > 0 || nowMs >= this.#reportAtMs) {
      await this.#deliver(batch, signal)
      return
    }
    const waitMs = Math.min(this.#reportAtMs, this.#aside.nextMs) - nowMs
    this.#setQuiet(true)
    this.#options.expectWithin(waitMs)
    await this.#idle.wait(Math.max(0, waitMs), signal)
  }

  #nextBatch(): OutboxItem[] {
    const first = takeBatch(
      this.#waiting((one) => !this.#aside.has(one)),
      this.#size.next,
    )
    if (first.length > 0 || this.#aside.isEmpty) return first
    const nowMs = performance.now()
    return takeBatch(
      this.#waiting((one) => this.#aside.isDue(one, nowMs)),
      this.#size.next,
    )
  }

  *#waiting(isWanted: (one: OutboxItem) => boolean): Generator<OutboxItem> {
    for (const one of this.#options.journal.read.outbox.iterate()) if (isWanted(one)) yield one
  }

  /**
   * Sends a batch. Returns true on success. After a failure, waits until the next attempt may follow and
   * returns false.
   */
  async #deliver(batch: OutboxItem[], signal: AbortSignal): Promise<boolean> {
    const hasReport = performance.now() >= this.#reportAtMs
    this.#setQuiet(batch.length === 0)
    try {
      await this.#send(batch, hasReport, signal)
      if (hasReport) this.#reportAtMs = performance.now() + this.#options.timing.reportEveryMs
      if (batch.length > 0) this.#size.succeeded(batch.length)
      this.#backoff.reset()
      this.#refusals = 0
      this.#aside.wentWell()
      this.#options.link.succeeded('upload')
      return true
    } catch (error) {
      if (signal.aborted || !(error instanceof HubFailure)) throw error
      // The report must not block the items, even if the report is the reason for the refusal.
      if (hasReport && batch.length > 0)
        this.#reportAtMs = performance.now() + this.#options.timing.reportEveryMs
      await this.#learnFrom(error, batch, signal)
      return false
    }
  }

  async #learnFrom(failure: HubFailure, batch: OutboxItem[], signal: AbortSignal): Promise<void> {
    const { link, log } = this.#options
    const { kind, message, retryAfterMs } = failure
    if (isRefusal(failure)) this.#refusals++
    log.warn({ items: batch.length, kind, reason: message }, 'upload failed')
    link.failed('upload', failure)
    const wasAside = batch.every((one) => this.#aside.has(one))
    const { setAside, isSearching } = this.#size.failed(kind, batch.length)
    if (setAside) {
      this.#aside.add(kind, batch, performance.now())
      this.#options.onTooLarge(this.#aside.tooLarge)
    }
    // Other items and new sales do not wait for a bad item, which has its own retry time.
    const isItsOwnFault = setAside && batch.length === 1 && (wasAside || this.#aside.inARow === 1)
    if ((isSearching || isItsOwnFault) && retryAfterMs === null) return
    await this.#backOff(retryAfterMs ?? 0, signal)
  }

  /**
   * Packs an item that was repeatedly refused or is damaged on this disk. The hub takes it into custody for a
   * user to examine.
   */
  #wrapped(one: OutboxItem): SentItem {
    const { position, item } = one
    return { position, item: this.#aside.isRefused(one) || !isReadable(item) ? rawOf(item) : item }
  }

  async #send(batch: OutboxItem[], hasReport: boolean, signal: AbortSignal): Promise<void> {
    const { journal, client, timing, bootId, link, log, expectWithin } = this.#options
    expectWithin(timing.uploadTimeoutMs + timing.idleTimeoutMs)
    const sent = batch.map((one) => this.#wrapped(one))
    // After repeated refusals one request is sent bare. If that is refused too, the next one is complete
    // again.
    const isBare = this.#refusals % (TOLERATED_REFUSALS + 1) === TOLERATED_REFUSALS
    const report = hasReport && !isBare ? await this.#options.report() : null
    const response = await client.send('/api/pos/v1/sales', {
      method: 'POST',
      ...(await encodeUpload({ journal: journal.read, bootId, items: sent, report, isBare })),
      accept: 'application/json',
      timeoutMs: timing.uploadTimeoutMs,
      signal,
    })
    const answer = UploadAnswer.safeParse(await readJson(response, timing.idleTimeoutMs, signal))
    if (!answer.success)
      throw new HubFailure('protocol', 'The hub answered an upload with an invalid response')
    // An abandoned loop must not process late responses.
    signal.throwIfAborted()
    link.measureOffset(answer.data.serverTime)
    const acknowledged = this.#note(sent, answer.data)
    if (batch.length > 0 && acknowledged === 0) {
      throw new HubFailure('not_taken', 'The hub has accepted none of the sales yet')
    }
    if (batch.length > 0) log.info({ items: batch.length, acknowledged }, 'uploaded')
  }

  /** Records the response. Returns the number of items that the hub has accepted. */
  #note(sent: readonly SentItem[], answer: UploadAnswer): number {
    const { journal, clock, log, onAcknowledged, onDirectives, onJournalBehind } = this.#options
    const acks = acksOf(sent, answer.results)
    const custody = custodyOfAll(journal.read, answer.custody)
    const at = clock.now().toISOString()
    // Compare in the same transaction. Later requests name the new acknowledgements, which would hide earlier
    // losses.
    const offered = journal.transact((tx) => {
      for (const ack of acks) tx.outbox.acknowledge(ack, at)
      const missed = custody.flatMap((one) => tx.outbox.offerAgain(one.chain, this.#losses.find(one)))
      const wanted = this.#losses.findWanted(answer.directives)
      return [...missed, ...wanted.flatMap((chain) => tx.outbox.offerAllAgain(chain))]
    })
    for (const one of custody) this.#losses.note(one)
    this.#losses.noteWanted(answer.directives)
    if (offered.length > 0) log.warn({ items: offered.length }, 'the hub has lost items: queued again')
    for (const { position } of acks) this.#aside.delete(position)
    this.#options.onTooLarge(this.#aside.tooLarge)
    onAcknowledged(acks)
    onDirectives(answer.directives)
    const { id } = journal.read.chains.current()
    const current = custody.find(({ chain }) => chain === id)
    if (current && current.highest > journal.read.chains.lastSeq(id)) onJournalBehind(current)
    return acks.length
  }

  async #backOff(atLeastMs: number, signal: AbortSignal): Promise<void> {
    const { link, expectWithin } = this.#options
    this.#setQuiet(true)
    await this.#backoff.wait(atLeastMs, signal, (ms) => {
      expectWithin(ms)
      link.waits('upload', ms)
    })
  }
}
