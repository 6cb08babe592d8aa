import { type ChildProcess, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { said } from '#shared/imports/remarks.ts'
import { Problem } from '#shared/problems/problem.ts'
import { FairQueue } from './fair-queue.ts'
import type { FaultOfFile } from './file-fault.ts'
import { FRAMES, type Frame, framesOf, TooMuchAnswered } from './frames.ts'
import type { ProcessLimits } from './limits-watch.ts'
import type { ReaderOrder } from './reader-process.ts'

const ROOT = realpathSync(resolve(import.meta.dirname, '../..'))
const PROGRAM = join(import.meta.dirname, 'reader-process.ts')
/** The code of readers: nothing else can be opened by name. */
const READABLE = ['package.json', 'hub', 'shared', 'node_modules'].map((name) =>
  realpathSync(join(ROOT, name)),
)
/** The last that a process says of its death. */
const MAX_LAST_WORDS = 4096
const HEAP_SHARE = 0.75

export interface ReaderLimits extends ProcessLimits {
  /** However busy the machine is, and however slowly the answers are taken. */
  deadlineMs: number
  answerBytes: number
  /** Files of all organizations at once, in one process of the hub. */
  atOnce: number
}

/** A file that stands open in this process. */
export interface OpenedFile {
  fd: number
}

/**
 * Reads files of one kind that strangers have made, each in a process of its own (docs/security/files.md#foreign-files): whatever
 * a file does to its reader, the hub goes on. The process has neither environment nor database, opens no file by name but
 * its code, and ends at its limits of memory and time. An organization has one file read at a time; organizations take turns.
 */
export class ForeignReader<Asked, Answer> {
  readonly #module: string
  readonly #limits: ReaderLimits
  readonly #flags: string[]
  readonly #queue: FairQueue

  /** `module`: has the export `read` (reader-process.ts). `isNative`: it needs modules that are not JavaScript. */
  constructor(module: URL, { isNative = false, ...limits }: ReaderLimits & { isNative?: boolean }) {
    this.#module = module.href
    this.#limits = limits
    this.#flags = [
      '--permission',
      '--allow-worker',
      ...(isNative ? ['--allow-addons'] : []),
      ...READABLE.map((path) => `--allow-fs-read=${path}`),
      '--disable-warning=SecurityWarning',
      `--max-old-space-size=${Math.floor((limits.memoryBytes * HEAP_SHARE) / 1024 ** 2)}`,
    ]
    this.#queue = new FairQueue(limits.atOnce)
  }

  /**
   * Gives the answers of the reader to `work`, when it is the turn of the organization; what `work` leaves is not read. Throws
   * invalid_request, naming the field `file`, for a fault of the file and when its reader has died of it.
   */
  read<Result>(
    organizationId: string,
    file: OpenedFile,
    asked: Asked,
    work: (answers: AsyncGenerator<Answer>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.#queue.run(organizationId, async () => {
      signal?.throwIfAborted()
      const child = this.#start(file, asked)
      const kill = (): void => void child.kill('SIGKILL')
      const deadline = setTimeout(kill, this.#limits.deadlineMs)
      signal?.addEventListener('abort', kill)
      const answers = this.#answersOf(child, signal)
      try {
        return await work(answers)
      } finally {
        clearTimeout(deadline)
        signal?.removeEventListener('abort', kill)
        kill()
        await answers.return(undefined)
      }
    })
  }

  #start({ fd }: OpenedFile, asked: Asked): ChildProcess {
    const { memoryBytes, processorSeconds } = this.#limits
    const order: ReaderOrder = {
      module: this.#module,
      asked,
      limits: { memoryBytes, processorSeconds },
    }
    return spawn(process.execPath, [...this.#flags, PROGRAM, JSON.stringify(order)], {
      cwd: ROOT,
      // Windows starts no program without it.
      env: process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {},
      stdio: ['ignore', 'pipe', 'pipe', fd],
      windowsHide: true,
    })
  }

  async *#answersOf(child: ChildProcess, signal: AbortSignal | undefined): AsyncGenerator<Answer> {
    const ended = endOf(child)
    let isReady = false
    try {
      for await (const { kind, content } of framesOf(child.stdout as Readable, this.#limits.answerBytes)) {
        if (kind === FRAMES.end) return
        if (kind === FRAMES.ready) isReady = true
        else yield answerOf({ kind, content }) as Answer
      }
    } catch (error) {
      if (error instanceof TooMuchAnswered) throw tooMuch()
      throw error
    }
    const how = await ended
    signal?.throwIfAborted()
    if (isReady) throw tooMuch()
    throw new Error(`a reader process did not start: ${how}`)
  }
}

function answerOf({ kind, content }: Frame): unknown {
  switch (kind) {
    case FRAMES.json:
      return JSON.parse(content.toString())
    case FRAMES.fault: {
      const { fault, extensions } = JSON.parse(content.toString())
      throw invalidFile(fault, extensions)
    }
    case FRAMES.broken:
      throw new Error(`a reader process has failed: ${content}`)
    default:
      return content
  }
}

/** Resolves to words for the log. */
function endOf(child: ChildProcess): Promise<string> {
  let lastWords = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk).slice(-MAX_LAST_WORDS)
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, killedBy) => resolve(`${killedBy ?? code} ${lastWords}`))
  })
}

/** All answers of a reader that gives few. */
export async function allOf<Answer>(answers: AsyncIterable<Answer>): Promise<Answer[]> {
  const all: Answer[] = []
  for await (const answer of answers) all.push(answer)
  return all
}

/** The problem of a file as a whole. `extensions`: members of the answer. */
export const invalidFile = (
  { message, ...named }: FaultOfFile,
  extensions: Record<string, unknown> = {},
): Problem =>
  new Problem('invalid_request', {
    detail: `file: ${message}`,
    errors: [{ pointer: '#/file', detail: message, ...named }],
    extensions,
  })

const tooMuch = (): Problem => invalidFile(said('takes_too_much'))
