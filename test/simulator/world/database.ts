import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Tx } from '#hub/db/transact.ts'
import { endConnections } from '../process/kept-connections.ts'
import { hearEnds } from '../process/postgres.ts'
import { asSimulator } from '../process/process.ts'
import { now } from '../process/time.ts'

/**
 * PostgreSQL in virtual time: `now()` answers what the transaction was told as it began (process/postgres.ts), and
 * fingerprints come from a counter, so that a replay sends the same bytes. Found before the built-in ones by the
 * search path of the role that all connections log in as.
 */
const VIRTUAL = `
  CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(to_timestamp(nullif(current_setting('sim.now', true), '')::float8 / 1000), pg_catalog.now()) $$;
  CREATE TABLE public.sim_history (restores int NOT NULL);
  INSERT INTO public.sim_history VALUES (0);
  CREATE SEQUENCE public.sim_uuids;
  GRANT USAGE ON SEQUENCE public.sim_uuids TO PUBLIC;
  GRANT SELECT ON public.sim_history TO PUBLIC;
  CREATE FUNCTION public.gen_random_uuid() RETURNS uuid LANGUAGE sql VOLATILE AS $$
    SELECT md5(nextval('public.sim_uuids') || ' ' || restores)::uuid FROM public.sim_history $$;
  DO $$
  DECLARE
    each record;
  BEGIN
    FOR each IN SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_default LIKE '%now()%'
    LOOP
      EXECUTE format('ALTER TABLE public.%I ALTER COLUMN %I SET DEFAULT public.now()', each.table_name, each.column_name);
    END LOOP;
  END $$;`

export async function makeVirtual(url: string): Promise<void> {
  await query(url, VIRTUAL)
  await query(url, 'ALTER ROLE CURRENT_USER SET search_path = public, pg_catalog')
}

/** One statement on a connection of the simulator's own, in virtual time. */
export async function query<Row extends pg.QueryResultRow = Record<string, unknown>>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return asSimulator(async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  })
}

export function urlOf(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = database
  return other.href
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

/** The database of one schedule; all hubs work on it. */
export class SimDatabase {
  readonly url: string
  readonly #admin: pg.Client
  #client: pg.Client | null = null
  #backups = 0

  private constructor(url: string, admin: pg.Client) {
    this.url = url
    this.#admin = admin
  }

  /** The database that is there. */
  static async open(url: string): Promise<SimDatabase> {
    const admin = new pg.Client({ connectionString: urlOf(url, 'postgres') })
    await admin.connect()
    return new SimDatabase(url, admin)
  }

  static async create(templateUrl: string, name: string): Promise<SimDatabase> {
    const database = await SimDatabase.open(urlOf(templateUrl, name))
    await database.#admin.query(`CREATE DATABASE ${name} TEMPLATE ${nameOf(templateUrl)} STRATEGY FILE_COPY`)
    return database
  }

  /** Rows as they are now, whatever organization they are of. */
  async read<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = await this.#own()
    return (await client.query<Row>(text, values)).rows
  }

  /** As the hub's own code reads it. */
  async readAs<T>(organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.#own()
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    try {
      return await work(Object.assign(drizzle(client, { casing: 'snake_case' }), { organizationId }))
    } finally {
      await client.query('ROLLBACK')
    }
  }

  async #own(): Promise<pg.Client> {
    if (this.#client) return this.#client
    const client = new pg.Client({ connectionString: this.url })
    client.on('error', () => {
      this.#client = null
    })
    await client.connect()
    await client.query(`SET sim.now = '${now()}'`)
    this.#client = client
    return client
  }

  /** Ends every connection of the hubs, as a restart of the server would. */
  cut(): void {
    endConnections(nameOf(this.url))
  }

  /** So that nobody at all is connected, as it must be when the database is copied or dropped. */
  async #cutAll(): Promise<void> {
    await this.#client?.end()
    this.#client = null
    const heard = hearEnds(nameOf(this.url))
    const others = `FROM pg_stat_activity WHERE datname = '${nameOf(this.url)}' AND pid <> pg_backend_pid()`
    await this.#admin.query(`SELECT pg_terminate_backend(pid) ${others}`)
    while ((await this.#admin.query(`SELECT ${others}`)).rowCount !== 0)
      await this.#admin.query('SELECT pg_sleep(0.005)')
    await heard
  }

  /** Copies the database as it stands. All connections to it are cut for that. */
  async backUp(): Promise<string> {
    await this.#cutAll()
    const name = `${nameOf(this.url)}_${++this.#backups}`
    await this.#admin.query(`CREATE DATABASE ${name} TEMPLATE ${nameOf(this.url)} STRATEGY FILE_COPY`)
    return name
  }

  /** Puts a copy in the place of the database, which is gone. The copy can be restored again. */
  async restore(backup: string): Promise<void> {
    await this.#cutAll()
    const name = nameOf(this.url)
    await this.#admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await this.#admin.query(`CREATE DATABASE ${name} TEMPLATE ${backup} STRATEGY FILE_COPY`)
    await this.read('UPDATE public.sim_history SET restores = restores + $1', [++this.#backups])
  }

  async close(): Promise<void> {
    await this.#client?.end()
    await this.#admin.end()
  }

  async drop(): Promise<void> {
    await this.#cutAll()
    const name = nameOf(this.url)
    const { rows } = await this.#admin.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE datname = $1 OR datname LIKE $1 || '\\_%'`,
      [name],
    )
    for (const { datname } of rows) await this.#admin.query(`DROP DATABASE ${datname} WITH (FORCE)`)
    await this.#admin.end()
  }
}
