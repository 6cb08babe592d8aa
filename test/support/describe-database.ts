import type pg from 'pg'

/**
 * Returns the schema objects of a database by kind as sorted texts, for comparing two databases. Rows are not
 * included.
 */
export async function describeDatabase(client: pg.Client): Promise<Record<string, string[]>> {
  const described: Record<string, string[]> = {}
  for (const [kind, query] of Object.entries(QUERIES)) {
    const { rows } = await client.query<{ text: string }>(query)
    described[kind] = rows.map(({ text }) => text).sort()
  }
  return described
}

const PUBLIC = `'public'::regnamespace`
const OF_EXTENSION = (id: string) => `EXISTS (SELECT FROM pg_depend WHERE objid = ${id} AND deptype = 'e')`

const QUERIES = {
  extensions: `SELECT extname AS text FROM pg_extension WHERE extname <> 'plpgsql'`,
  columns: `
    SELECT format('%s.%s %s%s default %s identity %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attnotnull THEN ' not null' END, pg_get_expr(d.adbin, d.adrelid), a.attidentity) AS text
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = ${PUBLIC} AND c.relkind = 'r'`,
  constraints: `
    SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS text
    FROM pg_constraint WHERE connamespace = ${PUBLIC} AND contype <> 't'`,
  indexes: `SELECT indexdef AS text FROM pg_indexes WHERE schemaname = 'public'`,
  functions: `
    SELECT CASE prokind WHEN 'a' THEN oid::regprocedure || (SELECT to_jsonb(a) - 'aggfnoid' FROM pg_aggregate AS a WHERE aggfnoid = pg_proc.oid)::text
        ELSE pg_get_functiondef(oid) END || coalesce(proacl::text, '') AS text
    FROM pg_proc WHERE pronamespace = ${PUBLIC} AND NOT ${OF_EXTENSION('pg_proc.oid')}`,
  triggers: `SELECT pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE NOT tgisinternal`,
  policies: `
    SELECT format('%s %s %s %s %s', tablename, policyname, cmd, qual, with_check) AS text
    FROM pg_policies WHERE schemaname = 'public'`,
  tables: `
    SELECT format('%s row security %s, %s', relname, relrowsecurity, relacl) AS text
    FROM pg_class WHERE relnamespace = ${PUBLIC} AND relkind IN ('r', 'v', 'S')`,
}
