import { NIL } from 'uuid'
import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct } from '#test/support/device.ts'
import { signUp, startTestHub, useHub } from '#test/support/hub.ts'
import { superAdmin } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'
import { sendCsv } from './catalog/imports.ts'

describe('housekeeping', () => {
  const door = useHub()

  it('deletes expired idempotency keys, past prices, previews with their imports, and refresh tokens', async () => {
    const shop = await signUp(door)
    await using owner = await door.database.connect()
    const keys = async () =>
      (
        await owner.query('SELECT key FROM idempotency_keys WHERE organization_id IN ($1, $2)', [
          shop.organizationId,
          NIL,
        ])
      ).rows.map(({ key }) => key)
    const pastPrices = async () =>
      (await owner.query('SELECT value FROM past_prices WHERE organization_id = $1', [shop.organizationId]))
        .rows
    for (const key of ['old', 'young']) {
      const made = await shop.api
        .with({ 'Idempotency-Key': key })
        .post('/api/catalog/products', { name: `Tea ${newId()}`, retailPrice: 1 })
      expect(made.status).toBe(201)
    }
    const admin = await superAdmin(door, shop)
    for (const [i, key] of ['old', 'young'].entries()) {
      const unit = { name: key, fullName: key, code: `700${i}` }
      const made = await admin
        .with({ 'Idempotency-Key': key })
        .post('/api/super-admin/units-of-measure', unit)
      expect(made.status, JSON.stringify(made.body)).toBe(201)
    }
    for (const [key, days] of [
      ['old', 31],
      ['young', 29],
    ])
      await owner.query(
        'UPDATE idempotency_keys SET created_at = now() - make_interval(days => $2) WHERE key = $1',
        [key, days],
      )
    const productId = await createProduct(shop)
    await owner.query(
      `INSERT INTO past_prices (organization_id, product_id, price_type_id, ended_at, value)
       SELECT $1, $2, $3, now() - make_interval(days => days), days FROM unnest(ARRAY[399, 401]) AS days`,
      [shop.organizationId, productId, shop.priceTypeId],
    )
    const preview = async (days: number, step: string) => {
      const body = { kind: 'products', ids: [productId], changes: { isArchived: true } }
      const { id } = (await shop.api.post('/api/change-sets', body)).body
      await owner.query(
        'UPDATE change_sets SET created_at = now() - make_interval(days => $2), step = $3 WHERE id = $1',
        [id, days, step],
      )
      return id as string
    }
    const kept = [await preview(29, 'Previewed'), await preview(31, 'Applied')]
    await preview(31, 'Previewed')
    const file = (await sendCsv(shop.api, '/api/catalog/products/imports', 'name;code\nJam;J-1\n')).body
    await owner.query("UPDATE change_sets SET created_at = now() - interval '31 days' WHERE id = $1", [
      file.id,
    ])
    await owner.query("UPDATE product_imports SET created_at = now() - interval '31 days' WHERE id = $1", [
      file.id,
    ])
    await owner.query(
      `INSERT INTO refresh_tokens (token_hash, family_id, account_id, expires_at)
       SELECT 'gone', gen_random_uuid(), id, now() - interval '1 s' FROM accounts LIMIT 1`,
    )
    const before = (await owner.query('SELECT count(*)::int AS n FROM refresh_tokens')).rows[0].n
    await using _keeping = await startTestHub({ databaseUrl: door.database.hubUrl })
    await until('the house is kept', async () => (await pastPrices()).length === 1)
    expect(await pastPrices()).toEqual([{ value: '399' }])
    const { items } = (await shop.api.get('/api/change-sets')).body
    expect(items.map(({ id }: { id: string }) => id).sort()).toEqual(kept.sort())
    expect((await shop.api.get(`/api/catalog/products/imports/${file.id}`)).status).toBe(404)
    expect(await keys()).toEqual(['young', 'young'])
    const after = (await owner.query('SELECT count(*)::int AS n FROM refresh_tokens')).rows[0].n
    expect(after).toBe(before - 1)
  })
})
