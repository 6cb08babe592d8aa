import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import type { AnnouncedMail } from '#hub/config/config.ts'
import { backoffMs, sleep } from '#shared/std/retry.ts'
import { StartError } from '#shared/std/start-error.ts'

export interface ServiceOptions {
  /** Name inside sentences: "the hub". */
  name: string
  /** Program file. The program sends { type: 'ready', url } to its parent when it serves. */
  script: string
  env: Record<string, string>
  /** Receives all output of the program. */
  logFile: string
  /** Prints one line for the user at the terminal. */
  say(line: string): void
  /** Receives a mail that the program has written to a file; left out: the mail is printed. */
  onMail?(mail: AnnouncedMail): void
}

const RESTART_BASE_MS = 1000
const RESTART_MAX_MS = 30_000
const STOP_TIMEOUT_MS = 4000

/** A program of the product as a child process. It is restarted whenever it ends without being stopped. */
export class Service {
  readonly #options: ServiceOptions
  readonly #stopping = new AbortController()
  #child: ChildProcess | undefined
  /** Address at which it serves. */
  url = ''

  constructor(options: ServiceOptions) {
    this.#options = options
  }

  /** Resolves when the program serves. Throws StartError with its last message when it cannot. */
  async start(): Promise<void> {
    this.#child = await this.#launch()
    void this.#keepRunning(this.#child)
  }

  /** Asks the program to end, and kills it when it takes too long. */
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
    // Own process group: Ctrl-C at the terminal is meant for this process, which ends everything in order.
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

/** Returns the reason why a program could not start: it prints the reason in a line outside its JSON log. */
function lastWords(name: string, logFile: string, logStart: number): string {
  const lines = readFileSync(logFile).subarray(logStart).toString('utf8').split('\n')
  const line = lines.findLast((candidate) => /^[^\s{}]/.test(candidate) && !candidate.startsWith('Node.js v'))
  return line ?? `${capital(name)} ended while starting (log: ${logFile}).`
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
