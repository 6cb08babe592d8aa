import { existsSync } from 'node:fs'
import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'
import { type ReplicaPaths, replicaPaths } from '../../replica/paths.ts'
import { ReplicaWriter } from '../../replica/replica-writer.ts'
import { isDamage, isDiskFailure, isSqliteError } from '../../sqlite/errors.ts'
import { Backoff } from '../backoff.ts'
import { HubClient } from '../hub-link/hub-client.ts'
import { HubFailure, isRefusal } from '../hub-link/hub-failure.ts'
import { Snapshot } from '../snapshot/snapshot.ts'
import type { DownloadReport, DownloadRequest, DownloadThreadData } from './download-messages.ts'
import { ReplicaCheck } from './replica-check.ts'
import { ReplicaDoubts } from './replica-doubts.ts'
import { type Exchange, exchange } from './replica-exchange.ts'

export interface DownloadOptions extends DownloadThreadData {
  report: (report: DownloadReport) => void
  /** Sends a request and resolves when it is done. The download must have no open connection meanwhile. */
  ask: (requestType: DownloadRequest) => Promise<void>
}

/**
 * Downloads the replica from the hub, in its own thread. Without a replica, or after a `reset` from the hub,
 * it loads a snapshot into a separate file, which replaces the replica when complete. After that, it loads
 * the changes since the cursor. Each batch is applied in one transaction with the new cursor. A failure
 * leaves the replica unchanged and is always retried.
 */
export class Download {
  readonly #options: DownloadOptions
  readonly #client: HubClient
  readonly #paths: ReplicaPaths
  readonly #check: ReplicaCheck
  readonly #doubts = new ReplicaDoubts()
  readonly #snapshot: Snapshot
  readonly #backoff: Backoff
  #writer: ReplicaWriter | null = null
  /**
   * True when the last exchange succeeded. The first exchange does not wait for changes, so that the state is
   * known soon.
   */
  #isInTouch = false
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
        if (this.#doubts.isCursorKnown) this.#backoff.reset()
        this.#doubts.noteSuccess()
      } catch (error) {
        // After a request canceled because of damage, the next step follows immediately.
        if (!signal.aborted && !this.#request.signal.aborted) await this.#fail(error, signal)
      }
    }
    this.#close()
  }

  /** Ends the delay, because the upload has reached the hub. */
  hubAnswers(): void {
    this.#backoff.hubAnswers()
  }

  /** Starts the next attempt immediately at a user's request. */
  tryNow(): void {
    this.#backoff.tryNow()
  }

  /** Discards the replica immediately, because a damaged page was found. */
  replicaIsDamaged(): void {
    this.#doubts.noteDamage()
    this.#hurry()
  }

  /** Downloads the replica again at the hub's request. The till uses the old one until the download is complete. */
  resnapshot(): void {
    if (this.#doubts.wantsSnapshot) return
    this.#doubts.wantSnapshot()
    this.#hurry()
  }

  #hurry(): void {
    this.#request.abort()
  }

  async #step(signal: AbortSignal): Promise<void> {
    if (this.#doubts.isDamaged) await this.#discard()
    const cursor = this.#cursor()
    if (cursor === null || this.#doubts.wantsSnapshot || this.#startsOver())
      await this.#takeSnapshot(cursor !== null, signal)
    else await this.#follow(cursor, signal)
    this.#isInTouch = true
  }

  #startsOver(): boolean {
    const { startsOver } = this.#doubts
    if (startsOver) this.#check.skip()
    return startsOver
  }

  /** Requests the changes since the cursor from the hub, in one exchange. */
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
      this.#doubts.wantSnapshot()
      if (this.#doubts.isCursorKnown) return
      throw new HubFailure('protocol', 'The hub does not know the cursor that it has just sent')
    }
    this.#doubts.noteContinued()
    // The hub accepts the cursor, so a partial snapshot left by an agent that died after the swap is useless.
    if (!this.#isInTouch) this.#snapshot.discard()
    report({ type: 'applied', isSnapshot: false, lines, isFresh: !more })
    if (verdict === 'snapshot') this.#doubts.wantSnapshot()
    const isMoving = this.#cursor() !== cursor && (more || lines > 0)
    if (isMoving || verdict !== 'equal' || !this.#isInTouch) return
    await sleep(Math.max(0, timing.pollMs - (performance.now() - startedAt)), signal)
  }

  async #takeSnapshot(isServing: boolean, signal: AbortSignal): Promise<void> {
    const { ask, report, timing } = this.#options
    // After the hub is restored, all agents want a snapshot at once, so those with a replica wait a random
    // time.
    if (isServing) await sleep(Math.random() * timing.snapshotSpreadMs, signal)
    report({ type: 'busy', withinMs: timing.uploadsFirstMs })
    await ask('leave')
    signal.throwIfAborted()
    const lines = await this.#snapshot.load(signal)
    this.#doubts.noteSnapshot()
    this.#close()
    await ask('swap')
    this.#snapshot.discard()
    this.#doubts.noteSwapped()
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

  /**
   * Returns the cursor of a usable replica, otherwise null. Also returns null when a user has deleted the
   * file while it was open.
   */
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
    this.#doubts.noteDiscarded()
  }

  #close(): void {
    this.#writer?.close()
    this.#writer = null
  }

  async #fail(error: unknown, signal: AbortSignal): Promise<void> {
    const { report, timing } = this.#options
    if (isDamage(error)) return this.#noteDamage((error as Error).message)
    // An index that lost an entry has accepted a second row with the same id, which cannot be repaired.
    if (isSqliteError(error, 'SQLITE_CONSTRAINT')) this.#doubts.wantSnapshot()
    if (isRefusal(error)) this.#doubts.noteRefusal()
    this.#isInTouch = false
    let atLeastMs = 0
    if (error instanceof HubFailure) {
      const { kind, message } = error
      report({ type: 'failed', kind, message, isRefusal: error.isRefusal })
      atLeastMs = error.kind === 'agent_too_old' ? timing.tooOldRetryMs : (error.retryAfterMs ?? 0)
    } else {
      report({ type: 'broken', isDiskFailure: isDiskFailure(error), message: (error as Error).message })
    }
    // Canceling the request also ends the delay.
    const hurried = AbortSignal.any([signal, this.#request.signal])
    await this.#backoff.wait(atLeastMs, hurried, (forMs) => report({ type: 'waits', forMs }))
  }

  #noteDamage(message: string): void {
    this.#doubts.noteDamage()
    this.#options.report({ type: 'damaged', message })
  }
}
