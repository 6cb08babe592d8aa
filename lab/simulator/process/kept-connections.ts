import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { begin } from './activity.ts'
import { asSimulator } from './process.ts'

/**
 * PostgreSQL connections that outlive the simulated processes that opened them. A new connection costs the
 * server ten times as much as a transaction, and loses all cached tables and plans. The reuse is not visible:
 * a process that ends or dies sees its connection closed, and the next one gets a connection whose
 * transaction was rolled back and whose session was reset.
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

/** Assigns an idle connection to the client if there is one. Call it before the client connects. */
export function takeIdleConnection(client: Client): void {
  const key = keyOf(client)
  // Takes the connection released last, because it has the most cached plans.
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
  connection.end = () => process.nextTick(() => keepIdleConnection(client))
  // The socket was opened on behalf of another process.
  const inContext = AsyncLocalStorage.snapshot()
  connection.emit = (...event) =>
    inContext(() => Object.getPrototypeOf(connection).emit.apply(connection, event))
}

const RESET = 'ROLLBACK; RESET ALL; UNLISTEN *; SELECT pg_advisory_unlock_all()'
let laidAside = 0

/** Ends the client, and keeps its connection for reuse once the server has finished the running statements. */
export function keepIdleConnection(client: Client): void {
  const { connection } = client
  if (connection.stream.destroyed) return
  asSimulator(() => {
    const done = begin('a connection is laid aside')
    // Running statements are answered before this one, so the next owner cannot receive a response for
    // another client.
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

/**
 * Ends all connections to a database as a stopping server does. No statement may be running on them. Returns
 * their number.
 */
export function endConnections(database: string): number {
  const message = 'terminating connection due to administrator command'
  const ended = [...inUse].filter((each) => each.database === database)
  for (const client of ended) {
    const error = Object.assign(new Error(message), { severity: 'FATAL', code: '57P01' })
    const { stream } = client.connection
    // A client that receives this error destroys its socket at once, which must stay open for reuse.
    stream.destroy = () => stream
    client.connection.emit('errorMessage', error)
    Reflect.deleteProperty(stream, 'destroy')
    keepIdleConnection(client)
  }
  return ended.length
}
