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
/** Paths that reader processes can open by name: only their own code. */
const READABLE = ['package.json', 'hub', 'shared', 'node_modules'].map((name) =>
  realpathSync(join(ROOT, name)),
)
/** Length of the stderr output kept for the log, in characters from the end. */
const MAX_LAST_WORDS = 4096
const HEAP_SHARE = 0.75

export interface ReaderLimits extends ProcessLimits {
  /**
   * Wall-clock time limit of a reader in ms, regardless of system load and of how slowly the answers are
   * consumed.
   */
  deadlineMs: number
  answerBytes: number
  /** Number of files that one hub process reads concurrently, for all organizations together. */
  atOnce: number
}

/** A file opened by this process. */
export interface OpenedFile {
  fd: number
}

/**
 * Reader for one kind of foreign file. Each file is read in a separate process, so that a malicious file
 * cannot harm the hub (docs/security/files.md#foreign-files). That process has no environment and no
 * database, can open only its own code by name, and is ended when it exceeds its memory or time limit. Each
 * organization reads one file at a time, and organizations take turns.
 */
export class ForeignReader<Task, Answer> {
  readonly #module: string
  readonly #limits: ReaderLimits
  readonly #flags: string[]
  readonly #queue: FairQueue

  /** Creates the reader. `module` exports `read` (reader-process.ts). Set `isNative` when it needs native modules. */
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
   * Passes the reader's answers to `work` when it is the organization's turn. Answers are read only as they
   * are consumed. Throws `invalid_request` naming the field `file` when the file has an error or crashes the
   * reader.
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
      // Windows needs this variable to start a process.
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

/** Waits for the process to end. Resolves to a message for the log. */
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

/** Collects all answers. Only for readers with few answers. */
export async function allOf<Answer>(answers: AsyncIterable<Answer>): Promise<Answer[]> {
  const all: Answer[] = []
  for await (const answer of answers) all.push(answer)
  return all
}

/** Returns the Problem for a whole file. `extensions` are added to the response. */
const invalidFile = ({ message, ...named }: FaultOfFile, extensions: Record<string, unknown> = {}): Problem =>
  new Problem('invalid_request', {
    detail: `file: ${message}`,
    errors: [{ pointer: '#/file', detail: message, ...named }],
    extensions,
  })

const tooMuch = (): Problem => invalidFile(remarkText('takes_too_much'))
