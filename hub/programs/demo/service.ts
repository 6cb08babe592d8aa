import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import type { AnnouncedMail } from '#hub/config/config.ts'
import { backoffMs, sleep } from '#shared/std/retry.ts'
import { StartError } from '#shared/std/start-error.ts'

export interface ServiceOptions {
  /** Name for use within sentences, such as "the hub". */
  name: string
  /** Program file. The program sends { type: 'ready', url } to its parent when it is ready. */
  script: string
  env: Record<string, string>
  /** File for all output of the program. */
  logFile: string
  /** Prints a line to the terminal. */
  say(line: string): void
  /** Receives a mail that the program has stored as a file. Without it, the mail is printed. */
  onMail?(mail: AnnouncedMail): void
}

const RESTART_BASE_MS = 1000
const RESTART_MAX_MS = 30_000
const STOP_TIMEOUT_MS = 4000

/** A program of the product as a child process. It is restarted when it ends unexpectedly. */
export class Service {
  readonly #options: ServiceOptions
  readonly #stopping = new AbortController()
  #child: ChildProcess | undefined
  /** Address of the running program. */
  url = ''

  constructor(options: ServiceOptions) {
    this.#options = options
  }

  /** Resolves when the program is ready. Throws StartError with the program's last message when it fails to start. */
  async start(): Promise<void> {
    this.#child = await this.#launch()
    void this.#keepRunning(this.#child)
  }

  /** Requests the program to end, and kills it after a time-out. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const child = this.#child
    if (!child || hasEnded(child)) return
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    child.kill('SIGTERM')
    await ended(child)
    clearTimeout(timer)
  }

  async #keepRunning(first: ChildProcess): Promise<void> {
    const { name, logFile, say } = this.#options
    const signal = this.#stopping.signal
    let failures = 0
    for (let child: ChildProcess | undefined = first; ; ) {
      if (child) await ended(child)
      if (signal.aborted) return
      if (child) say(`${capital(name)} ended unexpectedly and is started again (log: ${logFile}).`)
      await sleep(backoffMs(++failures, RESTART_BASE_MS, RESTART_MAX_MS), signal)
      if (signal.aborted) return
      child = await this.#launch().catch((error: Error) => {
        if (!signal.aborted) say(error.message)
        return undefined
      })
      if (!child) continue
      failures = 0
      say(`${capital(name)} is running again.`)
    }
  }

  async #launch(): Promise<ChildProcess> {
    const { name, script, env, logFile } = this.#options
    const log = openSync(logFile, 'a', 0o600)
    const { size: logStart } = statSync(logFile)
    // Separate process group, so that Ctrl-C reaches only this process, which ends everything in order.
    const child = spawn(process.execPath, [script], {
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    })
    closeSync(log)
    child.on('message', (message: { type?: string; mail?: AnnouncedMail }) => {
      const { say, onMail = (mail) => say(inWords(mail)) } = this.#options
      if (message.type === 'mail' && message.mail) onMail(message.mail)
    })
    this.#child = child
    const url = await Promise.race([ready(child), ended(child)])
    if (url === undefined) throw new StartError(lastWords(name, logFile, logStart))
    this.url = url
    return child
  }
}

function ready(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on('message', (message: { type?: string; url?: string }) => {
      if (message.type === 'ready' && message.url) resolve(message.url)
    })
  })
}

function ended(child: ChildProcess): Promise<undefined> {
  if (hasEnded(child)) return Promise.resolve(undefined)
  return new Promise((resolve) => child.once('exit', () => resolve(undefined)))
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

export const inWords = ({ to, subject, file, link }: AnnouncedMail): string =>
  `Mail to ${to}: ${subject}\n  ${[file, link].filter(Boolean).join('\n  ')}`

/** Returns the reason why a program failed to start. The program prints it as a line outside of its JSON log. */
function lastWords(name: string, logFile: string, logStart: number): string {
  const lines = readFileSync(logFile).subarray(logStart).toString('utf8').split('\n')
  const line = lines.findLast((candidate) => /^[^\s{}]/.test(candidate) && !candidate.startsWith('Node.js v'))
  return line ?? `${capital(name)} ended while starting (log: ${logFile}).`
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
