import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { awaitAll } from '#hub/db/await-all.ts'
import { openPool } from '#hub/db/pool.ts'
import { type Given, statement } from '#hub/db/statement.ts'
import { stores } from '#hub/db/tables/catalog.ts'
import { Database } from '#hub/db/transact.ts'
import { must } from '#shared/std/must.ts'
import { signUp, useHub } from '#test/support/hub.ts'

const renamed = statement('test.rename-store', (given: Given<'name'>, db) =>
  db
    .update(stores)
    .set({ name: sql`${given.name}` })
    .where(eq(stores.organizationId, given.organizationId))
    .returning({ name: stores.name }),
)
const names = statement(
  'test.store-names',
  (given: Given<never>) => sql<{ name: string; state: string }>`
    SELECT name, current_setting('app.organization_id') AS state FROM stores
    WHERE organization_id = ${given.organizationId}`,
)

describe('transactions on one connection', () => {
  const door = useHub()
  let pool: ReturnType<typeof openPool> | undefined
  let db: Database
  let organizations: [string, string]
  beforeAll(async () => {
    pool = openPool(must(door.config.databaseUrl), 1)
    db = new Database(pool)
    organizations = [(await signUp(door)).organizationId, (await signUp(door)).organizationId]
  })
  afterAll(() => pool?.end())

  it('runs prepared statements for the organization of each transaction', async () => {
    for (const round of ['one', 'two'])
      for (const organizationId of organizations) {
        const name = `${round} of ${organizationId}`
        await db.transact(organizationId, (tx) => renamed(tx, { name }))
        expect(await db.read(organizationId, (tx) => names(tx, {}))).toEqual([
          { name, state: organizationId },
        ])
      }
  })

  it('returns the effect of an earlier statement in the same batch', async () => {
    const [, [after]] = await db.transact(organizations[0], (tx) =>
      awaitAll(renamed(tx, { name: 'sent first' }), names(tx, {})),
    )
    expect(after?.name).toBe('sent first')
  })

  it('rolls back all statements when one fails, and continues with the next transaction', async () => {
    const [organizationId] = organizations
    await db.transact(organizationId, (tx) => renamed(tx, { name: 'kept' }))
    const failing = db.transact(organizationId, (tx) =>
      awaitAll(
        renamed(tx, { name: 'lost' }),
        tx.execute(sql`SELECT 1 / 0`),
        renamed(tx, { name: 'lost too' }),
      ),
    )
    await expect(failing).rejects.toThrow('division by zero')
    expect((await db.read(organizationId, (tx) => names(tx, {})))[0]?.name).toBe('kept')
  })
})
