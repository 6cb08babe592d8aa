import { type FileHandle, open } from 'node:fs/promises'
import { ForeignReader } from '#hub/foreign-files/foreign-reader.ts'
import { StartError } from '#shared/std/start-error.ts'
import type { ArchiveAnswer, ArchiveTask } from './archive-reader.ts'
import { ARCHIVE_FORMAT, Manifest } from './manifest.ts'

/** Reader process that streams its answers to an operator's command. */
const reader = new ForeignReader<ArchiveTask, ArchiveAnswer>(
  new URL('./archive-reader.ts', import.meta.url),
  {
    memoryBytes: 1024 ** 3,
    processorSeconds: 3 * 60 * 60,
    deadlineMs: 24 * 60 * 60_000,
    answerBytes: 1024 ** 4,
    atOnce: 1,
  },
)
const ROWS_AT_ONCE = 500
const CHARACTERS_AT_ONCE = 8 * 1024 * 1024
/** Limit for a row. An upload from a till has up to 16 MiB, which are written in hexadecimal. */
const MAX_LINE_CHARACTERS = 64 * 1024 * 1024
/** Limit for a file. Images are the largest files. */
const MAX_FILE_BYTES = 128 * 1024 * 1024

/** An organization export on disk. */
export class Archive implements AsyncDisposable {
  readonly #path: string
  readonly #file: FileHandle

  private constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  /** Opens an archive. Throws StartError when the file cannot be opened. */
  static async open(path: string): Promise<Archive> {
    const file = await open(path).catch((error: Error) => {
      throw new StartError(`${path} cannot be read: ${error.message}`)
    })
    return new Archive(path, file)
  }

  /**
   * Passes the manifest to `judge`, then verifies all checksums. Throws StartError for a file that is not an
   * export of this product, or was made by a newer version. Throws `invalid_request` when a file is missing,
   * unexpected or changed.
   */
  check<Judged>(judge: (manifest: Manifest) => Judged): Promise<Judged> {
    return this.#read('check', async (answers) => {
      const { value } = await answers.next()
      const parsed = Manifest.safeParse((value as { manifest: unknown }).manifest)
      if (!parsed.success) throw new StartError(`${this.#path} is not an export of an organization`)
      if (parsed.data.format > ARCHIVE_FORMAT)
        throw new StartError(`${this.#path} was made by a newer version`)
      const judged = judge(parsed.data)
      await answers.next()
      return judged
    })
  }

  /**
   * Passes the entries to `work`, which must read them in the order of `paths`. Throws `invalid_request` when
   * an entry is missing or changed.
   */
  read<Result>(paths: readonly string[], work: (entries: Entries) => Promise<Result>): Promise<Result> {
    return this.#read({ paths }, async (answers) => work(new Entries(answers)))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close()
  }

  #read<Result>(
    task: ArchiveTask,
    work: (answers: AsyncGenerator<ArchiveAnswer>) => Promise<Result>,
  ): Promise<Result> {
    return reader.read(this.#path, this.#file, task, work)
  }
}

/** Reads the entries of an archive in sequence. */
export class Entries {
  readonly #answers: AsyncGenerator<ArchiveAnswer>
  #next: ArchiveAnswer | undefined

  constructor(answers: AsyncGenerator<ArchiveAnswer>) {
    this.#answers = answers
  }

  async bytes(path: string): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of this.#contentOf(path)) {
      bytes += chunk.length
      if (bytes > MAX_FILE_BYTES) throw new StartError(`${path} is too large`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  async *lines(path: string): AsyncGenerator<string> {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of this.#contentOf(path)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MAX_LINE_CHARACTERS) throw new StartError(`${path} has a row that is too long`)
      yield* lines
    }
    if (rest !== '') throw new StartError(`${path} ends in the middle of a row`)
  }

  async *portions(path: string): AsyncGenerator<string[]> {
    let portion: string[] = []
    let characters = 0
    for await (const line of this.lines(path)) {
      portion.push(line)
      characters += line.length
      if (portion.length < ROWS_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue
      yield portion
      portion = []
      characters = 0
    }
    if (portion.length > 0) yield portion
  }

  async *#contentOf(path: string): AsyncGenerator<Uint8Array> {
    const first = this.#next ?? (await this.#answers.next()).value
    if (!first || !('path' in first) || first.path !== path)
      throw new Error(`${path} is not in the expected order`)
    this.#next = undefined
    for await (const answer of { [Symbol.asyncIterator]: () => ({ next: () => this.#answers.next() }) }) {
      if (!(answer instanceof Uint8Array)) {
        this.#next = answer
        return
      }
      yield answer
    }
  }
}
