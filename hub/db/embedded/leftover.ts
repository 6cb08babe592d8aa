import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { sleep } from '#shared/std/retry.ts'
import { StartError } from '#shared/std/start-error.ts'
import type { Home } from './home.ts'
import { lockAsOwner, openSession } from './server.ts'

const SHUTDOWN_TIMEOUT_MS = 60_000
/** Grace period in ms, because a server needs a moment to notice that its owner has ended. */
const OWNER_GRACE_MS = 3000

/**
 * Ends a server that an earlier run left on the data, so that there are never two. The owner of a server
 * holds a lock in it as long as it lives. A free lock means that the owner has ended. Throws StartError when
 * the owner is alive.
 */
export async function endLeftover(home: Home): Promise<void> {
  const started = Date.now()
  let requested = false
  for (;;) {
    const server = runningServer(home)
    if (!server) return
    const owner = requested ? 'gone' : await findOwner(home, server.port)
    if (owner === 'gone' && !requested) {
      requestStop(server.pid)
      requested = true
    }
    const waitedMs = Date.now() - started
    if (owner === 'alive' && waitedMs > OWNER_GRACE_MS)
      throw new StartError(`The database in ${home.cluster} is in use by another process of Counterfoil`)
    if (waitedMs > SHUTDOWN_TIMEOUT_MS)
      throw new StartError(`PostgreSQL process ${server.pid} of an earlier run does not end: end it by hand`)
    await sleep(50)
  }
}

/** Returns `unknown` while the server is starting or stopping and accepts no sessions. */
async function findOwner(home: Home, port: number): Promise<'alive' | 'gone' | 'unknown'> {
  let session: pg.Client | undefined
  try {
    session = await openSession(home, port)
    return (await lockAsOwner(session)) ? 'gone' : 'alive'
  } catch (error) {
    if (error instanceof StartError) throw error
    return 'unknown'
  } finally {
    await session?.end().catch(() => {})
  }
}

/** Reads postmaster.pid. Line 1 has the process id and line 4 the port (PostgreSQL's miscadmin.h). */
function runningServer(home: Home): { pid: number; port: number } | undefined {
  const file = join(home.cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!pid || !isAlive(pid)) return undefined
  if (isServerOf(home.cluster, pid)) return { pid, port }
  // Another program has this process id. PostgreSQL would mistake it for its own server and refuse to start.
  rmSync(file, { force: true })
  return undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * True when the process is the server of the cluster. A server's working directory is its data folder,
 * whatever path was used to start it.
 */
function isServerOf(cluster: string, pid: number): boolean {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' }).stdout.includes(cluster)
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)]
    return its.dev === ours.dev && its.ino === ours.ino
  } catch {
    return false
  }
}

function requestStop(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
