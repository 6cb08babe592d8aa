import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { removeDatabase } from '#shared/replica/db.ts'
import { newId } from '#shared/std/ids.ts'
import type { Clock } from '../../clock.ts'
import { Journal } from '../../journal/journal.ts'

/** Prefix of receipt numbers in training: no hub assigns this series. */
const TRAINING_SERIES = 'TRAINING'

/**
 * The tills in training mode (docs/domain.md#training). Each has its own journal, which is created when
 * training begins and removed when it ends: training data is in no chain, no outbox and no stock. A till is
 * in training as long as the file exists, through every restart.
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

  /** Returns the training journal; null: the till is not in training. */
  journalOf(tillId: string): Journal | null {
    return this.#open.get(tillId) ?? null
  }

  /** Begins training; a till already in training stays so. */
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

  /** Reopens a training journal. An unreadable one is discarded: the till stays in training and begins again. */
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
