import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { begin } from './activity.ts'
import { asSimulator } from './process.ts'

/**
 * Connections to PostgreSQL outlive the simulated process that has opened them. A new one costs the server ten times as
 * much as a transaction, and all that it knew of tables and plans has to be worked out again. Nobody can tell: who ends or
 * dies hears the end of his connection, and whoever connects next gets one whose transaction was rolled back and whose
 * session was reset.
 */
interface Connection extends EventEmitter {
  stream: Socket
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  connect(port: number | string, host?: string): void
  query(text: string): void
  end(): void
}

export type Client = pg.Client & {
  connection: Connection
  getStartupConf(): Record<string, string>
}

const idle = new Map<string, Set<Connection>>()
const inUse = new Set<Client>()

const keyOf = (client: Client): string => JSON.stringify([client.host, client.port, client.getStartupConf()])

/** To be called before the client connects: gives it a connection that somebody else has left, when there is one. */
export function takeKept(client: Client): void {
  const key = keyOf(client)
  // The one laid aside last: it has planned what the others may not have been asked yet.
  const kept = [...(idle.get(key) ?? [])].at(-1)
  if (kept) {
    idle.get(key)?.delete(kept)
    kept.removeAllListeners()
    kept.connect = () => process.nextTick(() => kept.emit('readyForQuery', { status: 'I' }))
    Object.assign(client, { connection: kept })
  }
  const { connection } = client
  client.once('connect', () => inUse.add(client))
  client.once('end', () => inUse.delete(client))
  connection.end = () => process.nextTick(() => layAside(client))
  // Its socket was opened on behalf of somebody else.
  const inContext = AsyncLocalStorage.snapshot()
  connection.emit = (...event) =>
    inContext(() => Object.getPrototypeOf(connection).emit.apply(connection, event))
}

const RESET = 'ROLLBACK; RESET ALL; UNLISTEN *; SELECT pg_advisory_unlock_all()'
let laidAside = 0

/** Ends the client, and keeps its connection once the server has done with what is under way on it. */
export function layAside(client: Client): void {
  const { connection } = client
  if (connection.stream.destroyed) return
  asSimulator(() => {
    const done = begin('a connection is laid aside')
    // What is under way is answered before this: whoever gets the connection next reads no answer of somebody else's.
    const last = `laid aside ${++laidAside}`
    let isLast = false
    connection.emit('end')
    connection.stream.uncork()
    connection.removeAllListeners()
    connection.emit = Object.getPrototypeOf(connection).emit
    connection.on('error', () => {})
    connection.on('parseComplete', () => {
      Object.assign(connection.parsedStatements, connection.submittedNamedStatements)
    })
    connection.on('end', () => {
      idle.get(keyOf(client))?.delete(connection)
      done()
    })
    connection.on('dataRow', ({ fields }: { fields: unknown[] }) => {
      if (String(fields[0]) === last) isLast = true
    })
    connection.on('readyForQuery', () => {
      if (!isLast) return
      connection.submittedNamedStatements = {}
      const key = keyOf(client)
      idle.set(key, (idle.get(key) ?? new Set()).add(connection))
      done()
    })
    connection.query(`${RESET}; SELECT '${last}'`)
  })
}

/** As the server ends all connections to a database; nothing may be under way on them. Answers how many there were. */
export function endConnections(database: string): number {
  const message = 'terminating connection due to administrator command'
  const ended = [...inUse].filter((each) => each.database === database)
  for (const client of ended) {
    const error = Object.assign(new Error(message), { severity: 'FATAL', code: '57P01' })
    const { stream } = client.connection
    // A client that hears this closes its socket there and then.
    stream.destroy = () => stream
    client.connection.emit('errorMessage', error)
    Reflect.deleteProperty(stream, 'destroy')
    layAside(client)
  }
  return ended.length
}
