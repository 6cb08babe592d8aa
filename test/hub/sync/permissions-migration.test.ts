import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, it } from 'vitest'
import { migrate } from '#hub/db/migrate.ts'
import { SYSTEM_ROLES } from '#shared/contracts/permissions.ts'
import { newId } from '#shared/std/ids.ts'
import { createTestFolder } from '#test/support/folders.ts'
import { migrationsUpTo } from '#test/support/migrations.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'

it('gives the roles of older organizations what new ones have', async () => {
  await using database = await createEmptyDatabase()
  using folder = createTestFolder()
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    await runMigrations(drizzle(client), { migrationsFolder: migrationsUpTo(3, folder.path) })
    await client.query(`
      BEGIN; SET LOCAL app.organization_id = '${newId()}';
      INSERT INTO organizations (id, name, country, time_zone, currency_id, sync_epoch)
        SELECT current_organization(), 'Older', 'KZ', 'UTC', id, gen_random_uuid() FROM currencies LIMIT 1;
      INSERT INTO employee_roles (organization_id, id, name, is_system, permissions) VALUES
        (current_organization(), gen_random_uuid(), 'Manager', true, ARRAY['catalog.view', 'pos.sell']),
        (current_organization(), gen_random_uuid(), 'Cashier', true, ARRAY['pos.sell']),
        (current_organization(), gen_random_uuid(), 'Own', false, ARRAY['catalog.view']);
      SELECT feed_bump(); COMMIT`)
    const feed = () => client.query('SELECT * FROM feed ORDER BY kind, entity_id').then(({ rows }) => rows)
    const before = await feed()

    await migrate(database.ownerUrl)

    const { rows } = await client.query('SELECT name, permissions FROM employee_roles ORDER BY name')
    const areas = ['purchases', 'sales', 'inventory']
    const deeds = ['view', 'create', 'update', 'delete', 'post', 'unpost']
    const added = [
      ...['sync.view', 'sync.manage'],
      ...areas.flatMap((area) => deeds.map((deed) => `${area}.${deed}`)),
    ]
    expect(rows.map(({ name, permissions }) => ({ name, permissions: permissions.sort() }))).toEqual([
      { name: 'Cashier', permissions: ['pos.sell'] },
      { name: 'Manager', permissions: ['catalog.view', 'pos.sell', ...added].sort() },
      { name: 'Own', permissions: ['catalog.view'] },
    ])
    expect(SYSTEM_ROLES.Manager).toEqual(expect.arrayContaining(added))
    expect(await feed()).toEqual(before)
  } finally {
    await client.end()
  }
})
