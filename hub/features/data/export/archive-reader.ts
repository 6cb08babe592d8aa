import { createHash } from 'node:crypto'
import { configure, type FileEntry, Reader, ZipReader } from '@zip.js/zip.js'
import { FileFault } from '#hub/foreign-files/file-fault.ts'
import type { ForeignFile } from '#hub/foreign-files/reader-process.ts'
import { zipContent } from '#hub/foreign-files/zip-content.ts'
import { MANIFEST, SUMS } from './entry-paths.ts'

configure({ useWebWorkers: false })

/** A request to the reader: check the archive, or read the entries at `paths`. */
export type ArchiveTask = 'check' | { paths: readonly string[] }
/**
 * An answer of the reader. A check yields only the manifest, or fails. A read yields the path of each entry,
 * followed by its bytes.
 */
export type ArchiveAnswer = { manifest: unknown } | { path: string } | Uint8Array

const MAX_ENTRIES = 200_000
/** Size limit for the manifest and the checksums, which are held in memory. */
const MAX_LIST_BYTES = 32 * 1024 * 1024

/** Reads an organization export as a stream, in a separate process. Throws FileFault. */
export async function* read(file: ForeignFile, task: ArchiveTask): AsyncGenerator<ArchiveAnswer> {
  const entries = await entriesOf(file)
  if (task === 'check') {
    yield { manifest: await manifestIn(entries) }
    await check(entries)
    return
  }
  for (const path of task.paths) {
    yield { path }
    yield* contentOf(entries.get(path) ?? missing(path))
  }
}

class ForeignFileReader extends Reader<ForeignFile> {
  readonly #file: ForeignFile

  constructor(file: ForeignFile) {
    super(file)
    this.#file = file
    this.size = file.sizeBytes
  }

  override readUint8Array(index: number, length: number): Promise<Uint8Array> {
    return this.#file.read(index, length)
  }
}

async function entriesOf(file: ForeignFile): Promise<Map<string, FileEntry>> {
  const zip = new ZipReader(new ForeignFileReader(file))
  const entries = new Map<string, FileEntry>()
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (entry.directory) continue
      const { filename } = entry
      if (entries.has(filename) || entry.encrypted || entries.size === MAX_ENTRIES)
        throw fault(`is not an archive of this product: ${filename}`)
      entries.set(filename, entry)
    }
  } catch (error) {
    throw error instanceof FileFault ? error : fault('is not a ZIP file')
  }
  return entries
}

async function manifestIn(entries: ReadonlyMap<string, FileEntry>): Promise<unknown> {
  const entry = entries.get(MANIFEST)
  if (!entry) return null
  const text = await textOf(entry)
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Throws FileFault unless the entries match the checksums exactly, with none missing or added. */
async function check(entries: ReadonlyMap<string, FileEntry>): Promise<void> {
  const sums = await textOf(entries.get(SUMS) ?? missing(SUMS))
  const expected = new Map(
    sums
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  )
  for (const path of new Set([...expected.keys(), ...entries.keys()])) {
    if (path === SUMS) continue
    const hash = createHash('sha256')
    for await (const chunk of contentOf(entries.get(path) ?? missing(path))) hash.update(chunk)
    if (hash.digest('hex') !== expected.get(path)) throw changed(path)
  }
}

/**
 * Returns the content of an entry. Treats an entry that the library cannot read, or that exceeds its declared
 * size, as changed.
 */
async function* contentOf(entry: FileEntry): AsyncGenerator<Uint8Array> {
  try {
    yield* zipContent(entry)
  } catch {
    throw changed(entry.filename)
  }
}

async function textOf(entry: FileEntry): Promise<string> {
  if (entry.uncompressedSize > MAX_LIST_BYTES) throw fault(`${entry.filename} is too large`)
  const chunks: Uint8Array[] = []
  for await (const chunk of contentOf(entry)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const fault = (message: string): FileFault => new FileFault({ message })
const changed = (path: string): FileFault => fault(`${path} is not as it was exported`)
function missing(path: string): never {
  throw fault(`${path} is missing in the archive`)
}
