import { type FileHandle, mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { newFileKey } from './file-store.ts'

/**
 * Files for as long as a request takes. Each has lost its name before anything is written to it: when its handle is
 * closed it is gone, also when the process was killed.
 */
export class TempFiles {
  readonly #dir: string

  private constructor(dir: string) {
    this.#dir = dir
  }

  static async open(dir: string): Promise<TempFiles> {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    // Of a process that was killed between the two. Another one that runs has no use for the names either.
    for (const name of await readdir(dir)) await rm(join(dir, name), { force: true, recursive: true })
    return new TempFiles(dir)
  }

  /** Whoever gets it closes it. */
  async create(): Promise<FileHandle> {
    const path = join(this.#dir, newFileKey())
    const file = await open(path, 'wx+', 0o600)
    try {
      await rm(path, { force: true })
    } catch (error) {
      await file.close()
      throw error
    }
    return file
  }

  /** One with this content. Whoever gets it closes it. */
  async hold(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<FileHandle> {
    const file = await this.create()
    try {
      await file.writeFile(content)
      return file
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** Room left on the disk. */
  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#dir)
    return bavail * bsize
  }
}
