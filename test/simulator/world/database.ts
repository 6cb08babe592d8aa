import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Tx } from '#hub/db/transact.ts'
import { endConnections } from '../process/kept-connections.ts'
import { asSimulator } from '../process/process.ts'
import { now } from '../process/time.ts'

/**
 * PostgreSQL in virtual time: `now()` answers what the transaction was told as it began (process/postgres.ts), and
 * fingerprints come from a counter, so that a replay sends the same bytes. Found before the built-in ones by the
 * search path of the role that all connections log in as.
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

/** For each state a copy of every table, and the functions that copy all rows there and back. */
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

/** States of all rows that a database can go back to: as it was furnished, and as it was backed up last. */
type State = 'furnished' | 'backup'

/**
 * The database of a worker's schedules, one after the other; all hubs of a schedule work on it. It goes back to an
 * earlier state row by row: a new database would cost the server more than a hundred statements, and its connections
 * would have to learn everything again.
 */
export class SimDatabase {
  readonly url: string
  readonly #admin: pg.Client
  #client: pg.Client | null = null
  #restores = 0
  /** By virtual time. */
  lastCutAt = 0

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

  /** Ends every connection to it, as a restart of the server would. Answers how many there were. */
  cut(): number {
    this.lastCutAt = now()
    return endConnections(nameOf(this.url))
  }

  /** What every schedule begins with. */
  async keepFurnished(): Promise<void> {
    await this.#keep('furnished')
  }

  /** As it was furnished, at the beginning of virtual time. */
  async beginAnew(): Promise<void> {
    this.#restores = 0
    this.lastCutAt = 0
    await this.#putBack('furnished')
    await this.read(`UPDATE sim.history SET restores = 0; SET sim.now = '${now()}'`)
  }

  /** Copies all rows as they are committed now. */
  async backUp(): Promise<void> {
    await this.#keep('backup')
  }

  /** Whether the backup is of the state that there is: nobody is at work on it meanwhile. */
  async isAsBackedUp(): Promise<boolean> {
    const [row] = await this.read<{ isSame: boolean }>(`SELECT
      (SELECT sum(seq) FROM feed_counters) = (SELECT sum(seq) FROM backup.feed_counters)
      AND (SELECT count(*) FROM uploads) = (SELECT count(*) FROM backup.uploads) AS "isSame"`)
    return row?.isSame === true
  }

  /** The rows of the backup take the place of those that are there. It can be restored again. */
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
