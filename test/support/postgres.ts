import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { asHubRole } from './fast-postgres.ts'

export interface TestDatabase extends AsyncDisposable {
  /** As the owner of the tables, which is no superuser. */
  ownerUrl: string
  /** As who signs in for the hub and owns nothing. */
  hubUrl: string
  /** Ends whatever sessions are left in it, then drops it. */
  drop(): Promise<void>
  /** A connection of the owner: `await using owner = ...`. */
  connect(): Promise<pg.Client & AsyncDisposable>
  /** Answers what puts it back as it is now. Nobody may be connected to it, neither now nor then. */
  backUp(): Promise<() => Promise<void>>
}

/** A migrated database of the caller's own. One per test file is usual: `await using database = ...`. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createFrom(databaseOf(inject('templateUrl')))
}

/** A database with nothing in it, for tests of migrations and of first starts. */
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

/** File by file: to write each page to the log as well takes four times as long. */
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
