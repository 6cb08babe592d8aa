import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { asHubRole } from './fast-postgres.ts'

export interface TestDatabase extends AsyncDisposable {
  /** Address for the owner of the tables, which is not a superuser. */
  ownerUrl: string
  /** Address for the hub's role, which owns nothing. */
  hubUrl: string
  /** Ends remaining sessions, then drops the database. */
  drop(): Promise<void>
  /** Opens a connection of the owner: `await using owner = ...`. */
  connect(): Promise<pg.Client & AsyncDisposable>
  /** Backs the database up. Returns a function that restores it. No connection may be open, neither now nor then. */
  backUp(): Promise<() => Promise<void>>
}

/** Creates a migrated database of the caller's own. One per test file is usual: `await using database = ...`. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createFrom(databaseOf(inject('templateUrl')))
}

/** Creates an empty database, for tests of migrations and of first starts. */
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

/** Copies file by file: writing each page to the log as well takes four times as long. */
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
