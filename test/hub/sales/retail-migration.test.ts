import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, it } from 'vitest'
import { migrate } from '#hub/db/migrate.ts'
import { createTestFolder } from '#test/support/folders.ts'
import { migrationsUpTo } from '#test/support/migrations.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'

it('finds out of older sales how they had VAT, and who has reviewed them', async () => {
  await using database = await createEmptyDatabase()
  using folder = createTestFolder()
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    await runMigrations(drizzle(client), { migrationsFolder: migrationsUpTo(11, folder.path) })
    // What the rows refer to does not matter here.
    await client.query(`
      DO $$ DECLARE reference record; BEGIN
        FOR reference IN SELECT conrelid::regclass AS owner, conname FROM pg_constraint
          WHERE contype = 'f' AND conrelid IN ('retail_sales'::regclass, 'retail_sale_lines'::regclass)
        LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', reference.owner, reference.conname); END LOOP;
      END $$;
      CREATE TEMPORARY TABLE told AS SELECT gen_random_uuid() AS organization, id, number, sum, vat, flags
        FROM (VALUES (gen_random_uuid(), 'with', 200, 21, '[]'::jsonb), (gen_random_uuid(), 'on top', 224, 24, '[]'),
          (gen_random_uuid(), 'without', 200, 0, '[{"code": "price_differs"}]')) AS sale (id, number, sum, vat, flags);
      INSERT INTO retail_sales (organization_id, id, number, date, status, is_return, store_id, sum, vat_sum,
          discount_sum, change_sum, lines_count, source, sold_at, received_at, flags)
        SELECT organization, id, number, now(), 'Posted', false, id, sum, vat, 5, 0, 1, 'Pos', now(), now(), flags FROM told;
      INSERT INTO retail_sale_lines (organization_id, id, sale_id, line_no, product_id, product_name, quantity, price,
          discount_amount, sum, vat_sum, unit_cost)
        SELECT organization, id, id, 1, id, 'Tea', 1025, 200, 5, sum, vat, 0 FROM told;
      INSERT INTO work_items (organization_id, id, kind, subject, upload_id, settled_at, settled_by_id, note)
        SELECT organization, id, 'flagged', id, id, '2026-03-01T00:00:00Z', id, 'Agreed' FROM told WHERE flags <> '[]'`)

    await migrate(database.ownerUrl)

    const { rows } = await client.query(
      'SELECT number, number_year, vat_included, reviewed_at, review_note FROM retail_sales ORDER BY number',
    )
    const unreviewed = { number_year: 0, reviewed_at: null, review_note: null }
    expect(rows).toEqual([
      { ...unreviewed, number: 'on top', vat_included: false },
      { ...unreviewed, number: 'with', vat_included: true },
      {
        ...{ number: 'without', number_year: 0, vat_included: true },
        ...{ reviewed_at: new Date('2026-03-01T00:00:00Z'), review_note: 'Agreed' },
      },
    ])
  } finally {
    await client.end()
  }
})
