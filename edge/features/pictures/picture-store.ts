import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { removeDatabase } from '#shared/replica/db.ts'
import type { Clock } from '../../clock.ts'
import { imageTypeOf, type PictureType } from './image-type.ts'
import { PicturesFile } from './pictures-file.ts'

/** Size limit, enough for about 30,000 small pictures. */
const LIMIT_BYTES = 256 * 1024 * 1024

export interface StoredPicture {
  content: Buffer<ArrayBuffer>
  type: PictureType
}

interface Options {
  folder: string
  clock: Pick<Clock, 'now'>
  log: Logger
  limitBytes?: number | undefined
}

/** Returns the hex SHA-256 of the picture's address at the hub. A changed picture has a new address. */
export const pictureKey = (thumbUrl: string): string => createHash('sha256').update(thumbUrl).digest('hex')

/**
 * Product pictures and the receipt logo, in pictures.db beside the replica. The file is only a cache. If it
 * cannot be read or written, it is discarded and the pictures are downloaded again. Without the file, the
 * till sells without pictures.
 */
export class PictureStore {
  readonly #clock: Pick<Clock, 'now'>
  readonly #log: Logger
  readonly #limitBytes: number
  readonly #path: string
  #file: PicturesFile | null = null

  constructor({ folder, clock, log, limitBytes = LIMIT_BYTES }: Options) {
    this.#clock = clock
    this.#log = log
    this.#limitBytes = limitBytes
    this.#path = join(folder, 'pictures.db')
  }

  /** Returns true when a picture of this size can be stored without evicting another one. */
  hasRoomFor(bytes: number): boolean {
    return this.#use((file) => file.bytes + bytes <= this.#limitBytes) ?? false
  }

  has(key: string): boolean {
    return this.#use((file) => file.has(key)) ?? false
  }

  /** Reads a picture. Returns null when it does not exist or cannot be read. */
  read(key: string): StoredPicture | null {
    const content = this.#use((file) => file.read(key, this.#clock.now().getTime()))
    const type = content ? imageTypeOf(content) : null
    return content && type ? { content: Buffer.from(content), type } : null
  }

  put(key: string, content: Uint8Array): void {
    const options = { now: this.#clock.now().getTime(), limitBytes: this.#limitBytes }
    this.#use((file) => file.put(key, content, options))
  }

  close(): void {
    this.#file?.close()
    this.#file = null
  }

  /** Runs `work` with the open file. Returns null when the file or the disk fails. */
  #use<T>(work: (file: PicturesFile) => T): T | null {
    try {
      this.#file ??= new PicturesFile(this.#path)
      return work(this.#file)
    } catch (error) {
      this.#log.warn({ err: error }, 'the picture file cannot be used and is discarded')
      this.#discard()
      return null
    }
  }

  #discard(): void {
    try {
      this.close()
      removeDatabase(this.#path)
    } catch (error) {
      this.#log.warn({ err: error }, 'the picture file cannot be removed')
    }
  }
}
