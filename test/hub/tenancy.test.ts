import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APPLICATION_ROLE, openPool } from '#hub/db/pool.ts'
import { must } from '#shared/std/must.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'

/** These tests run queries directly on connections of the application, because isolation must hold for any query. */
describe('isolation of organizations in the database', () => {
  const door = useHub()
  let pool: pg.Pool
  let owner: pg.Client
  let first: Organization
  let second: Organization

  beforeAll(async () => {
    pool = openPool(must(door.config.databaseUrl), 2)
    owner = new pg.Client({ connectionString: door.database.ownerUrl })
    await owner.connect()
    first = await signUp(door)
    second = await signUp(door)
  })
  afterAll(async () => {
    await pool.end()
    await owner.end()
  })

  async function within<T>(
    organizationId: string | null,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      if (organizationId) await client.query(`SET LOCAL app.organization_id = '${organizationId}'`)
      return await work(client)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  }

  async function tenantTables(): Promise<string[]> {
    const { rows } = await owner.query<{ name: string }>(`
      SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'organization_id'
        AND table_name NOT IN ('accounts', 'pairing_codes', 'refresh_tokens', 'invitations', 'receipt_links', 'messenger_codes', 'export_links')
      ORDER BY 1`)
    return rows.map((row) => row.name)
  }

  it('returns no rows to a query without an organization', async () => {
    const tables = await tenantTables()
    expect(tables).toContain('products')
    for (const table of [...tables, 'organizations']) {
      const { rows } = await within(null, (client) => client.query(`SELECT count(*)::int AS n FROM ${table}`))
      expect(rows[0].n, table).toBe(0)
    }
  })

  it('returns only the rows of the current organization', async () => {
    const { rows } = await within(first.organizationId, (client) =>
      client.query('SELECT DISTINCT organization_id FROM stores'),
    )
    expect(rows).toEqual([{ organization_id: first.organizationId }])
  })

  it('refuses to insert rows of another organization, and updates none of them', async () => {
    const insert = within(first.organizationId, (client) =>
      client.query(
        `INSERT INTO stores (organization_id, id, name, is_default, is_archived)
         VALUES ($1, gen_random_uuid(), 'smuggled', false, false)`,
        [second.organizationId],
      ),
    )
    await expect(insert).rejects.toThrow(/row-level security/)
    const { rowCount } = await within(first.organizationId, (client) =>
      client.query('UPDATE stores SET name = name WHERE organization_id = $1', [second.organizationId]),
    )
    expect(rowCount).toBe(0)
  })

  it('refuses to move a row to another organization', async () => {
    await expect(
      within(first.organizationId, async (client) => {
        await client.query(`INSERT INTO counters (organization_id, name, value) VALUES ($1, 'x', 1)`, [
          first.organizationId,
        ])
        await client.query('UPDATE counters SET organization_id = $1', [second.organizationId])
      }),
    ).rejects.toThrow(/row-level security/)
  })

  it('applies a tenant policy to every table with an organization', async () => {
    const { rows } = await owner.query<{ name: string }>(`
      SELECT c.relname AS name FROM pg_class c
      JOIN pg_policy p ON p.polrelid = c.oid
      WHERE c.relrowsecurity AND p.polname = 'tenant' ORDER BY 1`)
    expect(rows.map((row) => row.name)).toEqual([...(await tenantTables()), 'organizations'].sort())
  })

  it('applies a store policy to every table with a store or retail point, except till tables and a few settings', async () => {
    const { rows } = await owner.query<{ name: string }>(`
      SELECT DISTINCT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name IN ('store_id', 'retail_point_id')
        AND table_name NOT IN (SELECT tablename FROM pg_policies WHERE policyname = 'stores')
      ORDER BY 1`)
    expect(rows.map(({ name }) => name).filter((name) => !/^(till_stock|till_receipts?)/.test(name))).toEqual(
      [
        'fiscal_cash_boxes',
        'pairing_codes',
        'product_min_stocks',
        'retail_point_cashiers',
        'retail_point_groups',
      ],
    )
  })

  it('requires the organization as the first column of keys', async () => {
    const { rows } = await owner.query<{ table: string; constraint: string; first_column: string }>(`
      SELECT c.conrelid::regclass::text AS "table", c.conname AS constraint, a.attname AS first_column
      FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      WHERE c.connamespace = 'public'::regnamespace AND c.contype IN ('p', 'u')`)
    const tenant = new Set(await tenantTables())
    const wrong = rows.filter((row) => tenant.has(row.table) && row.first_column !== 'organization_id')
    expect(wrong).toEqual([])
  })

  it('connects as a role that owns no tables and cannot bypass row-level security', async () => {
    const { rows } = await within(null, (client) =>
      client.query(`
        SELECT current_user AS name, rolsuper, rolbypassrls,
          (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned
        FROM pg_roles r WHERE rolname = current_user`),
    )
    expect(rows).toEqual([{ name: APPLICATION_ROLE, rolsuper: false, rolbypassrls: false, owned: 0 }])
  })

  it('prevents deletion of uploads', async () => {
    await expect(
      within(first.organizationId, (client) => client.query('DELETE FROM uploads')),
    ).rejects.toThrow(/permission denied/)
  })

  it.each(['loyalty_points', 'gift_voucher_entries'])(
    'refuses to update or delete rows of %s',
    async (table) => {
      for (const statement of [`UPDATE ${table} SET at = now()`, `DELETE FROM ${table}`])
        await expect(within(first.organizationId, (client) => client.query(statement))).rejects.toThrow(
          /permission denied/,
        )
    },
  )

  it('refuses to commit a catalog change that is not added to the feed', async () => {
    const client = await pool.connect()
    try {
      await client.query(`BEGIN; SET LOCAL app.organization_id = '${first.organizationId}'`)
      await client.query(`UPDATE product_groups SET name = name`)
      await client.query(`UPDATE retail_points SET name = 'renamed behind the feed'`)
      await expect(client.query('COMMIT')).rejects.toThrow(/feed_bump/)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })

  it('returns 404 for a record of another organization', async () => {
    for (const path of [
      `stores/${second.storeId}`,
      `retail-points/${second.retailPointId}`,
      `price-types/${second.priceTypeId}`,
    ]) {
      const answer = await first.api.get(`/api/catalog/${path}`)
      expect(answer.status, path).toBe(404)
    }
  })
})
