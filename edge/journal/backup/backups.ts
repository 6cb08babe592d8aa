import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Journal } from '../journal.ts'
import { type BackupOrder, backupPosition, backupTime, listBackups, makeBackup } from './backup.ts'

export type RunBackup = (order: BackupOrder) => Promise<void>

export interface BackupsOptions {
  journal: Journal
  path: string
  folder: string
  /**
   * Returns the folder on another disk, or null. It is called only once the device is known, because other
   * devices may store their backups there too.
   */
  secondFolder: () => string | null
  clock: Clock
  log: Logger
  onFailure: (error: Error) => void
  onSuccess: () => void
  /** Runs a backup. Defaults to a worker thread. */
  run?: RunBackup | undefined
}

const EVERY_MS = 15 * 60_000

/**
 * Makes copies of the journal: after each shift, every 15 minutes when something was written, and at
 * shutdown. A failure is reported and never stops sales.
 */
export class Backups {
  readonly #options: BackupsOptions
  readonly #run: RunBackup
  readonly #timer: NodeJS.Timeout
  #running: Promise<void> | null = null
  /** Change count of the last backup. -1 means that entries of an earlier run are not backed up yet. */
  #changesInBackup: number
  lastBackupAt: Date | null

  constructor(options: BackupsOptions) {
    this.#options = options
    this.#run = options.run ?? runInThread
    const { journal, folder } = options
    const [best] = listBackups(folder)
    this.lastBackupAt = best === undefined ? null : backupTime(best)
    const isComplete =
      best !== undefined && backupPosition(best) >= (journal.read.entries.lastPosition() ?? 0)
    this.#changesInBackup = isComplete ? journal.changes() : -1
    this.#timer = setInterval(() => void this.make(), EVERY_MS)
    this.#timer.unref()
  }

  /**
   * Makes a backup unless nothing was written since the last one. Makes none before enrolment. Waits for a
   * running backup first. Never throws.
   */
  async make(): Promise<void> {
    while (this.#running) await this.#running
    this.#running = this.#make(this.#run)
    await this.#running
    this.#running = null
  }

  /** Stops the timer and makes the last backup. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
    // No request is pending during shutdown, so this thread can be blocked.
    await this.#make(async (order) => makeBackup(order))
  }

  async #make(run: RunBackup): Promise<void> {
    const { journal, path, folder, secondFolder, clock, log, onFailure, onSuccess } = this.#options
    try {
      const changes = journal.changes()
      const isOfNobody = journal.read.chains.findCurrent() === null
      if (changes === this.#changesInBackup || isOfNobody) return
      const lastPosition = journal.read.entries.lastPosition() ?? 0
      const at = clock.now()
      await run({ path, folder, secondFolder: secondFolder(), lastPosition, at: at.toISOString() })
      this.#changesInBackup = changes
      this.lastBackupAt = at
      log.info({ lastPosition }, 'journal backed up')
      onSuccess()
    } catch (error) {
      log.error({ err: error }, 'the backup of the journal failed')
      onFailure(error as Error)
    }
  }
}

async function runInThread(order: BackupOrder): Promise<void> {
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), { workerData: order })
  await once(worker, 'exit')
}
