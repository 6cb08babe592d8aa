import { type FileHandle, mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { newFileKey } from './file-store.ts'

/**
 * Files that exist for the duration of a request. Each is unlinked before anything is written to it, so it
 * disappears when its handle is closed, even if the process is killed.
 */
export class TempFiles {
  readonly #dir: string

  private constructor(dir: string) {
    this.#dir = dir
  }

  static async open(dir: string): Promise<TempFiles> {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    // Removes files of a process that was killed before it could unlink them. Other running processes do not
    // need the names of their files either.
    for (const name of await readdir(dir)) await rm(join(dir, name), { force: true, recursive: true })
    return new TempFiles(dir)
  }

  /** Creates a file. The caller must close it. */
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

  /** Creates a file with the given content. The caller must close it. */
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

  /** Returns the free disk space in bytes. */
  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#dir)
    return bavail * bsize
  }
}
