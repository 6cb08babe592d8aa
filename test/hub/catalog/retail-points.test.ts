import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { enrolDevice } from '#test/support/device.ts'
import { ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire, openDatabase } from '#test/support/people.ts'

const BASE = '/api/catalog/retail-points'

describe('retail points', () => {
  const door = useHub()
  const makeCode = (shop: Organization, api = shop.api, id = shop.retailPointId) =>
    api.post(`${BASE}/${id}/pairing-code`)
  let addresses = 0
  const enrol = (pairingCode: string) => {
    addresses += 1
    return new ApiClient(door)
      .with({ 'X-Forwarded-For': `10.30.0.${addresses}` })
      .post('/api/pos/v1/enrol', { pairingCode, deviceName: 'till', agentVersion: '0.1.0' })
  }

  it('refuses to delete a retail point with enrolled tills', async () => {
    const shop = await signUp(door)
    await enrolDevice(door, shop)
    const answer = await shop.api.delete(`${BASE}/${shop.retailPointId}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'in_use'])
    expect(answer.body.blockedBy).toEqual([{ resource: 'devices', count: 1, names: ['till-1'] }])
  })

  it('creates a retail point with all products, all cashiers and the default settings', async () => {
    const shop = await signUp(door)
    const { body } = await shop.api.post(BASE, {
      name: 'Plain',
      storeId: shop.storeId,
      priceTypeId: shop.priceTypeId,
    })
    expect(body).toMatchObject({
      isActive: true,
      numberPrefix: '',
      productGroupIds: [],
      onlyInStock: false,
      controlStock: false,
      allowDiscount: true,
      maxDiscountPercent: 100,
      allowCustomPrice: false,
      allowDeleteLines: true,
      allowReturnWithoutBasis: false,
      allowReturnFromClosedShift: true,
      requireCashierChoice: false,
      printAlways: false,
      syncCustomers: false,
      taxSystem: null,
      vatIncluded: true,
      cashRounding: 'None',
      cashRoundingStep: 0.01,
      cashRoundingAppliesTo: 'CashOnly',
      paymentTypes: ['Cash', 'Card'],
      cashierIds: [],
      paperWidth: 80,
    })
  })

  it('removes duplicate tenders, and refuses an empty list, bonuses and unknown tenders', async () => {
    const shop = await signUp(door)
    const point = (paymentTypes: string[]) => {
      const { storeId, priceTypeId } = shop
      return shop.api.post(BASE, { name: paymentTypes.join(), storeId, priceTypeId, paymentTypes })
    }
    expect((await point(['Qr', 'Cash', 'Qr'])).body.paymentTypes).toEqual(['Qr', 'Cash'])
    for (const refused of [[], ['Bonus'], ['Money']]) expect((await point(refused)).status).toBe(400)
  })

  it('replaces the groups and cashiers of a retail point', async () => {
    const shop = await signUp(door)
    const group = async (name: string) =>
      (await shop.api.post('/api/catalog/product-groups', { name })).body.id
    const [tea, salt, soap] = [await group('Tea'), await group('Salt'), await group('Soap')]
    const body = { name: 'Kiosk', storeId: shop.storeId, priceTypeId: shop.priceTypeId }
    const members = (answer: { body: { productGroupIds: string[]; cashierIds: string[] } }) => [
      new Set(answer.body.productGroupIds),
      answer.body.cashierIds,
    ]
    const made = await shop.api.post(BASE, {
      ...body,
      productGroupIds: [tea, salt, tea],
      cashierIds: [shop.employeeId],
    })
    expect(members(made)).toEqual([new Set([tea, salt]), [shop.employeeId]])
    const one = `${BASE}/${made.body.id}`
    const changed = await shop.api.put(one, { ...body, productGroupIds: [salt, soap], version: 1 })
    expect(members(changed)).toEqual([new Set([salt, soap]), []])
    expect(members(await shop.api.get(one))).toEqual(members(changed))
    const stale = await shop.api.put(one, { ...body, productGroupIds: [], version: 1 })
    expect(stale.status).toBe(409)
    expect(members(await shop.api.get(one))).toEqual(members(changed))
    const [plain] = (await shop.api.get(`${BASE}?search=Kiosk`)).body.items
    expect(plain.productGroupIds).toHaveLength(2)
    expect((await shop.api.delete(one)).status).toBe(204)
  })

  it('keeps the groups and cashiers of a retail point when another point is saved', async () => {
    const shop = await signUp(door)
    const productGroupIds = [(await shop.api.post('/api/catalog/product-groups', { name: 'Tea' })).body.id]
    const own = { storeId: shop.storeId, priceTypeId: shop.priceTypeId }
    const members = { productGroupIds, cashierIds: [shop.employeeId] }
    const [one, two] = [
      (await shop.api.post(BASE, { name: 'One', ...own, ...members })).body,
      (await shop.api.post(BASE, { name: 'Two', ...own, ...members })).body,
    ]
    const saved = await shop.api.put(`${BASE}/${two.id}`, { name: 'Two', ...own, version: 1 })
    expect(saved.body).toMatchObject({ productGroupIds: [], cashierIds: [] })
    expect((await shop.api.get(`${BASE}/${one.id}`)).body).toMatchObject(members)
  })

  it('refuses groups and cashiers of other organizations', async () => {
    const [shop, other] = [await signUp(door), await signUp(door)]
    const { body: group } = await other.api.post('/api/catalog/product-groups', { name: 'Theirs' })
    const body = { name: 'Kiosk', storeId: shop.storeId, priceTypeId: shop.priceTypeId }
    const sold = await shop.api.post(BASE, { ...body, productGroupIds: [group.id] })
    expect([sold.status, sold.body.errors[0].pointer]).toEqual([400, '#/productGroupIds/0'])
    const worked = await shop.api.post(BASE, { ...body, cashierIds: [other.employeeId] })
    expect([worked.status, worked.body.errors[0].pointer]).toEqual([400, '#/cashierIds/0'])
    expect((await shop.api.get(`${BASE}?search=Kiosk`)).body.total).toBe(0)
  })

  it.each([0.01, 0.05, 1, 5, 10])('accepts the cash rounding step %d', async (cashRoundingStep) => {
    const shop = await signUp(door)
    const answer = await shop.api.post(BASE, {
      name: 'Round',
      storeId: shop.storeId,
      priceTypeId: shop.priceTypeId,
      cashRounding: 'Up',
      cashRoundingStep,
    })
    expect([answer.status, answer.body.cashRoundingStep]).toEqual([201, cashRoundingStep])
  })

  it('sends changed settings to the tills of the retail point', async () => {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const { cursor } = (await device.download()).footer
    const { body: point } = await shop.api.get(`${BASE}/${shop.retailPointId}`)
    const { id, createdAt, updatedAt, ...editable } = point
    await shop.api.put(`${BASE}/${id}`, { ...editable, allowCustomPrice: true })
    const { lines } = await device.download(`?cursor=${cursor}`)
    expect(lines).toMatchObject([{ t: 'settings', v: { allowCustomPrice: true } }])
  })

  describe('pairing codes', () => {
    it('returns a readable pairing code that expires in 15 minutes', async () => {
      const shop = await signUp(door)
      const { status, body } = await makeCode(shop)
      expect(status).toBe(201)
      expect(body.code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
      expect(body.retailPointId).toBe(shop.retailPointId)
      const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000
      expect(minutes).toBeGreaterThan(14)
      expect(minutes).toBeLessThanOrEqual(15)
    })

    it('enrols one device per code, ignoring letter case, spaces and the hyphen', async () => {
      const { body } = await makeCode(await signUp(door))
      const typed = ` ${body.code.toLowerCase().replace('-', ' ')} `
      expect((await enrol(typed)).status).toBe(201)
      expect((await enrol(body.code)).body.code).toBe('pairing_code_invalid')
    })

    it('keeps the pairing code of another retail point valid', async () => {
      const shop = await signUp(door)
      const own = { storeId: shop.storeId, priceTypeId: shop.priceTypeId }
      const { body: other } = await shop.api.post(BASE, { name: 'Two', ...own })
      const first = await makeCode(shop)
      const second = await shop.api.post(`${BASE}/${other.id}/pairing-code`)
      expect((await enrol(first.body.code)).status).toBe(201)
      expect((await enrol(second.body.code)).status).toBe(201)
    })

    it('invalidates the previous pairing code of the retail point', async () => {
      const shop = await signUp(door)
      const first = await makeCode(shop)
      const last = await makeCode(shop)
      expect((await enrol(first.body.code)).status).toBe(400)
      expect((await enrol(last.body.code)).status).toBe(201)
    })

    it('keeps only one of several concurrently created pairing codes valid', async () => {
      const shop = await signUp(door)
      const made = await Promise.all(Array.from({ length: 5 }, () => makeCode(shop)))
      const enrolled = await Promise.all(made.map(({ body }) => enrol(body.code)))
      expect(enrolled.filter((answer) => answer.status === 201)).toHaveLength(1)
    })

    it('refuses an expired pairing code', async () => {
      const shop = await signUp(door)
      const { body } = await makeCode(shop)
      await using database = openDatabase(door)
      await database.db.platform((tx) =>
        tx.execute(
          `UPDATE pairing_codes SET expires_at = now() WHERE organization_id = '${shop.organizationId}'`,
        ),
      )
      expect((await enrol(body.code)).body.code).toBe('pairing_code_invalid')
    })

    it('keeps no pairing code in plain text', async () => {
      const shop = await signUp(door)
      const { body } = await makeCode(shop, shop.api.with({ 'Idempotency-Key': 'code' }))
      await using database = openDatabase(door)
      const kept = await database.db.read(shop.organizationId, (tx) =>
        tx.execute(
          `SELECT body AS text FROM idempotency_keys UNION ALL SELECT code_hash::text FROM pairing_codes`,
        ),
      )
      expect(kept.rows).not.toHaveLength(0)
      expect(JSON.stringify(kept.rows)).not.toContain(body.code)
    })

    it('requires the permission to create a pairing code', async () => {
      const shop = await signUp(door)
      const stranger = await signUp(door)
      expect((await makeCode(shop, await hire(door, shop, 'Manager'))).status).toBe(403)
      expect((await makeCode(shop, stranger.api)).status).toBe(404)
      expect((await makeCode(shop, shop.api, newId())).status).toBe(404)
      expect((await makeCode(shop, shop.api, 'none')).status).toBe(400)
    })
  })
})
