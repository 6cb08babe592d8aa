import { describe, expect, it } from 'vitest'
import { ApiClient, OWNER_PASSWORD, signUp, useHub } from '#test/support/hub.ts'

describe('POST /api/auth/signup', () => {
  const door = useHub()
  const input = {
    organizationName: 'Corner shop',
    email: 'new@shop.test',
    password: OWNER_PASSWORD,
    lastName: 'Owner',
  }
  const anonymous = (address: string) => new ApiClient(door).with({ 'X-Forwarded-For': address })

  it('creates an organization with everything needed to sell', async () => {
    const shop = await signUp(door, { country: 'GB' })
    const point = await shop.api.get(`/api/catalog/retail-points/${shop.retailPointId}`)
    expect(point.body).toMatchObject({ storeId: shop.storeId, priceTypeId: shop.priceTypeId, isActive: true })
    const priceType = await shop.api.get(`/api/catalog/price-types/${shop.priceTypeId}`)
    expect(priceType.body).toMatchObject({ isDefault: true, name: 'Retail price' })
    const store = await shop.api.get(`/api/catalog/stores/${shop.storeId}`)
    expect(store.body).toMatchObject({ isDefault: true, isArchived: false })
    const units = await shop.api.get('/api/catalog/units-of-measure')
    expect(units.body.items.map((unit: { code: string }) => unit.code)).toContain('796')
  })

  it('refuses an email address that is already taken', async () => {
    const { email } = await signUp(door)
    const answer = await anonymous('10.6.0.1').post('/api/auth/signup', {
      ...input,
      email: email.toUpperCase(),
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'email_taken'])
    expect(answer.body.errors[0].pointer).toBe('#/email')
  })

  it.each([
    ['password', { password: 'short' }],
    ['email', { email: 'not an address' }],
    ['organizationName', { organizationName: '  ' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['posPin', { posPin: '12' }],
    ['surprise', { surprise: true }],
  ])('reports an invalid %s', async (field, wrong) => {
    const answer = await anonymous('10.6.0.2').post('/api/auth/signup', { ...input, ...wrong })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([`#/${field}`])
  })
})
