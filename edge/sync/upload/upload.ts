import type { Logger } from 'pino'
import type { AgentReport } from '#shared/sync/report.ts'
import { type ChainCustody, type Directive, UploadAnswer, type UploadItem } from '#shared/sync/upload.ts'
import type { Clock } from '../../clock.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Ack, OutboxItem } from '../../journal/outbox.ts'
import { Backoff } from '../backoff.ts'
import { type HubClient, readJson } from '../hub-link/hub-client.ts'
import { HubFailure, isRefusal, REFUSALS_BORNE } from '../hub-link/hub-failure.ts'
import type { HubLink } from '../hub-link/hub-link.ts'
import { Pause } from '../pause.ts'
import type { Timing } from '../timing.ts'
import { BatchSize } from './batch-size.ts'
import { LossWatch } from './custody.ts'
import { SetAside } from './set-aside.ts'
import { custodyOfAll } from './told-chains.ts'
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
  /** How the agent is, for head office. */
  report: () => Promise<AgentReport>
  /** What the hub wants, after its acknowledgements are written down. */
  onDirectives: (directives: readonly Directive[]) => void
  /** The hub remembers more of the current chain than the journal holds: the journal went back in time. */
  onJournalBehind: (custody: ChainCustody) => void
  onAcknowledged: (acks: readonly Ack[]) => void
  /** The first of those that are too large for the hub even alone; it is kept here. */
  onTooLarge: (item: UploadItem | null) => void
  /** Something broke that is not the hub's fault, such as the disk. */
  onOwnFailure: (error: unknown) => void
  /** Something is to be heard of the loop again within this time. */
  expectWithin: (ms: number) => void
}

/**
 * The outbox on its way to the hub: in order, one request at a time, at least once; the id of the sale makes it exactly
 * once. An item leaves the outbox only on the hub's result for that very item. It never gives up. With nothing to send it
 * reports, and so hears what the hub holds: what it has lost is offered again.
 */
export class Upload {
  readonly #options: UploadOptions
  readonly #idle = new Pause()
  readonly #quiet = new Pause()
  #isQuiet = false
  readonly #backoff: Backoff
  readonly #size = new BatchSize()
  readonly #losses = new LossWatch()
  /** In a row. */
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

  /** There is a new sale. It goes at once, unless the last attempt failed: then at the next one. */
  saleRecorded(): void {
    this.#idle.end()
  }

  /** The other side has got through to the hub: no need to wait any longer. */
  hubAnswers(): void {
    this.#backoff.hubAnswers()
  }

  /** A person wants the next attempt now. */
  tryNow(): void {
    this.#backoff.tryNow()
  }

  /** Asks the hub what it holds, and tells it how we are, without waiting for the time of the next report. */
  reportSoon(): void {
    this.#reportAtMs = 0
    this.#idle.end()
  }

  /** What the hub said in passing. When it is less than before, it is asked: only what answers an upload is in order. */
  noteCustody(custody: readonly ChainCustody[]): void {
    if (this.#losses.isLess(custody)) this.reportSoon()
  }

  /** Resolves when nothing more can be sent just now, and after `ms` in any case. */
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
      // An item is to blame for its refusal only when the hub takes an upload without it.
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

  /** False when it came to nothing; the next attempt may follow. */
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
      // Whatever the report says, it must not be what keeps the items back.
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
    // The others, and what is sold meanwhile, do not wait for a bad item: it has a time of its own.
    const isItsOwnFault = setAside && batch.length === 1 && (wasAside || this.#aside.inARow === 1)
    if ((isSearching || isItsOwnFault) && retryAfterMs === null) return
    await this.#backOff(retryAfterMs ?? 0, signal)
  }

  /**
   * What is refused again and again as it stands is packed up, and so is what has lost its shape on this disk: the hub
   * takes it into custody for a person to read.
   */
  #wrapped(one: OutboxItem): SentItem {
    const { position, item } = one
    return { position, item: this.#aside.isRefused(one) || !isReadable(item) ? rawOf(item) : item }
  }

  async #send(batch: OutboxItem[], hasReport: boolean, signal: AbortSignal): Promise<void> {
    const { journal, client, timing, bootId, link, log, expectWithin } = this.#options
    expectWithin(timing.uploadTimeoutMs + timing.idleTimeoutMs)
    const sent = batch.map((one) => this.#wrapped(one))
    // What the hub goes on refusing is sent with nothing that can be spared; when that is refused too, whole again.
    const isBare = this.#refusals % (REFUSALS_BORNE + 1) === REFUSALS_BORNE
    const report = hasReport && !isBare ? await this.#options.report() : null
    const response = await client.send('/api/pos/v1/sales', {
      method: 'POST',
      ...(await encodeUpload({ journal: journal.read, bootId, items: sent, report, isBare })),
      accept: 'application/json',
      timeoutMs: timing.uploadTimeoutMs,
      signal,
    })
    const answer = UploadAnswer.safeParse(await readJson(response, timing.idleTimeoutMs, signal))
    if (!answer.success) throw new HubFailure('protocol', 'The hub answered an upload with something else')
    // A loop that was given up must not act on what it still hears.
    signal.throwIfAborted()
    link.measureOffset(answer.data.serverTime)
    const acknowledged = this.#note(sent, answer.data)
    if (batch.length > 0 && acknowledged === 0) {
      throw new HubFailure('not_taken', 'The hub took none of the sales yet')
    }
    if (batch.length > 0) log.info({ items: batch.length, acknowledged }, 'uploaded')
  }

  /** Answers how many items the hub has taken over. */
  #note(sent: readonly SentItem[], answer: UploadAnswer): number {
    const { journal, clock, log, onAcknowledged, onDirectives, onJournalBehind } = this.#options
    const acks = acksOf(sent, answer.results)
    const custody = custodyOfAll(journal.read, answer.custody)
    const at = clock.now().toISOString()
    // At once: what is acknowledged now is what will be named, and hides what was lost before it.
    const offered = journal.transact((tx) => {
      for (const ack of acks) tx.outbox.acknowledge(ack, at)
      const missed = custody.flatMap((one) => tx.outbox.offerAgain(one.chain, this.#losses.find(one)))
      const wanted = this.#losses.findWanted(answer.directives)
      return [...missed, ...wanted.flatMap((chain) => tx.outbox.offerAllAgain(chain))]
    })
    for (const one of custody) this.#losses.note(one)
    this.#losses.noteWanted(answer.directives)
    if (offered.length > 0) log.warn({ items: offered.length }, 'the hub has lost items: offered again')
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
