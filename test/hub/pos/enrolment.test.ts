import { describe, expect, it } from 'vitest'
import { enrolDevice } from '#test/support/device.ts'
import { ApiClient, signUp, useHub } from '#test/support/hub.ts'

describe('POST /api/pos/v1/enrol', () => {
  const door = useHub()
  const request = (pairingCode: string) => ({ pairingCode, deviceName: 'till', agentVersion: '0.1.0' })
  const anonymous = (address: string) => new ApiClient(door).with({ 'X-Forwarded-For': address })

  it('assigns a separate receipt series to each device', async () => {
    const shop = await signUp(door)
    const [first, second] = [await enrolDevice(door, shop), await enrolDevice(door, shop)]
    expect(first.series).toBe('A1')
    expect(second.series).toBe('A2')
  })

  it('accepts a pairing code once, even for two concurrent requests', async () => {
    const shop = await signUp(door)
    const { body } = await shop.api.post(`/api/catalog/retail-points/${shop.retailPointId}/pairing-code`)
    const answers = await Promise.all(
      [1, 2].map((n) => anonymous(`10.30.0.${n}`).post('/api/pos/v1/enrol', request(body.code))),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400])
    const late = await anonymous('10.30.0.3').post('/api/pos/v1/enrol', request(body.code))
    expect([late.status, late.body.code]).toEqual([400, 'pairing_code_invalid'])
    expect(late.body.errors[0].pointer).toBe('#/pairingCode')
  })

  it('replaces a device by a newly enrolled one, and still accepts uploads from the old device', async () => {
    const shop = await signUp(door)
    const old = await enrolDevice(door, shop)
    const path = `/api/catalog/retail-points/${shop.retailPointId}/pairing-code`
    const code = await shop.api.post(path, { replacesDeviceId: old.id })
    expect(code.status).toBe(201)
    expect((await old.api.get('/api/pos/v1/sales')).status).toBe(200)
    const enrolled = await anonymous('10.30.2.1').post('/api/pos/v1/enrol', request(code.body.code))
    expect([enrolled.status, enrolled.body.replacesDeviceId, enrolled.body.series]).toEqual([
      201,
      old.id,
      'A2',
    ])
    expect((await old.api.get('/api/pos/v1/sales')).status).toBe(403)
    expect((await old.upload([])).status).toBe(200)
  })

  it('keeps existing devices when the pairing code does not replace one', async () => {
    const shop = await signUp(door)
    const old = await enrolDevice(door, shop)
    const path = `/api/catalog/retail-points/${shop.retailPointId}/pairing-code`
    const { body } = await shop.api.post(path, {})
    const enrolled = await anonymous('10.30.2.2').post('/api/pos/v1/enrol', request(body.code))
    expect(enrolled.body.replacesDeviceId).toBeNull()
    expect((await old.api.get('/api/pos/v1/sales')).status).toBe(200)
  })

  it('refuses to replace a device of another organization', async () => {
    const shop = await signUp(door)
    const foreign = await enrolDevice(door, await signUp(door))
    const path = `/api/catalog/retail-points/${shop.retailPointId}/pairing-code`
    for (const replacesDeviceId of [foreign.id, 'x']) {
      const answer = await shop.api.post(path, { replacesDeviceId })
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, '#/replacesDeviceId'])
    }
  })

  it('limits attempts to guess pairing codes', async () => {
    const client = anonymous('10.30.1.1')
    const statuses: number[] = []
    for (let i = 0; i < 101; i += 1)
      statuses.push((await client.post('/api/pos/v1/enrol', request('AAAA-AAAA'))).status)
    expect(statuses.at(-2)).toBe(400)
    expect(statuses.at(-1)).toBe(429)
  })

  it('allows a device to use only the till endpoints, and refuses users there', async () => {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    expect((await device.download()).header.kind).toBe('snapshot')
    expect((await device.api.get('/api/catalog/products')).status).toBe(403)
    expect((await shop.api.get('/api/pos/v1/sync')).status).toBe(403)
  })
})
