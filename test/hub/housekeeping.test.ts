import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { until } from '#test/edge/support/until.ts'
import { signUp, startTestHub, useHub } from '#test/support/hub.ts'

describe('housekeeping', () => {
  const door = useHub()

  it('throws away what nobody can use', async () => {
    const shop = await signUp(door)
    const owner = new pg.Client({ connectionString: door.database.ownerUrl })
    await owner.connect()
    const keys = async () =>
      (
        await owner.query('SELECT key FROM idempotency_keys WHERE organization_id = $1', [
          shop.organizationId,
        ])
      ).rows
    for (const key of ['old', 'young']) {
      const made = await shop.api
        .with({ 'Idempotency-Key': key })
        .post('/api/catalog/products', { name: `Tea ${newId()}`, retailPrice: 1 })
      expect(made.status).toBe(201)
    }
    await owner.query(`UPDATE idempotency_keys SET created_at = now() - interval '31 days' WHERE key = 'old'`)
    await owner.query(
      `INSERT INTO refresh_tokens (token_hash, family_id, account_id, expires_at)
       SELECT 'gone', gen_random_uuid(), id, now() - interval '1 s' FROM accounts`,
    )
    const before = (await owner.query('SELECT count(*)::int AS n FROM refresh_tokens')).rows[0].n
    await using _keeping = await startTestHub({ databaseUrl: door.database.ownerUrl })
    await until('the house is kept', async () => (await keys()).length === 1)
    expect(await keys()).toEqual([{ key: 'young' }])
    const after = (await owner.query('SELECT count(*)::int AS n FROM refresh_tokens')).rows[0].n
    expect(after).toBe(before - 1)
    await owner.end()
  })
})
