import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { startEmbeddedPostgres } from '#hub/db/embedded-postgres.ts'
import { StartError } from '#shared/std/start-error.ts'
import { createTestFolder } from '#test/support/folders.ts'

it('keeps its data after a stop and a restart', async () => {
  using folder = createTestFolder()
  await withServer(folder.path, (url) => query(url, 'CREATE TABLE kept AS SELECT 42 AS answer'))
  const rows = await withServer(folder.path, (url) => query(url, 'SELECT answer FROM kept'))
  expect(rows).toEqual([{ answer: 42 }])
})

it('keeps its data when other users cannot enter the folder', async () => {
  using folder = createTestFolder()
  chmodSync(folder.path, 0o700)
  const dataDir = join(folder.path, 'postgres')
  try {
    await withServer(dataDir, (url) => query(url, 'CREATE TABLE kept AS SELECT 42 AS answer'))
    const rows = await withServer(dataDir, (url) => query(url, 'SELECT answer FROM kept'))
    expect(rows).toEqual([{ answer: 42 }])
  } finally {
    removeWhatLiesElsewhere(dataDir)
  }
})

it('stops when the process that started it is killed', async () => {
  using folder = createTestFolder()
  using owner = await startOwner(folder.path)
  owner.kill()
  await expect.poll(() => query(owner.url, 'SELECT 1').catch((error) => error.code)).toBe('ECONNREFUSED')
  const rows = await withServer(folder.path, (url) => query(url, 'SELECT answer FROM kept'))
  expect(rows).toEqual([{ answer: 42 }])
})

it('replaces a server left running by a killed process', async () => {
  using folder = createTestFolder()
  using owner = await startOwner(folder.path)
  process.kill(parentOf(postmasterOf(folder.path)), 'SIGKILL')
  owner.kill()
  const rows = await withServer(folder.path, (url) => query(url, 'SELECT answer FROM kept'))
  expect(rows).toEqual([{ answer: 42 }])
  await expect(query(owner.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
})

it('refuses a data folder used by another process', async () => {
  using folder = createTestFolder()
  await withServer(folder.path, async (url) => {
    await expect(startEmbeddedPostgres({ dataDir: folder.path })).rejects.toThrow(/in use by another process/)
    expect(await query(url, 'SELECT 42 AS answer')).toEqual([{ answer: 42 }])
  })
})

it('starts when another process has the process id of the stopped server', async () => {
  using folder = createTestFolder()
  await withServer(folder.path, (url) => query(url, 'CREATE TABLE kept AS SELECT 42 AS answer'))
  const cluster = join(folder.path, 'cluster')
  writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n`)
  const rows = await withServer(folder.path, (url) => query(url, 'SELECT answer FROM kept'))
  expect(rows).toEqual([{ answer: 42 }])
})

it('reports an unwritable data folder in one sentence', async () => {
  using folder = createTestFolder()
  const file = join(folder.path, 'file')
  writeFileSync(file, '')
  const start = startEmbeddedPostgres({ dataDir: join(file, 'postgres') })
  await expect(start).rejects.toThrow(StartError)
  await expect(start).rejects.toThrow(/^The data folder .* cannot be written: [^\n]*$/)
})

it('sorts and lowercases Cyrillic text correctly', async () => {
  using folder = createTestFolder()
  const rows = await withServer(folder.path, (url) =>
    query(
      url,
      `SELECT string_agg(word, ' ' ORDER BY word) AS sorted, lower('ЁЛКА ӘЖЕ') AS folded
         FROM unnest(ARRAY['Яблоко', 'яблоко', 'Ёлка', 'Жук', 'Дом', 'Әже', 'Апельсин', 'apple', 'Milk']) word`,
    ),
  )
  expect(rows).toEqual([{ sorted: 'apple Milk Апельсин Әже Дом Ёлка Жук яблоко Яблоко', folded: 'ёлка әже' }])
})

async function withServer<T>(dataDir: string, use: (url: string) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir })
  try {
    return await use(server.url)
  } finally {
    await server.stop()
  }
}

interface Owner extends Disposable {
  url: string
  /** Kills the process with SIGKILL. */
  kill(): void
}

/** Starts a process that runs the server on the folder, creates a table and keeps running. */
async function startOwner(dataDir: string): Promise<Owner> {
  const script = join(import.meta.dirname, 'support', 'own-postgres.ts')
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await once(child.stdout, 'data')
  const kill = (): void => void child.kill('SIGKILL')
  return { url: String(printed).trim(), kill, [Symbol.dispose]: kill }
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  // The connection emits an error when the server stops between two messages. The statement fails as well.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Returns the id of the parent process, which is field 4 of proc_pid_stat(5). */
function parentOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[3])
}

/**
 * Removes data stored outside the folder. If root starts the server and the user of PostgreSQL cannot enter
 * the folder, the data is elsewhere and a file in the folder contains its path.
 */
function removeWhatLiesElsewhere(dataDir: string): void {
  const pointer = join(dataDir, 'location')
  if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true })
}
