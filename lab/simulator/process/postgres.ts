import { createRequire } from 'node:module'
import type pg from 'pg'
import { begin, forget } from './activity.ts'
import { type Client, keepIdleConnection, takeIdleConnection } from './kept-connections.ts'
import { currentProcess, type SimProcess } from './process.ts'
import { now } from './time.ts'

/**
 * The hub's connections to PostgreSQL. A query is counted while it runs, the virtual time is set at the start
 * of each transaction, and a connection is cut when its process dies at a query selected by the schedule.
 */
type Query = (...args: unknown[]) => unknown
type Callback = (error: Error | null, result?: unknown) => void

const require = createRequire(import.meta.url)
const real = require('pg') as typeof pg & { Client: { prototype: Record<string, unknown> } }
const prototype = real.Client.prototype as { query: Query; connect: Query; end: Query }

const owners = new WeakMap<object, SimProcess>()
const clients = new Map<SimProcess, Set<Client>>()
const connected = new WeakSet<Client>()

/** Fate of a process at a query. It can die before the query is sent, or after the server has executed it. */
export type QueryFate = 'go on' | 'die before' | 'die after'
const fates = new WeakMap<SimProcess, (text: string) => QueryFate>()

export function onQuery(process: SimProcess, fate: (text: string) => QueryFate): void {
  fates.set(process, fate)
}

/** Returns a new promise for each waiter, because a shared one would keep all of them in memory. */
const never = (): Promise<never> => new Promise(() => {})

/** Connections that listen for notifications, which arrive in real time. */
const listeners = new Set<pg.Client>()
/** Tables with data held by tills. Their triggers record the change, and the commit sends a notification. */
const FED =
  'organizations|fiscal_settings|retail_points|organization_units|product\\w*|employee\\w*|price_types|counterparties|till_(stock|receipt)\\w*'
const MOVES_FEED = new RegExp(`\\b(insert into|update|delete from) "?(${FED})\\b`, 'i')
let hasMovedFeed = false

/** Returns true when a notification may have been sent since the last call. */
export function takeHasMovedFeed(): boolean {
  const answer = hasMovedFeed
  hasMovedFeed = false
  return answer
}

const BARRIER = 'sim_barrier'
const heard = new Map<pg.Client, (payload: string) => void>()

/**
 * Observes barrier notifications. Notifications arrive in the order in which they were sent, so a barrier
 * proves that all earlier ones have arrived.
 */
function overhear(client: pg.Client): void {
  const emit = client.emit.bind(client) as (event: string, ...args: unknown[]) => boolean
  Object.assign(client, {
    emit: (event: string, ...args: unknown[]) => {
      const notice = args[0] as pg.Notification | undefined
      if (event !== 'notification' || notice?.channel !== BARRIER) return emit(event, ...args)
      heard.get(client)?.(notice.payload ?? '')
      return true
    },
  })
  void counted('listen', client, realQuery, [`LISTEN ${BARRIER}`])
}

/** Resolves when every listening connection has received all notifications sent before this call. */
export async function awaitNotifications(
  send: (statement: string) => Promise<unknown>,
  payload: string,
): Promise<void> {
  const all = [...listeners].map(
    (client) =>
      new Promise<void>((resolve) => {
        client.once('end', resolve)
        heard.set(client, (received) => {
          if (received !== payload) return
          heard.delete(client)
          client.off('end', resolve)
          resolve()
        })
      }),
  )
  await send(`SELECT pg_notify('${BARRIER}', '${payload}')`)
  await Promise.all(all)
}

/** Closes the sockets of a dead process, as the operating system would. */
export function cutConnections(process: SimProcess): void {
  for (const client of clients.get(process) ?? []) {
    if (connected.has(client)) keepIdleConnection(client)
    else client.connection.stream.destroy()
  }
  clients.delete(process)
  forget(process)
}

const realConnect = prototype.connect
prototype.connect = function connect(this: Client, ...args: unknown[]): unknown {
  const process = currentProcess()
  if (process?.isDead) return never()
  takeIdleConnection(this)
  this.once('connect', () => connected.add(this))
  if (process) {
    owners.set(this, process)
    const own = clients.get(process) ?? new Set()
    clients.set(process, own.add(this))
    this.once('end', () => {
      own.delete(this)
      if (own.size === 0) clients.delete(process)
    })
  }
  return counted('connect', this, realConnect, args)
}

const realEnd = prototype.end
prototype.end = function end(this: pg.Client, ...args: unknown[]): unknown {
  return counted('end', this, realEnd, args)
}

const realQuery = prototype.query
prototype.query = function query(this: Client, ...args: unknown[]): unknown {
  const process = owners.get(this)
  const [first] = args
  const text = textOf(first)
  if (typeof first === 'string' && /^BEGIN\b/.test(first))
    args[0] = `${first}; SET LOCAL sim.now = '${now()}'`
  if (!process) return counted('query', this, realQuery, args)
  if (process.isDead) return never()
  args[0] = kept(args[0], args[1])
  if (MOVES_FEED.test(text)) hasMovedFeed = true
  if (text.startsWith('LISTEN')) {
    listeners.add(this)
    this.once('end', () => listeners.delete(this))
    overhear(this)
  }
  const fate = fates.get(process)?.(text) ?? 'go on'
  if (fate === 'go on') return counted('query', this, realQuery, args)
  if (fate === 'die before') {
    process.die()
    return never()
  }
  const end = begin('last query')
  this.connection.stream.uncork()
  realQuery.call(this, args[0], ...valuesIn(args), (): void => {
    process.die()
    end()
  })
  return never()
}

/**
 * Names a parameterized statement, so that it is planned once per connection. Planning takes half of the
 * server's time.
 */
function kept(query: unknown, values: unknown): unknown {
  if (typeof query === 'string' || !Array.isArray(values ?? (query as pg.QueryConfig).values)) return query
  const { name, text } = query as pg.QueryConfig
  return name || !text ? query : { ...(query as pg.QueryConfig), name: nameOf(text) }
}

const names = new Map<string, string>()
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `sim.${names.size}`
  names.set(text, name)
  return name
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '')
}

const valuesIn = (args: unknown[]): unknown[] => args.slice(1).filter((arg) => typeof arg !== 'function')

function counted(what: string, client: pg.Client, work: Query, args: unknown[]): unknown {
  const end = begin(what)
  const last = args.at(-1)
  if (typeof last === 'function') {
    const done = last as Callback
    return work.call(client, ...args.slice(0, -1), (...answer: Parameters<Callback>) => {
      end()
      done(...answer)
    })
  }
  const result = work.apply(client, args)
  if (result instanceof Promise) result.then(end, end)
  else end()
  return result
}

/** Pool that keeps idle connections. They cost nothing here, and virtual time would close them repeatedly. */
const RealPool = real.Pool
class BoundPool extends RealPool {
  constructor(options?: pg.PoolConfig) {
    super({ ...options, idleTimeoutMillis: 0 })
  }
}
Object.defineProperty(real, 'Pool', { value: BoundPool, configurable: true, writable: true })
