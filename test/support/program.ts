import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { must } from '#shared/std/must.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const QUICK_DRIZZLE = resolve(import.meta.dirname, 'quick-drizzle.ts')
const START_TIMEOUT_MS = 60_000

/** Returns the few environment variables of the test runner that are passed to programs. */
export function inherited(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, PLANT, NODE_OPTIONS } = process.env
  return { PATH, NODE_COMPILE_CACHE, ...(PLANT !== undefined && { PLANT, NODE_OPTIONS }) }
}

export interface ProgramOptions {
  /** Command-line flags of Node. */
  flags?: string[]
  /** Modules loaded before the program. */
  preload?: string[]
  /** Called with each line printed by the program. */
  onLine?: (line: string) => void
  /** Called with each message that the program or a preloaded module sends to its parent. */
  onMessage?: (message: unknown) => void
}

/** The hub or the agent as a separate process, which can be killed without warning and restarted. */
export class Program {
  readonly #script: string
  readonly #env: Record<string, string>
  readonly #options: ProgramOptions
  #child: ChildProcess | undefined
  #lastLines = ''
  /** URL of the program. It stays the same after a restart if the port is given. */
  url = ''

  constructor(side: 'hub' | 'edge', env: Record<string, string>, options: ProgramOptions = {}) {
    this.#script = resolve(ROOT, side === 'hub' ? 'hub/programs' : 'edge', 'main.ts')
    this.#env = env
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null
  }

  /** Process id, or undefined before the start. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Resolves when the program accepts requests. Throws with its last output if it exits instead. */
  async start(): Promise<void> {
    const { flags = [], preload = [], onLine, onMessage } = this.#options
    const imports = [QUICK_DRIZZLE, ...preload].flatMap((module) => ['--import', module])
    const child = spawn(process.execPath, [...flags, ...imports, this.#script], {
      env: { ...inherited(), LOG_LEVEL: 'warn', ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.#lastLines = (this.#lastLines + chunk.toString()).slice(-4000)
      })
      if (stream && onLine) createInterface({ input: stream }).on('line', onLine)
    }
    if (onMessage) child.on('message', onMessage)
    this.url = await new Promise<string>((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`${this.#script} does not start`)), START_TIMEOUT_MS)
      child.once('exit', () => fail(new Error(`${this.#script} ended: ${this.#lastLines}`)))
      child.on('message', (message: { type?: string; url?: string }) => {
        if (message.type !== 'ready') return
        clearTimeout(timer)
        done(must(message.url))
      })
    })
  }

  tell(message: object): void {
    this.#child?.send(message)
  }

  /** Kills the program with SIGKILL, like a power failure. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  get lastLines(): string {
    return this.#lastLines
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (!child || !this.isRunning) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
}
