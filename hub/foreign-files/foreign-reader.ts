import { type ChildProcess, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { remarkText } from '#shared/imports/remarks.ts'
import { Problem } from '#shared/problems/problem.ts'
import { FairQueue } from './fair-queue.ts'
import type { FaultOfFile } from './file-fault.ts'
import { AnswerTooLarge, FRAMES, type Frame, framesOf } from './frames.ts'
import type { ProcessLimits } from './limits-watch.ts'
import type { ReaderOrder } from './reader-process.ts'

const ROOT = realpathSync(resolve(import.meta.dirname, '../..'))
const PROGRAM = join(import.meta.dirname, 'reader-process.ts')
/** Paths of the code of readers: they can open nothing else by name. */
const READABLE = ['package.json', 'hub', 'shared', 'node_modules'].map((name) =>
  realpathSync(join(ROOT, name)),
)
/** Length of the last stderr output of a dead process that is kept. */
const MAX_LAST_WORDS = 4096
const HEAP_SHARE = 0.75

export interface ReaderLimits extends ProcessLimits {
  /** Wall-clock limit of a reader, however busy the machine is and however slowly its answers are consumed. */
  deadlineMs: number
  answerBytes: number
  /** Number of files read concurrently by one hub process, for all organizations together. */
  atOnce: number
}

/** File that this process has open. */
export interface OpenedFile {
  fd: number
}

/**
 * Reader for one kind of foreign files, each read in its own process (docs/security/files.md#foreign-files):
 * whatever a file does to its reader, the hub continues. The process has no environment and no database,
 * opens no file by name except its code, and ends at its limits of memory and time. One file of an
 * organization is read at a time; organizations take turns.
 */
export class ForeignReader<Task, Answer> {
  readonly #module: string
  readonly #limits: ReaderLimits
  readonly #flags: string[]
  readonly #queue: FairQueue

  /**
   * Sets the reader up. `module` exports `read` (reader-process.ts). `isNative`: it needs modules that are
   * not JavaScript.
   */
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
   * Passes the answers of the reader to `work` when it is the turn of the organization. Answers that `work`
   * does not consume are not read. Throws `invalid_request`, naming the field `file`, for an error of the
   * file and when the reader died of it.
   */
  read<Result>(
    organizationId: string,
    file: OpenedFile,
    task: Task,
    work: (answers: AsyncGenerator<Answer>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.#queue.run(organizationId, async () => {
      signal?.throwIfAborted()
      const child = this.#start(file, task)
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

  #start({ fd }: OpenedFile, task: Task): ChildProcess {
    const { memoryBytes, processorSeconds } = this.#limits
    const order: ReaderOrder = {
      module: this.#module,
      task,
      limits: { memoryBytes, processorSeconds },
    }
    return spawn(process.execPath, [...this.#flags, PROGRAM, JSON.stringify(order)], {
      cwd: ROOT,
      // Windows needs this variable to start a program.
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
      if (error instanceof AnswerTooLarge) throw tooMuch()
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

/** Waits for the end of the process. Resolves to a message for the log. */
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

/** Returns all answers of a reader that gives few. */
export async function allOf<Answer>(answers: AsyncIterable<Answer>): Promise<Answer[]> {
  const all: Answer[] = []
  for await (const answer of answers) all.push(answer)
  return all
}

/** Returns the problem for a whole file. `extensions`: members of the response. */
const invalidFile = ({ message, ...named }: FaultOfFile, extensions: Record<string, unknown> = {}): Problem =>
  new Problem('invalid_request', {
    detail: `file: ${message}`,
    errors: [{ pointer: '#/file', detail: message, ...named }],
    extensions,
  })

const tooMuch = (): Problem => invalidFile(remarkText('takes_too_much'))
