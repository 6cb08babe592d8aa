import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { removeDatabase } from '#shared/replica/db.ts'
import { newId } from '#shared/std/ids.ts'
import type { Clock } from '../../clock.ts'
import { Journal } from '../../journal/journal.ts'

/** Series of receipt numbers in training. No hub assigns this series. */
const TRAINING_SERIES = 'TRAINING'

/**
 * The tills in training mode (docs/domain.md#training). Each has its own journal, created when training
 * begins and removed when it ends. Training data therefore never reaches a chain, the outbox or the stock. A
 * till stays in training as long as this file exists, even across restarts.
 */
export class Training {
  readonly #folder: string
  readonly #clock: Clock
  readonly #log: Logger
  readonly #open = new Map<string, Journal>()

  constructor({ folder, clock, log }: { folder: string; clock: Clock; log: Logger }) {
    this.#folder = folder
    this.#clock = clock
    this.#log = log
    for (const tillId of this.#listTills()) this.#reopen(tillId)
  }

  /** Returns the training journal, or null when the till is not in training. */
  journalOf(tillId: string): Journal | null {
    return this.#open.get(tillId) ?? null
  }

  /** Begins training. Returns the existing journal for a till already in training. */
  begin(tillId: string): Journal {
    const journal = this.#open.get(tillId) ?? Journal.open(this.#pathOf(tillId))
    if (!this.#open.has(tillId)) {
      const at = this.#clock.now().toISOString()
      journal.transact((tx) =>
        tx.chains.begin({ id: newId(), series: TRAINING_SERIES, reason: 'enrolled' }, at),
      )
      this.#open.set(tillId, journal)
    }
    return journal
  }

  end(tillId: string): void {
    this.#open.get(tillId)?.close()
    this.#open.delete(tillId)
    removeDatabase(this.#pathOf(tillId))
  }

  close(): void {
    for (const journal of this.#open.values()) journal.close()
    this.#open.clear()
  }

  /**
   * Reopens a training journal. An unreadable journal is discarded, and the till continues training with an
   * empty one.
   */
  #reopen(tillId: string): void {
    try {
      const journal = Journal.open(this.#pathOf(tillId))
      journal.read.chains.current()
      this.#open.set(tillId, journal)
    } catch (error) {
      this.#log.warn({ err: error, tillId }, 'the training journal is lost; training begins again')
      removeDatabase(this.#pathOf(tillId))
      this.begin(tillId)
    }
  }

  #pathOf = (tillId: string): string => join(this.#folder, `training-${tillId}.db`)

  #listTills(): string[] {
    if (!existsSync(this.#folder)) return []
    return readdirSync(this.#folder).flatMap(
      (name) => /^training-([A-Za-z0-9_-]{8,64})\.db$/.exec(name)?.[1] ?? [],
    )
  }
}
