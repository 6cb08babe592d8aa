import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { z } from 'zod'
import type { AuditSource } from '#shared/contracts/organization/audit-log.ts'
import { Problem } from '#shared/problems/problem.ts'
import { sleep } from '#shared/std/retry.ts'
import { STORES_ROLE } from './pool.ts'

/** Statements of one transaction, within one organization. */
export type Tx = NodePgDatabase & {
  readonly organizationId: string
  readonly limits?: Limits
  /** The stores that the person who asks works with; left out: all. */
  readonly storeIds?: readonly string[]
}

/** What is done otherwise when there is much of it. */
export interface Limits {
  /** Movements that are recalculated at once; left out: hub/ledger/recalculations.ts. */
  replayedAtOnce: number
}
/** Statements of one transaction on the platform's own tables; tenant tables look empty. */
export type PlatformTx = NodePgDatabase

/** What somebody has asked for, as the audit log keeps it: its columns (hub/db/sql/audit.sql). */
export interface Deed {
  id: string
  at: string
  /** The nil id on the platform. */
  organization_id: string
  account_id: string | null
  employee_id: string | null
  is_super_admin: boolean
  reason: string | null
  /** The operation and its resource: `PUT /api/catalog/products/{id}`, `products`. */
  action: string
  kind: string
  record_id: string | null
  /** The door; of deeds that were asked for before the log kept it, undefined. */
  source?: AuditSource
  address: string
  user_agent: string | null
}

/** For whom a transaction works: what it creates is created by the employee, what it changes is of the deed. */
export interface Author {
  employeeId: string | null
  /** The stores that they work with; empty: all (docs/domain.md#stores-of-an-employee). */
  storeIds: readonly string[]
  deed: Deed | null
}

const Guid = z.guid()

/** Thrown when others changed the data during preparation: the transaction is retried. */
export class TryAgain extends Error {}
/** serialization_failure, deadlock_detected. */
const PASSING = ['40001', '40P01']
/** With the pauses between them more than half a second: who prepares long is overtaken often where many post at once. */
const MOST_ATTEMPTS = 16

/** What goes before the statements of a transaction and after them. */
interface Frame {
  begin: string
  end: string
  /** Nothing was written: the answer need not wait for the end. */
  isReadOnly?: boolean
  storeIds?: readonly string[] | undefined
}

/**
 * The only ways to the database. Each names the organization of its transaction, so that row-level security stands
 * behind every statement.
 */
export class Database {
  readonly #pool: pg.Pool
  readonly #limits: Limits | undefined
  readonly #joined = new AsyncLocalStorage<Tx>()
  /** One for each connection: what was prepared on it is prepared for its next transaction (statement.ts). */
  readonly #statements = new WeakMap<pg.PoolClient, NodePgDatabase>()

  constructor(pool: pg.Pool, limits?: Limits) {
    this.#pool = pool
    this.#limits = limits
  }

  /**
   * Runs `work` in a transaction of the organization, once more when it lost a race. The change feed is bumped last, together with the
   * commit. Of an author, what changes stands in the audit log.
   */
  transact<T>(
    organizationId: string,
    work: (tx: Tx) => Promise<T>,
    author: Author | null = null,
  ): Promise<T> {
    const joined = this.#joined.getStore()
    if (joined?.organizationId === organizationId) return joinIn(joined, work).catch(withoutParameters)
    return this.#repeat(() =>
      this.#run(
        {
          begin: `BEGIN; ${nameOrganization(organizationId)}${nameAuthor(author)}`,
          storeIds: author?.storeIds,
          end: `${author?.deed ? WRITE_AUDIT : ''}SELECT feed_bump(); COMMIT`,
        },
        organizationId,
        work,
      ),
    )
  }

  /** Retries a transaction that lost a race: it was rolled back. */
  async #repeat<T>(attempt: () => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt()
      } catch (error) {
        const isPassing =
          error instanceof TryAgain || PASSING.includes((error as { code?: string }).code ?? '')
        if (!isPassing || attempts === MOST_ATTEMPTS) throw error
        await sleep(Math.random() * 10 * attempts)
      }
    }
  }

  /**
   * Reads one state of the organization's data, however many statements it takes. Of stores, what these have: empty means
   * all.
   */
  read<T>(
    organizationId: string,
    work: (tx: Tx) => Promise<T>,
    storeIds: readonly string[] = [],
  ): Promise<T> {
    const joined = this.#joined.getStore()
    if (joined?.organizationId === organizationId) return work(joined).catch(withoutParameters)
    const role = storeIds.length > 0 ? `; SET LOCAL ROLE ${STORES_ROLE}${nameStores(storeIds)}` : ''
    const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${nameOrganization(organizationId)}${role}`
    return this.#run({ begin, end: 'COMMIT', isReadOnly: true, storeIds }, organizationId, work)
  }

  /**
   * Like `transact`, and every `transact` and `read` of the same organization and every `platform` called inside
   * `work` joins it: all of it commits or none.
   */
  transactAll<T>(organizationId: string, work: (tx: Tx) => Promise<T>, author: Author): Promise<T> {
    return this.transact(organizationId, (tx) => this.#joined.run(tx, () => work(tx)), author)
  }

  /** A transaction that names no organization. */
  platform<T>(work: (tx: PlatformTx) => Promise<T>, author: Author | null = null): Promise<T> {
    const joined = this.#joined.getStore()
    if (joined) return work(joined).catch(withoutParameters)
    const begin = `BEGIN; SET LOCAL app.organization_id = ''${nameAuthor(author)}`
    return this.#run({ begin, end: `${author?.deed ? WRITE_AUDIT : ''}COMMIT` }, '', work)
  }

  /** Throws when the database does not answer. */
  async ping(): Promise<void> {
    await this.#pool.query('SELECT 1')
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (cause) {
      const problem = new Problem('not_ready', { detail: 'No database connection is available' })
      throw Object.assign(problem, { cause })
    }
  }

  #statementsOn(client: pg.PoolClient): NodePgDatabase {
    const known = this.#statements.get(client)
    if (known) return known
    const made = drizzle(client, { casing: 'snake_case' })
    this.#statements.set(client, made)
    return made
  }

  async #run<T>(
    { begin, end, isReadOnly = false, storeIds = [] }: Frame,
    organizationId: string,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const client = await this.#connect()
    let broken: Error | undefined
    // A connection lost between two statements emits an error here; without a listener it would end the process.
    const lost = (error: Error): void => {
      broken = error
    }
    client.on('error', lost)
    const release = (): void => {
      // A connection whose transaction could not be ended is not reused.
      client.release(broken)
      client.off('error', lost)
    }
    // The first statement does not wait for it: only a lost connection keeps a transaction from beginning.
    const begun = client.query(begin)
    begun.catch(lost)
    try {
      const tx = Object.assign(Object.create(this.#statementsOn(client)) as NodePgDatabase, {
        organizationId,
        ...(this.#limits && { limits: this.#limits }),
        ...(storeIds.length > 0 && { storeIds }),
      })
      const result = await work(tx)
      await begun
      const ended = client.query(end)
      if (isReadOnly) void ended.catch(lost).finally(release)
      else {
        await ended
        release()
      }
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch(lost)
      release()
      return withoutParameters(error)
    }
  }
}

/** A savepoint: only this part is rolled back when it fails, and the outer transaction can continue. */
async function joinIn<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.execute(sql`SAVEPOINT joined`)
  try {
    const result = await work(tx)
    await tx.execute(sql`RELEASE SAVEPOINT joined`)
    return result
  } catch (error) {
    await tx.execute(sql`ROLLBACK TO SAVEPOINT joined`)
    throw error
  }
}

/** Parameters of statements (hashes, names, receipts) must not reach logs or answers. */
function withoutParameters(error: unknown): never {
  throw error instanceof DrizzleQueryError && error.cause ? error.cause : error
}

/** The id goes into the statement as a literal, because set_config() would not reach Citus workers: check it first. */
function nameOrganization(organizationId: string): string {
  return `SET LOCAL app.organization_id = '${Guid.parse(organizationId)}'`
}

const WRITE_AUDIT = 'SELECT audit_write(); '

/** Columns `created_by_id` have the employee as their default (hub/db/tables/columns.ts). */
function nameAuthor(author: Author | null): string {
  if (!author) return ''
  const { employeeId, storeIds, deed } = author
  const created = employeeId === null ? '' : `; SET LOCAL app.employee_id = '${Guid.parse(employeeId)}'`
  const named = `${created}${nameStores(storeIds)}`
  return deed ? `${named}; SET LOCAL app.deed = ${pg.escapeLiteral(JSON.stringify(deed))}` : named
}

/** For hub/db/sql/stores.sql. */
function nameStores(storeIds: readonly string[]): string {
  return storeIds.length === 0
    ? ''
    : `; SET LOCAL app.store_ids = '{${storeIds.map((id) => Guid.parse(id)).join(',')}}'`
}
