import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { asHubRole } from './fast-postgres.ts'

export interface TestDatabase extends AsyncDisposable {
  /** URL for the owner of the tables, who is not a superuser. */
  ownerUrl: string
  /** URL for the hub role, which owns no objects. */
  hubUrl: string
  /** Ends the remaining sessions and drops the database. */
  drop(): Promise<void>
  /** Opens a connection as the owner: `await using owner = ...`. */
  connect(): Promise<pg.Client & AsyncDisposable>
  /**
   * Backs up the database and returns a function that restores it. No connections can be open during the
   * backup. The restore ends open sessions.
   */
  backUp(): Promise<() => Promise<void>>
}

/** Creates a migrated database, usually one per test file: `await using database = ...`. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createFrom(databaseOf(inject('templateUrl')))
}

/** Creates an empty database, for tests of migrations and first starts. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createFrom('template0')
}

async function createFrom(template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(copyOf(template, name))
  const backups: string[] = []
  const drop = async (): Promise<void> => {
    for (const each of [name, ...backups]) await dropDatabase(each)
  }
  const backUp = async () => {
    const backup = `${name}_${backups.length}`
    await onServer(copyOf(name, backup))
    backups.push(backup)
    return async () => {
      await dropDatabase(name)
      await onServer(copyOf(backup, name))
    }
  }
  return {
    ownerUrl: urlOf(name),
    hubUrl: asHubRole(urlOf(name)),
    drop,
    connect: () => connect(urlOf(name)),
    backUp,
    [Symbol.asyncDispose]: drop,
  }
}

/**
 * Returns the statement that clones a database by copying whole files. Writing each page to the log as well
 * takes four times as long.
 */
const copyOf = (template: string, name: string): string =>
  `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`

const dropDatabase = (name: string): Promise<void> => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

function urlOf(database: string): string {
  const url = new URL(inject('templateUrl'))
  url.pathname = database
  return url.href
}

async function connect(connectionString: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

async function onServer(statement: string): Promise<void> {
  await using client = await connect(urlOf('postgres'))
  await client.query(statement)
}
