import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { useHub } from '#test/support/hub.ts'
import { begin } from './at-once.ts'
import { BASES, openOffice } from './book-keeping.ts'
import { checkedBooks } from './books.ts'
import { done } from './histories.ts'

describe('first movements of a product in a store', () => {
  const door = useHub()
  let owner: pg.Client
  beforeAll(async () => {
    owner = await door.database.connect()
  })
  afterAll(() => owner.end())

  const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString()

  it.each(['sold', 'returned'])(
    'returns goods at the cost of their sale, even when both are posted concurrently: %s first',
    async (first) => {
      const office = await openOffice(door)
      const { api, organization, otherStore } = office
      const productId = await createProduct(organization, { cost: 7 })
      const supply = await done(
        api.post(BASES.supply, {
          ...office.header(BASES.supply),
          storeId: otherStore,
          date: at(0),
          lines: [{ productId, quantity: 10, price: 12 }],
        }),
      )
      await done(api.put('/api/organization/settings', await keepingCosts(office)))
      await done(api.post(`${BASES.supply}/${supply.id}/post`))
      const sale = saleBody(organization, [{ productId }], { soldAt: at(1) })
      const back = saleBody(organization, [{ productId, originalLineNo: 1 }], {
        isReturn: true,
        originalSaleId: sale.id,
        storeId: otherStore,
        soldAt: at(2),
      })
      const devices = [await enrolDevice(door, organization), await enrolDevice(door, organization)]
      const bodies = first === 'sold' ? [sale, back] : [back, sale]
      // This lock stops all uploads before they write to the ledger.
      await owner.query('BEGIN; LOCK TABLE retail_sales IN SHARE MODE')
      const uploads = devices.map((device, i) => () => device.upload([device.item(bodies[i])]))
      const begun = []
      for (const [i, upload] of uploads.entries()) begun.push(await begin(owner, [upload()], i + 1))
      await owner.query('ROLLBACK')
      for (const { answers } of begun) expect((await answers)[0]?.body.results[0].result).toBe('accepted')
      const { lines } = (await api.get(`/api/sales/retail/${back.id}`)).body
      expect(lines[0].unitCost).toBe(7)
      expect((await checkedBooks(door, organization)).findings).toEqual([])
    },
  )

  /** Returns organization settings under which supplies do not change the costs of products. */
  async function keepingCosts({ api }: Awaited<ReturnType<typeof openOffice>>) {
    const { costMethod: _, ...settings } = (await api.get('/api/organization/settings')).body
    return { ...settings, updateCostOnSupply: false }
  }
})
