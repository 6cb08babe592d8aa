import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'
import { codesOf, SALES } from './back-office.ts'

const WORK_LIST = '/api/sync/work-list'

describe('reviews of flagged sales', () => {
  const door = useHub()

  /** Opens a shop with three sales: a correct one, one of an unknown product, and one at a different price. */
  async function shopWithFlags() {
    const shop = await signUp(door)
    const tea = await createProduct(shop)
    const device = await enrolDevice(door, shop)
    const service = await createProduct(shop, { kind: 'Service' })
    const good = saleBody(shop, [{ productId: service }])
    const unknown = saleBody(shop, [{ productId: newId() }])
    const dear = saleBody(shop, [{ productId: tea, price: 120 }])
    await device.upload([good, unknown, dear].map((sale) => device.item(sale)))
    return { shop, good, unknown, dear }
  }
  const listed = async ({ api }: Organization, query: string) =>
    (await api.get(`${SALES}?${query}&sort=date`)).body.items.map(({ id }: { id: string }) => id)
  const review = ({ api }: Organization, id: string, note = 'Seen') =>
    api.post(`${SALES}/${id}/review`, { note })
  const openItems = async ({ api }: Organization) =>
    (await api.get(`${WORK_LIST}?kind=flagged`)).body.items.map(
      ({ upload }: { upload: { id: string } }) => upload.id,
    )

  it('finds sales that need a review, and sales by flag', async () => {
    const { shop, good, unknown, dear } = await shopWithFlags()
    expect(await listed(shop, 'needsReview=true')).toEqual([unknown.id, dear.id])
    expect(await listed(shop, 'needsReview=false')).toEqual([good.id])
    expect(await listed(shop, 'flag=price_differs')).toEqual([dear.id])
    expect(await listed(shop, 'flag=price_differs&needsReview=false')).toEqual([])
    expect(await listed(shop, 'flag=nothing')).toEqual([])
  })

  it('settles the work item of a reviewed sale', async () => {
    const { shop, unknown, dear } = await shopWithFlags()
    const { status, body } = await review(shop, dear.id, ' Agreed with the customer ')
    expect([status, body]).toMatchObject([
      200,
      {
        id: dear.id,
        status: 'Posted',
        reviewedAt: expect.any(String),
        reviewedById: shop.employeeId,
        reviewNote: 'Agreed with the customer',
      },
    ])
    expect(codesOf(body.flags)).toContain('price_differs')
    expect(await listed(shop, 'needsReview=true')).toEqual([unknown.id])
    expect(await listed(shop, 'flag=price_differs')).toEqual([dear.id])
    expect(await openItems(shop)).toEqual([unknown.id])
    const settled = (await shop.api.get(`${WORK_LIST}?isSettled=true`)).body.items
    expect(settled).toMatchObject([{ settledByName: 'Owner', note: 'Agreed with the customer' }])
  })

  it('marks a sale as reviewed when its work item is settled', async () => {
    const { shop, dear, unknown } = await shopWithFlags()
    const { items } = (await shop.api.get(`${WORK_LIST}?kind=flagged`)).body
    for (const { id, version } of items)
      await shop.api.post(`${WORK_LIST}/${id}/settle`, { version, note: 'All right' })
    expect(await listed(shop, 'needsReview=true')).toEqual([])
    for (const { id } of [dear, unknown]) {
      const { body } = await shop.api.get(`${SALES}/${id}`)
      expect(body).toMatchObject({ reviewedById: shop.employeeId, reviewNote: 'All right' })
    }
  })

  it('keeps the note of the first of several concurrent reviews', async () => {
    const { shop, dear } = await shopWithFlags()
    const answers = await Promise.all(Array.from({ length: 4 }, (_, i) => review(shop, dear.id, `Note ${i}`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.reviewNote)).size).toBe(1)
    const { body } = await review(shop, dear.id, 'Again')
    expect(body).toEqual(answers[0]?.body)
  })

  it('requires the permission and a note to review a flagged sale', async () => {
    const { shop, good, dear } = await shopWithFlags()
    const storekeeper = await hire(door, shop, 'Storekeeper')
    expect((await storekeeper.post(`${SALES}/${dear.id}/review`, { note: 'Seen' })).status).toBe(403)
    expect((await review(await signUp(door), dear.id)).status).toBe(404)
    expect((await review(shop, good.id)).body).toMatchObject({ status: 409, code: 'nothing_flagged' })
    expect((await review(shop, dear.id, ' ')).body.errors[0].pointer).toBe('#/note')
    const manager = await hire(door, shop, 'Manager')
    expect((await manager.post(`${SALES}/${dear.id}/review`, { note: 'Seen' })).status).toBe(200)
  })
})
