import type pg from 'pg'

interface Part {
  /** Table that the constraint or index belongs to. */
  table: string
  name: string
  definition: string
}

/**
 * Fills a table with its keys, indexes and all foreign keys from and to it dropped, then recreates them
 * unchanged. For millions of rows.
 */
export async function withoutIndexes(
  sql: pg.Client,
  table: string,
  fill: () => Promise<unknown>,
): Promise<void> {
  const { rows: constraints } = await sql.query<Part>(
    `SELECT conrelid::regclass AS table, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype IN ('p', 'u') AND conrelid = $1::regclass
       OR contype = 'f' AND $1::regclass IN (conrelid, confrelid)
     ORDER BY contype = 'f'`,
    [table],
  )
  const { rows: indexes } = await sql.query<Part>(
    `SELECT indrelid::regclass AS table, indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = $1::regclass AND indexrelid NOT IN (SELECT conindid FROM pg_constraint)`,
    [table],
  )
  for (const { table, name } of constraints.toReversed())
    await sql.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`)
  for (const { name } of indexes) await sql.query(`DROP INDEX ${name}`)
  await fill()
  await sql.query(`SET maintenance_work_mem = '1GB'`)
  for (const { definition } of indexes) await sql.query(definition)
  for (const { table, name, definition } of constraints)
    await sql.query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`)
  await sql.query('RESET maintenance_work_mem')
}
