import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isReadable } from '#hub/db/sign-in-role.ts'
import { startHub } from '#hub/hub.ts'
import { runCommand } from '#test/support/command.ts'
import { type FastPostgres, startFastPostgres } from '#test/support/fast-postgres.ts'
import { createTestFolder } from '#test/support/folders.ts'
import { signUp, signUpUnproved, useHub } from '#test/support/hub.ts'

/** Time limit in milliseconds. Each command runs in a separate process. */
const HANGS_AFTER_MS = 240_000

describe('the database role of the hub', () => {
  const door = useHub()

  it('owns no objects, cannot assume the role of an owner, and sees no rows without an organization', async () => {
    await signUp(door)
    const client = new pg.Client({ connectionString: door.database.hubUrl })
    await client.connect()
    try {
      const { rows } = await client.query('SELECT session_user AS signed_in')
      expect(rows).toEqual([{ signed_in: 'counterfoil_hub' }])
      const owned = await client.query(`
        SELECT FROM pg_class WHERE pg_has_role(session_user, relowner, 'MEMBER')
        UNION ALL SELECT FROM pg_proc WHERE pg_has_role(session_user, proowner, 'MEMBER')`)
      expect(owned.rowCount).toBe(0)
      expect((await client.query('SELECT FROM stores')).rowCount).toBe(0)
      for (const statement of [
        'SET ROLE counterfoil',
        'ALTER TABLE stores DISABLE ROW LEVEL SECURITY',
        'DROP POLICY tenant ON stores',
        'DELETE FROM audit_log',
        'CREATE TABLE public.mine ()',
        'CREATE ROLE another',
      ])
        await expect(client.query(statement), statement).rejects.toThrow(/permission denied|must be owner/)
    } finally {
      await client.end()
    }
  })
})

it.each([
  ['postgres://hub:x@db.example/shop', true],
  ['postgres://hub:x@db.example/shop?sslmode=prefer', true],
  ['postgres://hub:x@db.example/shop?sslmode=verify-full', false],
  ['postgres://hub:x@10.0.0.7/shop', false],
  ['postgres://hub:x@db/shop', false],
  ['postgres://hub:x@127.0.0.1/shop?host=/run/postgresql', false],
])('decides for %s whether others can read the connection: %s', (url, readable) => {
  expect(isReadable(url)).toBe(readable)
})

describe('a hub on a separate database server', () => {
  let server: FastPostgres
  beforeAll(async () => {
    server = await startFastPostgres()
  })
  afterAll(() => server.stop())

  const urlAs = (role: string): string => {
    const url = new URL(server.url)
    Object.assign(url, { username: role, password: 'of-the-test' })
    return url.href
  }
  async function start(databaseUrl: string): Promise<string[]> {
    using folder = createTestFolder()
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
    const hub = await startHub(
      {
        host: '127.0.0.1',
        port: 0,
        dataDir: folder.path,
        databaseUrl,
        databasePoolSize: 4,
        publicUrl: 'http://hub.test',
        secret: 'a secret of the tests that is long enough',
        trustedProxies: 0,
        metricsToken: undefined,
        runsJobs: false,
        files: undefined,
        logLevel: 'warn',
      },
      log,
    )
    await signUpUnproved({ hub }).finally(() => hub.stop())
    return lines.filter((line) => line.includes('database_advice'))
  }
  const migrate = (role: string, owner = server.url) =>
    runCommand('migrate-database', { DATABASE_URL: role, DATABASE_OWNER_URL: owner })

  it(
    'runs the migrations as the owner for a hub role that owns nothing',
    async () => {
      await expect(start(urlAs('guest'))).rejects.toThrow('cannot be reached')
      const missing = await migrate(urlAs('guest'))
      expect([missing.code, missing.errors]).toEqual([2, expect.stringContaining('There is no role guest')])
      await server.asSuperuser(`CREATE ROLE guest LOGIN PASSWORD 'of-the-test'`)
      await expect(start(urlAs('guest'))).rejects.toThrow('guest is not admitted')
      await server.asSuperuser(`COMMENT ON FUNCTION current_organization() IS 'of another version'`)
      await expect(start(urlAs('guest'))).rejects.toThrow('not of this version')
      const both = await Promise.all([migrate(urlAs('guest')), migrate(urlAs('guest'))])
      expect(both.map(({ code, errors }) => [code, errors])).toEqual([
        [0, ''],
        [0, ''],
      ])
      expect(await start(urlAs('guest'))).toEqual([])
      const unnamed = await runCommand('migrate-database', { DATABASE_URL: urlAs('guest') })
      expect([unnamed.code, unnamed.errors]).toEqual([2, expect.stringContaining('DATABASE_OWNER_URL')])
    },
    HANGS_AFTER_MS,
  )

  it(
    'refuses a hub role that owns the tables or the database or is a member of an owner role',
    async () => {
      const owner = new URL(server.url).username
      await server.asSuperuser(`
      CREATE ROLE lender LOGIN PASSWORD 'of-the-test'; CREATE ROLE heir LOGIN PASSWORD 'of-the-test';
      GRANT ${owner} TO heir`)
      await migrate(urlAs('lender'))
      await expect(start(server.url)).rejects.toThrow(`${owner} of DATABASE_URL owns`)
      await expect(start(urlAs('heir'))).rejects.toThrow('heir of DATABASE_URL owns')
      const database = new URL(server.url).pathname.slice(1)
      await server.asSuperuser(`ALTER DATABASE ${database} OWNER TO lender`)
      await expect(start(urlAs('lender'))).rejects.toThrow('lender of DATABASE_URL owns')
      await server.asSuperuser(`ALTER DATABASE ${database} OWNER TO ${owner}`)
      expect(await start(urlAs('lender'))).toEqual([])
      const refused = await migrate(server.url)
      expect([refused.code, refused.errors]).toEqual([2, expect.stringContaining('owns the database')])
    },
    HANGS_AFTER_MS,
  )

  it.each(['SUPERUSER', 'BYPASSRLS'])('refuses a hub whose role is a %s', async (right) => {
    const role = `boss_${right.toLowerCase()}`
    await server.asSuperuser(`CREATE ROLE ${role} ${right} LOGIN PASSWORD 'of-the-test'`)
    await expect(start(urlAs(role))).rejects.toThrow('superuser or passes row-level security')
  })
})
