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
  /** Stores that the user can access. If omitted, all. */
  readonly storeIds?: readonly string[]
}

/** Amounts of work above which the hub works differently. */
export interface Limits {
  /** Number of movements recalculated at once. The default is in hub/ledger/recalculations.ts. */
  replayedAtOnce: number
}
/** Statements of one transaction on the platform's own tables. Tenant tables appear empty. */
export type PlatformTx = NodePgDatabase

/** A command in the form stored in the audit log, named like its columns (hub/db/sql/audit.sql). */
export interface Command {
  id: string
  at: string
  /** The nil id for commands on the platform. */
  organization_id: string
  account_id: string | null
  employee_id: string | null
  is_super_admin: boolean
  reason: string | null
  /** Operation, such as `PUT /api/catalog/products/{id}`. `kind` is its resource, such as `products`. */
  action: string
  kind: string
  record_id: string | null
  /** Entry point. Undefined for commands older than this field. */
  source?: AuditSource
  address: string
  user_agent: string | null
}

/** Author of a transaction. The employee becomes the creator of new records. Changes are logged under the command. */
export interface Author {
  employeeId: string | null
  /** Stores that the author can access. Empty means all (docs/domain.md#stores-of-an-employee). */
  storeIds: readonly string[]
  command: Command | null
}

const Guid = z.guid()

/** Thrown when others changed the data during preparation. The transaction is then retried. */
export class TryAgain extends Error {}
/** serialization_failure, deadlock_detected. */
const PASSING = ['40001', '40P01']
/**
 * Maximum number of attempts. With the pauses between them they take more than half a second. A transaction
 * with a long preparation often loses the race where many users post at once.
 */
const MOST_ATTEMPTS = 16

/** SQL before and after the statements of a transaction. */
interface Frame {
  begin: string
  end: string
  /** True when nothing was written, so that the response need not wait for the end of the transaction. */
  isReadOnly?: boolean
  storeIds?: readonly string[] | undefined
}

/**
 * The only access to the database. Each method sets the organization of its transaction, so that row-level
 * security protects every statement.
 */
export class Database {
  readonly #pool: pg.Pool
  readonly #limits: Limits | undefined
  readonly #joined = new AsyncLocalStorage<Tx>()
  /**
   * One for each connection, so that statements prepared on it stay prepared for its next transaction
   * (statement.ts).
   */
  readonly #statements = new WeakMap<pg.PoolClient, NodePgDatabase>()

  constructor(pool: pg.Pool, limits?: Limits) {
    this.#pool = pool
    this.#limits = limits
  }

  /**
   * Runs `work` in a transaction of the organization, and retries it when it lost a race. The change feed is
   * advanced last, together with the commit. With an author, the audit log records the changes.
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
          end: `${author?.command ? WRITE_AUDIT : ''}SELECT feed_bump(); COMMIT`,
        },
        organizationId,
        work,
      ),
    )
  }

  /** Retries a transaction that lost a race and was rolled back. */
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
   * Reads one consistent state of the organization's data, across all its statements. With stores, only their
   * data is visible. An empty list means all.
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
   * Runs `work` like `transact`. Every `transact` and `read` of the same organization and every `platform`
   * called inside `work` joins the transaction, so that all of it is committed or none.
   */
  transactAll<T>(organizationId: string, work: (tx: Tx) => Promise<T>, author: Author): Promise<T> {
    return this.transact(organizationId, (tx) => this.#joined.run(tx, () => work(tx)), author)
  }

  /** Runs a transaction without an organization. */
  platform<T>(work: (tx: PlatformTx) => Promise<T>, author: Author | null = null): Promise<T> {
    const joined = this.#joined.getStore()
    if (joined) return work(joined).catch(withoutParameters)
    const begin = `BEGIN; SET LOCAL app.organization_id = ''${nameAuthor(author)}`
    return this.#run({ begin, end: `${author?.command ? WRITE_AUDIT : ''}COMMIT` }, '', work)
  }

  /** Throws when the database does not respond. */
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
    // A connection lost between two statements emits an error here. Without a listener, it would end the
    // process.
    const lost = (error: Error): void => {
      broken = error
    }
    client.on('error', lost)
    const release = (): void => {
      // A connection whose transaction could not be ended is not reused.
      client.release(broken)
      client.off('error', lost)
    }
    // The first statement does not wait for BEGIN, which fails only when the connection is lost.
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

/**
 * Runs `work` in a savepoint. When it fails, only this part is rolled back, and the outer transaction can
 * continue.
 */
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

/**
 * Throws the cause of a query error, because statement parameters (hashes, names, receipts) must not reach
 * logs or responses.
 */
function withoutParameters(error: unknown): never {
  throw error instanceof DrizzleQueryError && error.cause ? error.cause : error
}

/**
 * Returns the statement that sets the organization. The id is validated and inserted as a literal, because
 * set_config() would not reach Citus workers.
 */
function nameOrganization(organizationId: string): string {
  return `SET LOCAL app.organization_id = '${Guid.parse(organizationId)}'`
}

const WRITE_AUDIT = 'SELECT audit_write(); '

/**
 * Returns the statements that set the author. The employee is the default of `created_by_id` columns
 * (hub/db/tables/columns.ts).
 */
function nameAuthor(author: Author | null): string {
  if (!author) return ''
  const { employeeId, storeIds, command } = author
  const created = employeeId === null ? '' : `; SET LOCAL app.employee_id = '${Guid.parse(employeeId)}'`
  const named = `${created}${nameStores(storeIds)}`
  return command ? `${named}; SET LOCAL app.deed = ${pg.escapeLiteral(JSON.stringify(command))}` : named
}

/** Returns the statement that sets the stores for hub/db/sql/stores.sql. */
function nameStores(storeIds: readonly string[]): string {
  return storeIds.length === 0
    ? ''
    : `; SET LOCAL app.store_ids = '{${storeIds.map((id) => Guid.parse(id)).join(',')}}'`
}
