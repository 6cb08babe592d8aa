import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import pg from 'pg'
import { sleep } from '#shared/std/retry.ts'
import { StartError } from '#shared/std/start-error.ts'
import { readPassword, SERVER_ENV, SUPERUSER } from './cluster.ts'
import type { Home } from './home.ts'
import { withoutPrefix } from './log-line.ts'
import type { Programs } from './programs.ts'

export interface RunningServer {
  port: number
  /** Superuser session that holds the owner's lock. */
  session: pg.Client
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>
  /** Shuts the server down cleanly (fast mode). Resolves when it has ended. */
  stop(): Promise<void>
}

/**
 * Script that runs the server as long as its standard input is open. When the owner ends, even by SIGKILL,
 * the kernel closes that pipe and the server shuts down cleanly.
 */
const KEEPER = `
  exec 3<&0
  "$@" </dev/null 3<&- &
  server=$!
  (read -r line <&3; kill -INT $server) &
  exec 3<&-
  wait $server
  status=$?
  kill $! 2>/dev/null
  exit $status
`
const PORT_ATTEMPTS = 3
/** Time limit in ms, long enough to replay the log of a large database after a power failure. */
const READY_TIMEOUT_MS = 300_000
/** Advisory lock that the owner of a running server holds in it. The number is arbitrary. */
const OWNER_LOCK = 4_106_227

/** Starts PostgreSQL on a loopback port. Throws StartError with the message from its log when it does not start. */
export async function startServer(
  home: Home,
  programs: Programs,
  settings: Record<string, string>,
  fixedPort?: number,
): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    const port = fixedPort ?? (await freePort())
    const child = launch(home, programs, { ...settings, port: String(port) })
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
    const stop = async (): Promise<void> => {
      child.stdin?.end()
      await ended
    }
    try {
      const session = await whenReady(home, port, child)
      return { port, session, ended, stop }
    } catch (error) {
      await stop()
      const lastWords = readLastWords(home)
      const isPortTaken = /could not bind|Address already in use/.test(lastWords)
      if (isPortTaken && fixedPort === undefined && attempt < PORT_ATTEMPTS) continue
      if (error instanceof StartError) throw error
      throw new StartError(
        `PostgreSQL did not start: ${lastWords || (error as Error).message} (log: ${home.logFile})`,
      )
    }
  }
}

/** Opens a superuser session in a database of the server on that port. */
export async function openSession(home: Home, port: number, database = 'postgres'): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    database,
    user: SUPERUSER,
    password: readPassword(home),
    ssl: false,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    application_name: 'counterfoil-owner',
  })
  // The server ends the session when it stops, which is not an error.
  client.on('error', () => {})
  await client.connect()
  return client
}

export async function lockAsOwner(session: pg.Client): Promise<boolean> {
  const { rows } = await session.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(${OWNER_LOCK}) AS locked`,
  )
  return rows[0]?.locked === true
}

function launch(home: Home, programs: Programs, settings: Record<string, string>): ChildProcess {
  const log = openSync(home.logFile, 'w', 0o600)
  try {
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    return spawn('/bin/sh', ['-c', KEEPER, 'keeper', programs.postgres, '-D', home.cluster, ...flags], {
      ...home.account,
      cwd: '/',
      env: SERVER_ENV,
      stdio: ['pipe', log, log],
      // Ctrl-C in the terminal is meant for the hub. The server must keep running until the hub has stopped
      // using it.
      detached: true,
    })
  } finally {
    closeSync(log)
  }
}

async function whenReady(home: Home, port: number, child: ChildProcess): Promise<pg.Client> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  for (;;) {
    try {
      const session = await openSession(home, port)
      if (await lockAsOwner(session)) return session
      throw new StartError(`The database in ${home.cluster} is in use by another process of Counterfoil`)
    } catch (error) {
      if (error instanceof StartError || child.exitCode !== null || child.signalCode !== null) throw error
      if (Date.now() > deadline) throw error
      await sleep(50)
    }
  }
}

/**
 * Returns the reason why the server did not start: the last FATAL or PANIC line in its log, which was emptied
 * for this start.
 */
function readLastWords(home: Home): string {
  const lines = readFileSync(home.logFile, 'utf8').trim().split('\n')
  const last = lines.findLastIndex((line) => /FATAL|PANIC/.test(line))
  const [lastWords = '', detail = ''] = lines.slice(last)
  return withoutPrefix(lastWords) + (/DETAIL/.test(detail) ? `: ${withoutPrefix(detail)}` : '')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject()))
    })
  })
}
