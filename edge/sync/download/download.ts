import { existsSync } from 'node:fs'
import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'
import { type ReplicaPaths, replicaPaths } from '../../replica/paths.ts'
import { ReplicaWriter } from '../../replica/replica-writer.ts'
import { isDamage, isDiskFailure, isSqliteError } from '../../sqlite/errors.ts'
import { Backoff } from '../backoff.ts'
import { HubClient } from '../hub-link/hub-client.ts'
import { HubFailure, isRefusal, REFUSALS_BORNE } from '../hub-link/hub-failure.ts'
import { Snapshot } from '../snapshot/snapshot.ts'
import type { DownloadDeed, DownloadReport, DownloadThreadData } from './download-messages.ts'
import { ReplicaCheck } from './replica-check.ts'
import { type Exchange, exchange } from './replica-exchange.ts'

export interface DownloadOptions extends DownloadThreadData {
  report: (report: DownloadReport) => void
  /** Resolves when it is done; no connection of the download is open meanwhile. */
  ask: (deed: DownloadDeed) => Promise<void>
}

/**
 * The replica on its way from the hub, in a thread of its own. Without a replica, or when the hub says `reset`: a
 * snapshot into a file beside it, swapped in when complete. After that: the changes since the cursor, each batch in one
 * transaction with the new cursor. Whatever goes wrong leaves the replica as it was; it never gives up.
 */
export class Download {
  readonly #options: DownloadOptions
  readonly #client: HubClient
  readonly #paths: ReplicaPaths
  readonly #check: ReplicaCheck
  readonly #snapshot: Snapshot
  readonly #backoff: Backoff
  #writer: ReplicaWriter | null = null
  #wantsSnapshot = false
  #isDamaged = false
  /** The last exchange came to its end. The first one does not wait for changes, to tell soon where we are. */
  #isInTouch = false
  /** The hub has continued from the cursor that we hold, or that was not tried yet since the start. */
  #isCursorKnown = true
  /** In a row. */
  #refusals = 0
  #request = new AbortController()

  constructor(options: DownloadOptions) {
    const { folder, timing, credential, checkFirst, report } = options
    this.#options = options
    this.#backoff = new Backoff(timing)
    this.#paths = replicaPaths(folder)
    this.#client = new HubClient({ ...credential, onAnswer: () => report({ type: 'answered' }) })
    this.#check = new ReplicaCheck(timing.digestEveryMs, checkFirst)
    this.#snapshot = new Snapshot({ ...options, client: this.#client, paths: this.#paths })
  }

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#options.checkFirst) this.#checkPages()
    while (!signal.aborted) {
      this.#request = new AbortController()
      try {
        await this.#step(AbortSignal.any([signal, this.#request.signal]))
        if (this.#isCursorKnown) this.#backoff.reset()
        this.#refusals = 0
      } catch (error) {
        // A request that was broken off because of damage is followed up at once.
        if (!signal.aborted && !this.#request.signal.aborted) await this.#fail(error, signal)
      }
    }
    this.#close()
  }

  /** The other side has got through to the hub: no need to wait any longer. */
  hubAnswers(): void {
    this.#backoff.hubAnswers()
  }

  /** A person wants the next attempt now. */
  tryNow(): void {
    this.#backoff.tryNow()
  }

  /** Somebody has found a damaged page: the replica is thrown away at the next step, which is now. */
  replicaIsDamaged(): void {
    this.#isDamaged = true
    this.#hurry()
  }

  /** The hub wants the replica to be downloaded again. The till goes on with the old one until that is done. */
  resnapshot(): void {
    if (this.#wantsSnapshot) return
    this.#wantsSnapshot = true
    this.#hurry()
  }

  #hurry(): void {
    this.#request.abort()
  }

  async #step(signal: AbortSignal): Promise<void> {
    if (this.#isDamaged) await this.#discard()
    const cursor = this.#cursor()
    if (cursor === null || this.#wantsSnapshot || this.#beginsAnew())
      await this.#takeSnapshot(cursor !== null, signal)
    else await this.#follow(cursor, signal)
    this.#isInTouch = true
  }

  /**
   * What is refused again and again is given up for a snapshot, which needs nothing that is kept here. When that is
   * refused too, what is kept is not to blame, and is tried again.
   */
  #beginsAnew(): boolean {
    const beginsAnew = this.#refusals > 0 && this.#refusals % (REFUSALS_BORNE + 1) === REFUSALS_BORNE
    if (beginsAnew) this.#check.skip()
    return beginsAnew
  }

  /** One exchange with the hub about what has changed since the cursor. */
  async #follow(cursor: string, signal: AbortSignal): Promise<void> {
    const { timing, report, deviceId } = this.#options
    const isComparing = this.#check.isDue
    const waitSeconds = this.#isInTouch && !isComparing ? timing.waitSeconds : 0
    const startedAt = performance.now()
    const { header, lines, more, verdict } = await this.#exchange(
      must(this.#writer),
      { cursor, deviceId, waitSeconds, check: isComparing ? this.#check : null },
      signal,
    )
    if (header.kind === 'reset') {
      this.#wantsSnapshot = true
      if (this.#isCursorKnown) return
      throw new HubFailure('protocol', 'The hub does not know the cursor that it has just given')
    }
    this.#isCursorKnown = true
    // The hub goes on from here: a snapshot that was swapped in by an agent that died then has no more use.
    if (!this.#isInTouch) this.#snapshot.discard()
    report({ type: 'applied', isSnapshot: false, lines, isFresh: !more })
    if (verdict === 'snapshot') this.#wantsSnapshot = true
    const isMoving = this.#cursor() !== cursor && (more || lines > 0)
    if (isMoving || verdict !== 'equal' || !this.#isInTouch) return
    await sleep(Math.max(0, timing.pollMs - (performance.now() - startedAt)), signal)
  }

  async #takeSnapshot(isServing: boolean, signal: AbortSignal): Promise<void> {
    const { ask, report, timing } = this.#options
    // After a restore of the hub all its agents want one at once; those that can wait do.
    if (isServing) await sleep(Math.random() * timing.snapshotSpreadMs, signal)
    report({ type: 'busy', withinMs: timing.uploadsFirstMs })
    await ask('leave')
    signal.throwIfAborted()
    const lines = await this.#snapshot.load(signal)
    this.#isCursorKnown = false
    this.#close()
    await ask('swap')
    this.#snapshot.discard()
    this.#wantsSnapshot = false
    report({ type: 'applied', isSnapshot: true, lines, isFresh: true })
  }

  #exchange(
    writer: ReplicaWriter,
    what: Omit<Exchange, 'client' | 'timing' | 'report'>,
    signal: AbortSignal,
  ) {
    const { timing, report } = this.#options
    return exchange({ ...what, client: this.#client, timing, report }, writer, signal)
  }

  /** Null without a replica to continue, also when somebody has removed it under the open connection. */
  #cursor(): string | null {
    if (!existsSync(this.#paths.replica)) return null
    this.#writer ??= new ReplicaWriter(this.#paths.replica)
    return this.#writer.meta()?.cursor ?? null
  }

  #checkPages(): void {
    try {
      const damage = this.#cursor() === null ? null : this.#writer?.findDamage()
      if (damage) this.#noteDamage(damage)
    } catch (error) {
      if (!isDamage(error)) throw error
      this.#noteDamage((error as Error).message)
    }
  }

  async #discard(): Promise<void> {
    this.#close()
    await this.#options.ask('discard')
    this.#isDamaged = false
  }

  #close(): void {
    this.#writer?.close()
    this.#writer = null
  }

  async #fail(error: unknown, signal: AbortSignal): Promise<void> {
    const { report, timing } = this.#options
    if (isDamage(error)) return this.#noteDamage((error as Error).message)
    // An index that lost an entry has let a second row of the same id in, and now nothing can be repaired any more.
    if (isSqliteError(error, 'SQLITE_CONSTRAINT')) this.#wantsSnapshot = true
    if (isRefusal(error)) this.#refusals++
    this.#isInTouch = false
    let atLeastMs = 0
    if (error instanceof HubFailure) {
      const { kind, message } = error
      report({ type: 'failed', kind, message, isRefusal: error.isRefusal })
      atLeastMs = error.kind === 'agent_too_old' ? timing.tooOldRetryMs : (error.retryAfterMs ?? 0)
    } else {
      report({ type: 'broken', isDiskFailure: isDiskFailure(error), message: (error as Error).message })
    }
    // A request that is broken off has a reason not to wait.
    const hurried = AbortSignal.any([signal, this.#request.signal])
    await this.#backoff.wait(atLeastMs, hurried, (forMs) => report({ type: 'waits', forMs }))
  }

  #noteDamage(message: string): void {
    this.#isDamaged = true
    this.#options.report({ type: 'damaged', message })
  }
}
