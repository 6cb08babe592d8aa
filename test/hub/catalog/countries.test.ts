import { beforeAll, describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'

const BASE = '/api/catalog/countries'

describe('countries', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
  })

  it('creates preset countries in the language of the organization', async () => {
    const kazakhstan = async ({ api }: Organization) =>
      (await api.get(`${BASE}?search=398&isPreset=true`)).body.items[0]
    expect(await kazakhstan(shop)).toMatchObject({ code: '398', alpha2: 'KZ', isPreset: true })
    expect((await kazakhstan(shop)).name).toBe('Казахстан')
    expect((await kazakhstan(await signUp(door, { country: 'GB' }))).name).toBe('Kazakhstan')
  })

  it('refuses to change or delete preset countries', async () => {
    const [preset] = (await shop.api.get(`${BASE}?isPreset=true&pageSize=1`)).body.items
    const one = `${BASE}/${preset.id}`
    for (const answer of [
      await shop.api.put(one, { name: 'Elsewhere', version: 1 }),
      await shop.api.delete(one),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'preset_record'])
    }
    expect((await shop.api.get(one)).body).toEqual(preset)
  })

  it('refuses the code of a preset country', async () => {
    const answer = await shop.api.post(BASE, { name: 'Another', code: '398' })
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([409, '#/code'])
  })

  it('allows a country without codes', async () => {
    expect((await shop.api.post(BASE, { name: 'Atlantis' })).body).toMatchObject({
      code: null,
      alpha2: null,
      isPreset: false,
    })
    expect((await shop.api.post(BASE, { name: 'Lemuria', alpha2: 'xb' })).body.alpha2).toBe('XB')
  })

  it('refuses to delete a country that products refer to', async () => {
    const { body } = await shop.api.post(BASE, { name: 'Utopia' })
    await createProduct(shop, { name: 'Tea', countryId: body.id })
    const answer = await shop.api.delete(`${BASE}/${body.id}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'in_use'])
    expect(answer.body.blockedBy).toEqual([{ resource: 'products', count: 1, names: ['Tea'] }])
  })
})
