import { existsSync, rmSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { isDiskFull } from '../sqlite/errors.ts'
import type { Troubles } from '../troubles.ts'

export interface DiskWatchOptions {
  folder: string
  /** Size of the reserve file in bytes. With 0, there is none. */
  reserveBytes: number
  troubles: Troubles
  log: Logger
}

const REFILL_EVERY_MS = 60_000
/** The reserve is created only when the disk has this many times its size free. */
const FREE_TIMES_RESERVE = 4
const CHUNK_BYTES = 1024 * 1024

/**
 * Reports disk failures, and keeps a reserve file that only occupies space. On a full disk the file is
 * deleted, so that the next sales can be recorded while somebody frees space (docs/faults.md F10).
 */
export class DiskWatch {
  readonly #options: DiskWatchOptions
  readonly #path: string
  #timer: NodeJS.Timeout | undefined
  #filling: Promise<void> = Promise.resolve()

  constructor(options: DiskWatchOptions) {
    this.#options = options
    this.#path = join(options.folder, 'reserve')
  }

  start(): void {
    const fill = (): void => {
      this.#filling = this.fill()
    }
    fill()
    this.#timer = setInterval(fill, REFILL_EVERY_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#filling
  }

  /** Handles a failed write. */
  failed(error: Error): void {
    const { troubles, log } = this.#options
    troubles.raise('disk', { code: 'disk', detail: error.message })
    if (!isDiskFull(error) || !this.#hasReserve) return
    try {
      rmSync(this.#path)
      log.warn('the disk is full: the reserve was deleted')
    } catch (cause) {
      log.error({ err: cause }, 'the reserve could not be deleted')
    }
  }

  /** Handles a successful write. It clears the reported failure, unless the reserve is used up. */
  worked(): void {
    if (this.#hasReserve || this.#options.reserveBytes === 0) this.#options.troubles.settle('disk')
  }

  /** Creates the reserve when it is missing and there is room for it. Never throws. */
  async fill(): Promise<void> {
    const { folder, reserveBytes, troubles, log } = this.#options
    if (reserveBytes === 0 || this.#hasReserve) return
    const temporary = `${this.#path}.tmp`
    try {
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < reserveBytes * FREE_TIMES_RESERVE) throw new Error('The disk is almost full')
      await writeZeros(temporary, reserveBytes)
      await rename(temporary, this.#path)
      troubles.settle('disk')
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'the disk reserve could not be created')
      await rm(temporary, { force: true }).catch(() => {})
    }
  }

  get #hasReserve(): boolean {
    return existsSync(this.#path)
  }
}

/** Fills the file with zeros, because a file that is only extended occupies no disk space. */
async function writeZeros(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    for (let left = bytes; left > 0; left -= CHUNK_BYTES) {
      await file.write(Buffer.alloc(Math.min(left, CHUNK_BYTES)))
    }
    await file.sync()
  } finally {
    await file.close()
  }
}
