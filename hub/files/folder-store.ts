import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import {
  type ByteRange,
  checkKey,
  type FileContent,
  type FileStore,
  newFileKey,
  type OpenFile,
  type StoredFile,
} from './file-store.ts'

const CHUNK_BYTES = 256 * 1024

/** Store in a folder. A second file next to each file contains its content type. */
export class FolderStore implements FileStore {
  readonly #dir: string

  constructor(dir: string) {
    this.#dir = dir
  }

  async put(key: string, content: Uint8Array | FileContent, contentType: string): Promise<void> {
    const path = this.#pathOf(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // Writes the type first, so that every visible file has one.
    await writeDurably(typePath(path), Buffer.from(contentType))
    await writeDurably(path, content)
  }

  async get(key: string, part?: ByteRange): Promise<OpenFile | undefined> {
    const path = this.#pathOf(key)
    const file = await open(path, 'r').catch(ignoreMissing)
    if (!file) return undefined
    try {
      const { size } = await file.stat()
      const contentType = await readFile(typePath(path), 'utf8')
      const stream = file.createReadStream({ highWaterMark: CHUNK_BYTES, ...part })
      return {
        contentType,
        sizeBytes: part ? part.end - part.start + 1 : size,
        content: Readable.toWeb(stream) as ReadableStream<Uint8Array>,
      }
    } catch (error) {
      await file.close()
      return ignoreMissing(error)
    }
  }

  async head(key: string): Promise<StoredFile | undefined> {
    const path = this.#pathOf(key)
    const found = await stat(path).catch(ignoreMissing)
    if (!found?.isFile()) return undefined
    const contentType = await readFile(typePath(path), 'utf8').catch(ignoreMissing)
    return contentType === undefined ? undefined : { contentType, sizeBytes: found.size }
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key)
    await rm(path, { force: true })
    await rm(typePath(path), { force: true })
  }

  #pathOf(key: string): string {
    return join(this.#dir, ...checkKey(key).split('/'))
  }
}

/** Returns the path of the type file. It cannot collide with a key, because keys are lowercase. */
const typePath = (path: string): string => `${path}.TYPE`

/**
 * Writes a file atomically: after a crash either the whole file exists or none. The file gets its final name
 * only after its bytes are on disk.
 */
async function writeDurably(path: string, content: Uint8Array | FileContent): Promise<void> {
  const unfinished = `${path}.${newFileKey()}.PART`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile('open' in content ? content.open() : content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders, and does not need to sync them.
  const folder = await open(path, 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

function ignoreMissing(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
}
