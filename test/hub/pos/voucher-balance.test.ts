import { beforeAll, describe, expect, it } from 'vitest'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'

const VOUCHERS = '/api/loyalty/vouchers'
const BALANCE = '/api/pos/v1/vouchers/balance'

describe('voucher balances for tills', () => {
  const door = useHub()
  let shop: Organization
  let device: Device

  beforeAll(async () => {
    shop = await signUp(door)
    device = await enrolDevice(door, shop)
  })

  const issue = async (more: object = {}): Promise<{ id: string; number: string }> => {
    const { status, body } = await shop.api.post(`${VOUCHERS}/issue`, { amount: 150, ...more })
    expect(status).toBe(201)
    return body
  }
  const ask = (number: string, of: Device = device) => of.api.post(BALANCE, { number })

  it('finds a voucher by any spelling of its number, and returns the balance after all receipts', async () => {
    const voucher = await issue({ number: 'Gift 7' })
    const [untouched, spelled] = [await ask('Gift 7'), await ask(' gIFT7')]
    expect(untouched).toMatchObject({ status: 200, body: { state: 'Active', balance: 150 } })
    expect(spelled.body).toMatchObject({ state: 'Active', balance: 150 })
    expect(Math.abs(Date.parse(untouched.body.at) - Date.now())).toBeLessThan(60_000)
    const tea = await createProduct(shop, { kind: 'Service' })
    const payments = [{ type: 'GiftCard' as const, amount: 100, reference: voucher.number }]
    const sale = saleBody(shop, [{ productId: tea }], { payments })
    await device.upload([device.item(sale)])
    expect((await ask('gift7')).body).toMatchObject({ state: 'Active', balance: 50 })
  })

  it('reports a blocked, expired or unknown voucher', async () => {
    const [blocked, expired, later] = [
      await issue(),
      await issue({ expiresAt: '2020-01-01T00:00:00Z' }),
      await issue({ expiresAt: '2099-01-01T00:00:00Z' }),
    ]
    await shop.api.post(`${VOUCHERS}/${blocked.id}/block`, { reason: 'Lost by Dana' })
    const answer = await ask(blocked.number)
    expect(answer.body).toMatchObject({ state: 'Blocked', balance: 150 })
    expect(JSON.stringify(answer.body)).not.toContain('Dana')
    expect((await ask(expired.number)).body).toMatchObject({ state: 'Expired', balance: 150 })
    expect((await ask(later.number)).body).toMatchObject({ state: 'Active' })
    expect((await ask('nobody')).body).toMatchObject({ state: 'Unknown', balance: 0 })
  })

  it('reports a voucher of another organization as unknown', async () => {
    const other = await signUp(door)
    const foreign = (await other.api.post(`${VOUCHERS}/issue`, { number: 'Theirs', amount: 5 })).body
    expect((await ask(foreign.number)).body).toMatchObject({ state: 'Unknown', balance: 0 })
    expect((await ask('Theirs', await enrolDevice(door, other))).body).toMatchObject({ state: 'Active' })
  })

  it('refuses requests without a valid number, without a token or from a revoked device', async () => {
    for (const body of [{}, { number: ' ' }, { number: 'x'.repeat(256) }, { number: 7 }, { number: 'a\0b' }])
      expect(await device.api.post(BALANCE, body)).toMatchObject({ status: 400 })
    expect((await device.api.post(BALANCE, { number: 1 })).body.errors[0].pointer).toBe('#/number')
    expect((await new ApiClient(door).post(BALANCE, { number: 'V' })).status).toBe(401)
    const revoked = await enrolDevice(door, shop)
    await shop.api.post(`/api/devices/${revoked.id}/revoke`, { reason: 'Stolen' })
    expect((await ask('V', revoked)).status).toBe(403)
  })

  it('limits attempts by a device that requests many unknown numbers, but not by other devices', async () => {
    const [guesser, voucher] = [await enrolDevice(door, shop), await issue()]
    for (let requested = 0; requested < 40; requested += 1)
      expect((await ask(voucher.number, guesser)).status).toBe(200)
    for (let guess = 0; guess < 30; guess += 1)
      expect((await ask(`guess ${guess}`, guesser)).body).toMatchObject({ state: 'Unknown' })
    for (const number of ['guess 31', voucher.number]) {
      const refused = await ask(number, guesser)
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
    expect((await ask(voucher.number)).status).toBe(200)
  })
})
