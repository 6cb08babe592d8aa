import { beforeAll, describe, expect, it } from 'vitest'
import { BASES, type Office, openOffice } from '#test/hub/documents/book-keeping.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'

describe('GET /api/inventory/movements', () => {
  const door = useHub()
  let office: Office
  let coffee: string
  beforeAll(async () => {
    office = await openOffice(door)
    coffee = await createProduct(office.organization, { name: 'Coffee' })
    for (const [day, productId, quantity] of [
      [1, office.tea, 5],
      [2, coffee, 7],
      [3, office.tea, 4],
      [3, coffee, 1],
    ] as const) {
      const { body } = await office.api.post(BASES.supply, {
        ...office.header(BASES.supply),
        date: `2026-03-0${day}T10:00:00Z`,
        lines: [{ productId, quantity, price: 10 }],
      })
      await office.api.post(`${BASES.supply}/${body.id}/post`)
    }
  })

  const listed = async (query: string) => (await office.api.get(`/api/inventory/movements?${query}`)).body
  const quantities = ({ items }: { items: { quantity: number }[] }) => items.map(({ quantity }) => quantity)

  it('lists the latest movement first, with the balance after each movement', async () => {
    const { items, next } = await listed(`productId=${office.tea}`)
    expect(next).toBeNull()
    expect(items).toMatchObject([
      { quantity: 4, balanceAfter: 9, unitCost: 10, costSum: 40, productName: 'Tea', documentType: 'Supply' },
      {
        quantity: 5,
        balanceAfter: 5,
        documentNumber: '000001',
        counterpartyName: expect.any(String),
        employeeName: 'Owner',
      },
    ])
  })

  it('returns the cashier of an uploaded sale', async () => {
    const shop = await signUp(door)
    const tea = await createProduct(shop)
    const device = await enrolDevice(door, shop)
    await device.upload([device.item(saleBody(shop, [{ productId: tea }], { cashierName: 'Aigerim' }))])
    const [item] = (await shop.api.get('/api/inventory/movements')).body.items
    expect(item).toMatchObject({
      documentType: 'RetailSale',
      employeeName: 'Aigerim',
      counterpartyName: null,
    })
  })

  it('lists all movements across pages', async () => {
    const seen: number[] = []
    let query = 'pageSize=1'
    for (;;) {
      const page = await listed(query)
      seen.push(...quantities(page))
      if (page.next === null) break
      query = `pageSize=1&after=${page.next}`
    }
    expect(seen).toEqual([1, 4, 7, 5])
  })

  it('lists the movements of a product in all stores', async () => {
    const made = await openOffice(door)
    for (const [day, storeId, quantity] of [
      [1, made.store, 1],
      [2, made.otherStore, 2],
      [3, made.store, 3],
      [4, made.otherStore, 4],
    ] as const) {
      const { body } = await made.api.post(BASES.supply, {
        ...made.header(BASES.supply),
        storeId,
        date: `2026-03-0${day}T10:00:00Z`,
        lines: [{ productId: made.tea, quantity, price: 10 }],
      })
      await made.api.post(`${BASES.supply}/${body.id}/post`)
    }
    const page = async (query: string) =>
      (await made.api.get(`/api/inventory/movements?productId=${made.tea}&${query}`)).body
    const first = await page('pageSize=2')
    expect(quantities(first)).toEqual([4, 3])
    const second = await page(`pageSize=2&after=${first.next}`)
    expect(quantities(second)).toEqual([2, 1])
    expect(second.next).toBeNull()
    expect(quantities(await page(`storeId=${made.store}`))).toEqual([3, 1])
  })

  it('filters movements by day, store and type', async () => {
    expect(quantities(await listed('from=2026-03-02&to=2026-03-02'))).toEqual([7])
    expect(quantities(await listed(`storeId=${office.otherStore}`))).toEqual([])
    expect(quantities(await listed('documentType=Loss'))).toEqual([])
    expect((await office.api.get('/api/inventory/movements?documentType=Theft')).status).toBe(400)
    expect((await office.api.get('/api/inventory/movements?after=x')).body.errors[0].pointer).toBe(
      '#/query/after',
    )
  })

  it('requires the permissions to view movements and their costs', async () => {
    const stranger = await signUp(door)
    expect((await stranger.api.get('/api/inventory/movements')).body.items).toEqual([])
    const cashier = await hire(door, office.organization, 'Cashier')
    expect((await cashier.get('/api/inventory/movements')).status).toBe(403)
    const storekeeper = await hire(door, office.organization, 'Storekeeper')
    expect((await storekeeper.get('/api/inventory/movements')).body.items[0]).not.toHaveProperty('unitCost')
  })
})
