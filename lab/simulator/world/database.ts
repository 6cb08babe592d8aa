import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Tx } from '#hub/db/transact.ts'
import { endConnections } from '../process/kept-connections.ts'
import { asSimulator } from '../process/process.ts'
import { now } from '../process/time.ts'

/**
 * SQL for PostgreSQL in virtual time. `now()` returns the time set at the start of the transaction
 * (process/postgres.ts), and fingerprints come from a counter, so that a replay sends the same bytes. The
 * search path of the login role finds these functions before the built-in ones.
 */
const VIRTUAL = `
  CREATE SCHEMA sim;
  GRANT USAGE ON SCHEMA sim TO PUBLIC;
  CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(to_timestamp(nullif(current_setting('sim.now', true), '')::float8 / 1000), pg_catalog.now()) $$;
  CREATE TABLE sim.history (restores int NOT NULL);
  INSERT INTO sim.history VALUES (0);
  CREATE SEQUENCE public.sim_uuids;
  GRANT USAGE ON SEQUENCE public.sim_uuids TO PUBLIC;
  GRANT SELECT ON sim.history TO PUBLIC;
  CREATE FUNCTION public.gen_random_uuid() RETURNS uuid LANGUAGE sql VOLATILE AS $$
    SELECT md5(nextval('public.sim_uuids') || ' ' || restores)::uuid FROM sim.history $$;
  -- It has a search path of its own, in which the built-in now() comes first.
  ALTER FUNCTION platform_due_cash_boxes() SET search_path = public, pg_catalog, pg_temp;
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

/** SQL for one copy of every table for each state, and for functions that copy all rows in both directions. */
const STATES = `
  DO $$
  DECLARE
    state text;
    each record;
    keep text;
    put_back text;
  BEGIN
    FOREACH state IN ARRAY ARRAY['furnished', 'backup'] LOOP
      keep := '';
      put_back := '';
      EXECUTE format('CREATE SCHEMA %I', state);
      FOR each IN
        SELECT format('%I.%I', state, table_name) AS copy, format('public.%I', table_name) AS name,
          string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
        FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
        GROUP BY table_name ORDER BY table_name
      LOOP
        EXECUTE format('CREATE TABLE %s AS SELECT %s FROM %s WITH NO DATA', each.copy, each.columns, each.name);
        keep := keep || format(
          'DELETE FROM %1$s; INSERT INTO %1$s SELECT %2$s FROM %3$s;', each.copy, each.columns, each.name);
        put_back := put_back || format(
          'DELETE FROM %3$s; INSERT INTO %3$s (%2$s) OVERRIDING SYSTEM VALUE SELECT * FROM %1$s;',
          each.copy, each.columns, each.name);
      END LOOP;
      EXECUTE format('CREATE TABLE %I."sequence values" (name regclass, value bigint)', state);
      keep := keep || format('DELETE FROM %1$I."sequence values"; INSERT INTO %1$I."sequence values"
        SELECT oid, nextval(oid) FROM pg_class
        WHERE relkind = ''S'' AND relnamespace = ''public''::regnamespace;', state);
      put_back := put_back || format('PERFORM setval(name, value) FROM %I."sequence values";', state);
      EXECUTE format('CREATE FUNCTION sim.keep_%s() RETURNS void LANGUAGE plpgsql AS %L',
        state, 'BEGIN ' || keep || ' END');
      EXECUTE format('CREATE FUNCTION sim.put_back_%s() RETURNS void LANGUAGE plpgsql AS %L',
        state, 'BEGIN ' || put_back || ' END');
    END LOOP;
  END $$;`

export async function makeVirtual(url: string): Promise<void> {
  await query(url, VIRTUAL)
  await query(url, STATES)
  await query(url, 'ALTER ROLE CURRENT_USER SET search_path = public, pg_catalog')
}

/** Executes one statement on a separate connection of the simulator, in virtual time. */
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

function urlOf(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = database
  return other.href
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

/** States to which all rows of a database can be restored: the prepared state and the last backup. */
type State = 'furnished' | 'backup'

/**
 * Database for all schedules of a worker in sequence, shared by all hubs of a schedule. Rows are restored to
 * an earlier state, because a new database would cost the server more than a hundred statements and lose the
 * caches of its connections.
 */
export class SimDatabase {
  readonly url: string
  readonly #admin: pg.Client
  #client: pg.Client | null = null
  #restores = 0
  /** Virtual time at which all connections were last cut. */
  lastCutAt = 0

  private constructor(url: string, admin: pg.Client) {
    this.url = url
    this.#admin = admin
  }

  /** Opens an existing database. */
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

  /** Reads the current rows of all organizations. */
  async read<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = await this.#own()
    return (await client.query<Row>(text, values)).rows
  }

  /** Reads the data of an organization with the hub's own code. */
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

  /** Ends every connection to the database, as a restart of the server would. Returns their number. */
  cut(): number {
    this.lastCutAt = now()
    return endConnections(nameOf(this.url))
  }

  /** Saves the state in which every schedule starts. */
  async keepFurnished(): Promise<void> {
    await this.#keep('furnished')
  }

  /** Restores the prepared state, at the start of virtual time. */
  async restart(): Promise<void> {
    this.#restores = 0
    this.lastCutAt = 0
    await this.#putBack('furnished')
    await this.read(`UPDATE sim.history SET restores = 0; SET sim.now = '${now()}'`)
  }

  /** Copies all committed rows. */
  async backUp(): Promise<void> {
    await this.#keep('backup')
  }

  /** Returns true when the backup equals the current state. Nothing may write meanwhile. */
  async isAsBackedUp(): Promise<boolean> {
    const [row] = await this.read<{ isSame: boolean }>(`SELECT
      (SELECT sum(seq) FROM feed_counters) = (SELECT sum(seq) FROM backup.feed_counters)
      AND (SELECT count(*) FROM uploads) = (SELECT count(*) FROM backup.uploads) AS "isSame"`)
    return row?.isSame === true
  }

  /** Replaces all rows with those of the backup, which can be restored repeatedly. */
  async restore(): Promise<void> {
    await this.#putBack('backup')
    await this.read('UPDATE sim.history SET restores = $1', [++this.#restores])
  }

  async #keep(state: State): Promise<void> {
    await this.read(`BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT sim.keep_${state}(); COMMIT`)
  }

  async #putBack(state: State): Promise<void> {
    await this.read(
      `BEGIN; SET LOCAL session_replication_role = 'replica'; SELECT sim.put_back_${state}(); COMMIT`,
    )
  }

  async close(): Promise<void> {
    await this.#client?.end()
    await this.#admin.end()
  }

  async drop(): Promise<void> {
    await this.#admin.query(`DROP DATABASE ${nameOf(this.url)} WITH (FORCE)`)
    await this.#admin.end()
  }
}
