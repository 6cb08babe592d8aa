import pg from 'pg'
import type { Logger } from 'pino'
import { sleep } from '#shared/std/retry.ts'

const RECONNECT_MS = 1000

/** Subscription to all changes of a feed from its creation on. */
export interface FeedSubscription {
  /**
   * Known position of the feed, or undefined when the database must be read. It can be slightly stale. In
   * that case, `changed` resolves immediately.
   */
  readonly knownSeq: number | undefined
  /** Stores the position that a subscriber has read, so that the next one need not query it. */
  noteSeq(seq: number): void
  /** Resolves at the next change, after `timeoutMs`, or when the signal is aborted or the hub stops. */
  changed(timeoutMs: number, signal: AbortSignal): Promise<void>
  cancel(): void
}

/** A waiting poll. `kindsOfSome` are the record kinds that it follows in addition to those that all polls follow. */
interface Waiter {
  kindsOfSome: readonly string[]
  wake: () => void
}

/**
 * Wakes the long polls of an organization when its feed has changed. One connection listens for all
 * organizations. A notification can be lost while it reconnects, so all polls are woken after a reconnect.
 */
export class FeedSignal {
  readonly #databaseUrl: string
  readonly #log: Logger
  readonly #waiting = new Map<string, Set<Waiter>>()
  readonly #closing = new AbortController()
  /** Known positions of feeds that have not changed since. Empty while the listener is disconnected. */
  readonly #seqs = new Map<string, number>()
  #running: Promise<void> = Promise.resolve()
  #isListening = false

  constructor(databaseUrl: string, log: Logger) {
    this.#databaseUrl = databaseUrl
    this.#log = log
  }

  /** Number of waiting long polls. */
  get waitingCount(): number {
    return this.#waiting.values().reduce((sum, waiters) => sum + waiters.size, 0)
  }

  get isListening(): boolean {
    return this.#isListening
  }

  start(): void {
    this.#running = this.#listen()
  }

  async stop(): Promise<void> {
    this.#closing.abort()
    for (const organizationId of this.#waiting.keys()) this.#wake(organizationId)
    await this.#running
  }

  /**
   * Starts listening immediately, to all changes. Kinds that are announced separately (hub/db/sql/feed.sql)
   * count only if they are in `kindsOfSome`. Call `cancel` when done.
   */
  subscribe(organizationId: string, kindsOfSome: readonly string[]): FeedSubscription {
    const woken = new AbortController()
    const waiter = { kindsOfSome, wake: () => woken.abort() }
    const waiters = this.#waiting.get(organizationId) ?? new Set()
    this.#waiting.set(organizationId, waiters.add(waiter))
    return {
      knownSeq: this.#seqs.get(organizationId),
      noteSeq: (seq) => {
        if (this.#isListening && !woken.signal.aborted) this.#seqs.set(organizationId, seq)
      },
      changed: (timeoutMs, signal) =>
        sleep(timeoutMs, AbortSignal.any([woken.signal, signal, this.#closing.signal])),
      cancel: () => {
        waiters.delete(waiter)
        if (waiters.size === 0) this.#waiting.delete(organizationId)
      },
    }
  }

  /** Wakes the waiting polls. With `kind`, only records of this kind have changed. */
  #wake(organizationId: string, kind?: string): void {
    this.#seqs.delete(organizationId)
    for (const { kindsOfSome, wake } of this.#waiting.get(organizationId) ?? []) {
      if (kind === undefined || kindsOfSome.includes(kind)) wake()
    }
  }

  async #listen(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const client = new pg.Client({
        connectionString: this.#databaseUrl,
        application_name: 'counterfoil-feed',
        keepAlive: true,
      })
      try {
        const ended = new Promise<void>((resolve) => {
          client.once('end', resolve)
          client.on('error', () => resolve())
          this.#closing.signal.addEventListener('abort', () => resolve(), { once: true })
        })
        await client.connect()
        client.on('notification', ({ payload = '' }) => {
          const [organizationId = '', kind] = payload.split(' ')
          this.#wake(organizationId, kind)
        })
        await client.query('LISTEN feed')
        this.#isListening = true
        for (const organizationId of this.#waiting.keys()) this.#wake(organizationId)
        await ended
      } catch (error) {
        this.#log.warn({ err: error }, 'cannot listen for changes of the feed, trying again')
      } finally {
        this.#isListening = false
        this.#seqs.clear()
        await client.end().catch(() => undefined)
      }
      if (!this.#closing.signal.aborted) await sleep(RECONNECT_MS, this.#closing.signal)
    }
  }
}
