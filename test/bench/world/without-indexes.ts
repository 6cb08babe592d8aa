import type pg from 'pg'

interface Part {
  name: string
  definition: string
}

/**
 * Fills a table that has no keys, references and indexes meanwhile; they are rebuilt behind it, as they were. For
 * millions of rows, and a table that no other refers to.
 */
export async function withoutIndexes(
  sql: pg.Client,
  table: string,
  fill: () => Promise<unknown>,
): Promise<void> {
  const { rows: constraints } = await sql.query<Part>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype IN ('p', 'u', 'f')`,
    [table],
  )
  const { rows: indexes } = await sql.query<Part>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = $1::regclass AND indexrelid NOT IN (SELECT conindid FROM pg_constraint)`,
    [table],
  )
  for (const { name } of constraints) await sql.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`)
  for (const { name } of indexes) await sql.query(`DROP INDEX ${name}`)
  await fill()
  await sql.query(`SET maintenance_work_mem = '1GB'`)
  for (const { definition } of indexes) await sql.query(definition)
  for (const { name, definition } of constraints)
    await sql.query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`)
  await sql.query('RESET maintenance_work_mem')
}
