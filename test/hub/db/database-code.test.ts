import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { migrate } from '#hub/db/migrate.ts'
import { describeDatabase } from '#test/support/describe-database.ts'
import { signUp, signUpUnproved, startTestHub } from '#test/support/hub.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'

const OLDER = readFileSync(join(import.meta.dirname, '../../fixtures/databases/0021.sql'), 'utf8')

it('makes an upgraded database identical to a fresh one', async () => {
  await using fresh = await createEmptyDatabase()
  await using upgraded = await createEmptyDatabase()
  await using older = await upgraded.connect()
  await older.query(OLDER)

  await Promise.all([migrate(fresh.ownerUrl), migrate(upgraded.ownerUrl)])

  await using newer = await fresh.connect()
  const wanted = await describeDatabase(newer)
  expect(wanted.functions?.length).toBeGreaterThan(30)
  expect(wanted.triggers?.length).toBeGreaterThan(30)
  expect(wanted.policies?.length).toBeGreaterThan(30)
  expect(await describeDatabase(older)).toEqual(wanted)
  for (const table of ['currencies', 'units_of_measure', 'preset_countries']) {
    const rows = `SELECT to_jsonb(each) - 'created_at' - 'updated_at' AS row FROM ${table} AS each ORDER BY 1`
    const kept = (await older.query(rows)).rows
    expect(kept.length).toBeGreaterThan(0)
    expect((await newer.query(rows)).rows).toEqual(kept)
  }
})

it('restores changed functions, triggers, policies and grants of a database', async () => {
  await using database = await createEmptyDatabase()
  await migrate(database.ownerUrl)
  await using client = await database.connect()
  const wanted = await describeDatabase(client)
  await client.query(`
    CREATE OR REPLACE FUNCTION search_key(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN value;
    DROP TRIGGER feed_update ON products;
    DROP POLICY tenant ON stores;
    GRANT DELETE ON uploads TO counterfoil_app;
    COMMENT ON FUNCTION current_organization() IS 'of another version'`)

  await migrate(database.ownerUrl)

  expect(await describeDatabase(client)).toEqual(wanted)
})

it('leaves a correct database unchanged', async () => {
  await using database = await createEmptyDatabase()
  await migrate(database.ownerUrl)
  await using client = await database.connect()
  const versions = () =>
    client
      .query(`SELECT proname, xmin FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY oid`)
      .then(({ rows }) => rows)
  const before = await versions()

  await migrate(database.ownerUrl)

  expect(await versions()).toEqual(before)
})

/** Returns the data-changing statements of a migration, without its schema changes. */
const changesOfRows = (tag: string): string[] =>
  readFileSync(join(import.meta.dirname, `../../../hub/db/migrations/${tag}.sql`), 'utf8')
    .split('--> statement-breakpoint')
    .filter((statement) => /^\s*(--.*\s+)*(UPDATE|DO)\b/.test(statement))

it('grants system roles the permission to share views by a migration, and records the change in the feed', async () => {
  await using door = await startTestHub()
  const shops = [await signUp(door), await signUp(door)]
  await using client = await door.database.connect()
  await client.query(`
    ALTER TABLE employee_roles DISABLE TRIGGER USER;
    UPDATE employee_roles SET permissions = array_remove(permissions, 'organization.share_views');
    ALTER TABLE employee_roles ENABLE TRIGGER USER`)
  const rowsOf = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows
  const lastChange = 'SELECT organization_id, max(seq) FROM feed GROUP BY 1 ORDER BY 1'
  const before = await rowsOf(lastChange)

  const statements = changesOfRows('0073_shared-views')
  expect(statements).toHaveLength(2)
  await client.query(['BEGIN', ...statements, 'COMMIT'].join(';'))

  const may = `SELECT DISTINCT name FROM employee_roles
    WHERE 'organization.share_views' = ANY(permissions) ORDER BY 1`
  expect(await rowsOf(may)).toEqual([['Administrator'], ['Manager'], ['Owner']])
  expect(before).toHaveLength(shops.length)
  expect(await rowsOf(lastChange)).toEqual(before.map(([id, seq]) => [id, String(Number(seq) + 1)]))
  expect(await rowsOf('SELECT count(*)::int FROM feed WHERE seq IS NULL')).toEqual([[0]])
})

it('disables promotions that use a price type by a migration, and records the change in the feed', async () => {
  await using door = await startTestHub()
  const { api, organizationId, priceTypeId } = await signUp(door)
  const promotion = (name: string) => ({ name, kind: 'SpecialPrice', effect: { price: 5 } })
  for (const name of ['By price', 'By type'])
    expect((await api.post('/api/promotions', promotion(name))).status).toBe(201)
  await using client = await door.database.connect()
  await client.query(`
    ALTER TABLE promotions DISABLE TRIGGER USER;
    UPDATE promotions SET effect = effect || '{"price": null, "priceTypeId": "${priceTypeId}"}' WHERE name = 'By type';
    ALTER TABLE promotions ENABLE TRIGGER USER`)
  const lastSeq = async () => {
    const last = 'SELECT max(seq)::int AS last FROM feed WHERE organization_id = $1'
    return (await client.query(last, [organizationId])).rows[0].last
  }
  const before = await lastSeq()

  const statements = changesOfRows('0096_settings-without-effect')
  expect(statements).toHaveLength(2)
  await client.query(['BEGIN', ...statements, 'COMMIT'].join(';'))

  const { rows } = await client.query(
    `SELECT name, is_active, effect -> 'price' AS price, effect ? 'priceTypeId' AS is_typed FROM promotions
     WHERE organization_id = $1 ORDER BY name`,
    [organizationId],
  )
  expect(rows).toEqual([
    { name: 'By price', is_active: true, price: 500, is_typed: false },
    { name: 'By type', is_active: false, price: null, is_typed: false },
  ])
  expect(await lastSeq()).toBe(before + 1)
})

it('marks only the email addresses of SuperAdmins as verified by a migration', async () => {
  await using door = await startTestHub()
  const boss = await signUpUnproved(door)
  await signUpUnproved(door)
  await using client = await door.database.connect()
  await client.query('UPDATE accounts SET is_super_admin = true WHERE email = $1', [boss.email])

  const statements = changesOfRows('0091_account-proof')
  expect(statements).toHaveLength(1)
  await client.query(statements.join(';'))

  const proved = await client.query('SELECT email FROM accounts WHERE email_verified_at IS NOT NULL')
  expect(proved.rows).toEqual([{ email: boss.email }])
})

it('refuses a database too old to be upgraded', async () => {
  await using database = await createEmptyDatabase()
  await using client = await database.connect()
  await client.query(OLDER)
  await client.query('DELETE FROM drizzle.__drizzle_migrations WHERE id > 20')
  await expect(migrate(database.ownerUrl)).rejects.toThrow('version before 0.1')
})

/** Inserts an organization in Almaty with tenge as its currency and settings for other currencies. */
const ORGANIZATION = `
  ALTER TABLE organizations DISABLE TRIGGER USER;
  ALTER TABLE organization_currencies DISABLE TRIGGER USER;
  INSERT INTO organizations (id, name, country, time_zone, currency_id, sync_epoch)
  SELECT '00000000-0000-7000-8000-000000000001', 'Shop', 'KZ', 'Asia/Almaty', id, gen_random_uuid()
  FROM currencies WHERE iso_code = 'KZT';
  INSERT INTO organization_currencies (organization_id, id, name, code, iso_code, is_preset, rate, multiplicity, updated_at)
  SELECT '00000000-0000-7000-8000-000000000001', id, name, code, iso_code, true,
    CASE iso_code WHEN 'USD' THEN 450.55 WHEN 'UZS' THEN 3.75 ELSE 1 END,
    CASE iso_code WHEN 'UZS' THEN 100 ELSE 1 END, '2026-02-03T20:30:00Z'
  FROM currencies;
  ALTER TABLE organizations ENABLE TRIGGER USER;
  ALTER TABLE organization_currencies ENABLE TRIGGER USER;`

it('adds VAT only to the sums of documents with prices excluding VAT', async () => {
  await using database = await createEmptyDatabase()
  await using client = await database.connect()
  await client.query(OLDER)
  await client.query(ORGANIZATION)
  await client.query(`
    DO $$ DECLARE key record; BEGIN
      FOR key IN SELECT conrelid::regclass AS of, conname FROM pg_constraint
        WHERE contype = 'f' AND conrelid IN ('documents'::regclass, 'document_lines'::regclass)
      LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', key.of, key.conname); END LOOP;
    END $$;
    INSERT INTO documents (organization_id, id, type, number, date, vat_included, sum, vat_sum)
    SELECT '00000000-0000-7000-8000-000000000001', id, 'Demand', id, now(), is_in, 10000, vat FROM (VALUES
      ('00000000-0000-7000-8000-00000000000a'::uuid, false, 1200),
      ('00000000-0000-7000-8000-00000000000b'::uuid, true, 1071),
      ('00000000-0000-7000-8000-00000000000c'::uuid, false, 0)) AS given (id, is_in, vat);
    INSERT INTO document_lines (organization_id, id, document_id, line_no, product_id, quantity, sum, vat_sum)
    SELECT organization_id, id, id, 1, id, 1000, sum, vat_sum FROM documents`)

  await migrate(database.ownerUrl)

  const sumsOf = async (table: string, id: string) =>
    (await client.query(`SELECT sum::int, vat_sum::int FROM ${table} ORDER BY ${id}`)).rows
  const due = [
    { sum: 11200, vat_sum: 1200 },
    { sum: 10000, vat_sum: 1071 },
    { sum: 10000, vat_sum: 0 },
  ]
  expect(await sumsOf('documents', 'id')).toEqual(due)
  expect(await sumsOf('document_lines', 'document_id')).toEqual(due)
})

it('sets the currency of documents to that of their organization, and dates exchange rates', async () => {
  await using database = await createEmptyDatabase()
  await using client = await database.connect()
  await client.query(OLDER)
  await client.query(ORGANIZATION)
  await client.query(`
    INSERT INTO documents (organization_id, id, type, number, date, sum, vat_sum)
    VALUES ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-00000000000a', 'Supply', '1', now(), 11200, 1200)`)

  await migrate(database.ownerUrl)

  const documents = await client.query(`
    SELECT iso_code, rate::int, multiplicity, sum_in_organization_currency::int AS sum,
      vat_sum_in_organization_currency::int AS vat
    FROM documents JOIN currencies ON currencies.id = currency_id`)
  expect(documents.rows).toEqual([
    { iso_code: 'KZT', rate: 1_000_000, multiplicity: 1, sum: 11200, vat: 1200 },
  ])
  const rates = await client.query(`
    SELECT iso_code, day::text, currency_rates.rate::int, multiplicity FROM currency_rates
    JOIN currencies ON currencies.id = currency_id ORDER BY iso_code`)
  expect(rates.rows).toEqual([
    { iso_code: 'USD', day: '2026-02-04', rate: 450_550_000, multiplicity: 1 },
    { iso_code: 'UZS', day: '2026-02-04', rate: 3_750_000, multiplicity: 100 },
  ])
})

it('makes products of an old version searchable by all their words', async () => {
  await using database = await createEmptyDatabase()
  await using client = await database.connect()
  await client.query(OLDER)
  await client.query(ORGANIZATION)
  await client.query(`
    ALTER TABLE organization_units DISABLE TRIGGER USER;
    ALTER TABLE products DISABLE TRIGGER USER;
    INSERT INTO organization_units (organization_id, unit_id)
    SELECT '00000000-0000-7000-8000-000000000001', id FROM units_of_measure WHERE code = '796';
    INSERT INTO products (organization_id, id, name, code, article, unit_of_measure_id, updated_at, cost, is_weighed, kind,
      is_discount_prohibited, is_archived)
    SELECT organization_id, gen_random_uuid(), 'Чай №1', 'Код', 'ABC1', unit_id, '2026-02-03', 0, false, 'Good',
      false, false FROM organization_units;
    ALTER TABLE organization_units ENABLE TRIGGER USER;
    ALTER TABLE products ENABLE TRIGGER USER`)

  await migrate(database.ownerUrl)

  await client.query(
    `SELECT set_config('app.organization_id', '00000000-0000-7000-8000-000000000001', false)`,
  )
  for (const [typed, count] of Object.entries({ ча: 1, код: 1, 'ab ко': 1, abc1: 1, abc2: 0, чай1: 0 }))
    expect([
      typed,
      (await client.query('SELECT id FROM match_products($1, null)', [typed])).rowCount,
    ]).toEqual([typed, count])
})

it('preserves posting records, permissions and the ids of unknown customers', async () => {
  await using database = await createEmptyDatabase()
  await using client = await database.connect()
  await client.query(OLDER)
  await client.query(ORGANIZATION)
  await client.query(`
    ALTER TABLE stores DISABLE TRIGGER USER;
    ALTER TABLE employee_roles DISABLE TRIGGER USER;
    INSERT INTO organization_settings (organization_id) SELECT id FROM organizations;
    INSERT INTO employee_roles (organization_id, id, name, is_system, permissions)
    SELECT organizations.id, gen_random_uuid(), role, is_system, permissions FROM organizations, (VALUES
      ('Owner', true, '{catalog.view,sales.view,sales.post,organization.update}'::text[]),
      ('Cashier', true, '{pos.sell}'),
      ('Own', false, '{purchases.view,organization.update}')) AS given (role, is_system, permissions);
    INSERT INTO stores (organization_id, id, name, is_default, is_archived)
    SELECT id, id, 'Store', true, false FROM organizations;
    INSERT INTO documents (organization_id, id, type, number, date, status, posted_at, posted_by_id, sum, vat_sum)
    SELECT id, gen_random_uuid(), 'Enter', status, now(), status, posted_at, by_id, 0, 0 FROM organizations, (VALUES
      ('Posted', '2026-02-03T20:30:00.123Z'::timestamptz, '00000000-0000-7000-8000-00000000000e'::uuid),
      ('Draft', NULL, NULL)) AS given (status, posted_at, by_id);
    INSERT INTO retail_sales (organization_id, id, number, date, status, is_return, store_id, sum, vat_sum, discount_sum,
      change_sum, lines_count, source, sold_at, received_at, posted_at, flags)
    SELECT id, gen_random_uuid(), number, now(), 'Posted', false, id, 1, 0, 0, 0, 1, 'Pos', now(), now(), now(), flags
    FROM organizations, (VALUES
      ('1', '[{"code": "negative_stock", "detail": ""}, {"code": "customer_unknown", "detail":
        "The customer 00000000-0000-7000-8000-00000000000c is not known"}]'::jsonb),
      ('2', '[{"code": "customer_unknown", "detail": "?"}]'),
      ('3', '[]')) AS given (number, flags)`)

  await migrate(database.ownerUrl)

  const rowsOf = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows
  const at = '2026-02-03T20:30:00.123Z'
  const employeeId = '00000000-0000-7000-8000-00000000000e'
  expect(await rowsOf('SELECT number, postings FROM documents ORDER BY number')).toEqual([
    ['Draft', []],
    ['Posted', [{ action: 'Posted', at, employeeId, overrides: [] }]],
  ])
  expect(await rowsOf('SELECT number, postings, unknown_customer_id FROM retail_sales ORDER BY 1')).toEqual([
    ['1', [], '00000000-0000-7000-8000-00000000000c'],
    ['2', [], null],
    ['3', [], null],
  ])
  const roles = new Map(
    (await rowsOf('SELECT name, permissions FROM employee_roles')) as [string, string[]][],
  )
  expect(roles.get('Owner')).toEqual(
    expect.arrayContaining(['catalog.export', 'sales.export', 'employees.view', 'period.override']),
  )
  expect(roles.get('Cashier')).toEqual(['pos.sell'])
  expect(roles.get('Own')).toEqual(['purchases.view', 'organization.update', 'purchases.export'])
  expect(await rowsOf('SELECT return_period_days, vat_included FROM organization_settings')).toEqual([
    [null, true],
  ])
})
