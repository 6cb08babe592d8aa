import { describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { useHub } from '#test/support/hub.ts'
import { BASES, type Office, openOffice, stockOf } from '../documents/book-keeping.ts'

const COUNT = '/api/inventory/inventories'
const SUPPLIED = '2026-03-01T10:00:00.000Z'
const COUNTED = '2026-03-05T10:00:00.000Z'

describe.concurrent('stock-taking', () => {
  const door = useHub()

  interface Line {
    productId: string
    countedQuantity: number
    countedAt?: string
  }
  const draft = async (office: Office, lines: Line[], rest: object = {}) =>
    (await office.api.post(COUNT, { storeId: office.store, date: COUNTED, lines, ...rest })).body
  const post = (office: Office, { id }: { id: string }) => office.api.post(`${COUNT}/${id}/post`)
  const enter = async (office: Office, productId: string, quantity: number, date = SUPPLIED, rest = {}) => {
    const lines = [{ productId, quantity, price: 10 }]
    const { body } = await office.api.post(BASES.enter, { storeId: office.store, date, lines, ...rest })
    expect((await office.api.post(`${BASES.enter}/${body.id}/post`)).status).toBe(200)
  }

  /** Tea 10, milk 4 and bread 0 at 10 each; soap in the other store. */
  async function openStore() {
    const office = await openOffice(door)
    const [milk, bread, soap] = await Promise.all(
      ['Milk', 'Bread', 'Soap'].map((name) => createProduct(office.organization, { name })),
    )
    const products = { tea: office.tea, milk: milk ?? '', bread: bread ?? '', soap: soap ?? '' }
    await enter(office, products.tea, 10)
    await enter(office, products.milk, 4)
    await enter(office, products.soap, 3, SUPPLIED, { storeId: office.otherStore })
    return { office, ...products }
  }

  it('of all a store has says what was not counted, and then sets it to nothing', async () => {
    const { office, tea, milk, bread } = await openStore()
    const lines = [
      { productId: tea, countedQuantity: 9 },
      { productId: bread, countedQuantity: 1 },
    ]
    const count = await draft(office, lines, { scope: 'Full' })
    const refused = await post(office, count)
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({
        ...{ code: 'uncounted_products', uncountedTotal: 1 },
        errors: [expect.objectContaining({ productId: milk, productName: 'Milk', quantity: 4 })],
      }),
    ])
    expect(await stockOf(office, office.store)).toEqual({ quantity: 10, averageCost: 10 })
    const meant = await office.api.put(`${COUNT}/${count.id}`, {
      ...{ storeId: office.store, date: COUNTED, version: count.version, scope: 'Full', lines },
      zeroUncounted: true,
    })
    const { body } = await post(office, meant.body)
    expect(body.lines.map((line: Line) => [line.productId, line.countedQuantity])).toEqual([
      [tea, 9],
      [bread, 1],
      [milk, 0],
    ])
    expect((await stockOf(office, office.store, milk)).quantity).toBe(0)
    expect((await stockOf(office, office.otherStore, milk)).quantity).toBe(0)
    // What was in the store is a question of the moment that was counted.
    await enter(office, milk, 2, '2026-03-02T10:00:00.000Z')
    expect((await stockOf(office, office.store, milk)).quantity).toBe(0)
  })

  it('of all a store has does not ask for what was not there at its moment', async () => {
    const { office, tea, milk, soap } = await openStore()
    await enter(office, soap, 5, '2026-03-05T10:00:00.001Z')
    const count = await draft(
      office,
      [tea, milk].map((productId) => ({ productId, countedQuantity: 1 })),
      { scope: 'Full' },
    )
    expect((await post(office, count)).status).toBe(200)
    expect((await stockOf(office, office.store, soap)).quantity).toBe(5)
  })

  it('of a part leaves the rest alone', async () => {
    const { office, tea, milk } = await openStore()
    expect((await post(office, await draft(office, [{ productId: tea, countedQuantity: 1 }]))).status).toBe(
      200,
    )
    expect((await stockOf(office, office.store, milk)).quantity).toBe(4)
  })

  it('shows in the draft what the books expect now, at the moment of each line', async () => {
    const { office, tea, milk, bread } = await openStore()
    const count = await draft(office, [
      { productId: tea, countedQuantity: 12, countedAt: '2026-03-06T10:00:00.000Z' },
      { productId: milk, countedQuantity: 3.0 },
      { productId: bread, countedQuantity: 0 },
    ])
    const shown = ({ lines }: { lines: { expectedQuantity: number; difference: number }[] }) =>
      lines.map(({ expectedQuantity, difference }) => [expectedQuantity, difference])
    expect(shown(count)).toEqual([
      [10, 2],
      [4, -1],
      [0, 0],
    ])
    await enter(office, tea, 5, '2026-03-05T12:00:00.000Z')
    await enter(office, milk, 5, '2026-03-05T12:00:00.000Z')
    const { body } = await office.api.get(`${COUNT}/${count.id}`)
    expect(shown(body)).toEqual([
      [15, -3],
      [4, -1],
      [0, 0],
    ])
    expect([body.differenceSum, body.lines[0].differenceSum]).toEqual([0, null])
  })

  it('hides in a blind one what is expected, until it is posted', async () => {
    const { office, tea, milk } = await openStore()
    const count = await draft(office, [{ productId: tea, countedQuantity: 7 }], { countMode: 'Blind' })
    expect(count.lines[0]).toMatchObject({ expectedQuantity: null, difference: null })
    expect((await post(office, count)).body.lines[0]).toMatchObject({ expectedQuantity: 10, difference: -3 })
    const full = await draft(office, [{ productId: tea, countedQuantity: 7 }], {
      ...{ countMode: 'Blind', scope: 'Full', date: '2026-03-06T10:00:00.000Z' },
    })
    const { errors } = (await post(office, full)).body
    expect(errors).toEqual([
      { pointer: '#/lines', productId: milk, productName: 'Milk', detail: 'Milk is in stock' },
    ])
  })

  it('says with a sign what the differences cost', async () => {
    const { office, tea, milk } = await openStore()
    const count = await draft(office, [
      { productId: tea, countedQuantity: 7 },
      { productId: milk, countedQuantity: 5 },
    ])
    const { body } = await post(office, count)
    expect(body.lines.map((line: { differenceSum: number }) => line.differenceSum)).toEqual([-30, 10])
    expect(body.differenceSum).toBe(-20)
  })

  it('happens once in a store at a moment, whichever of two comes first', async () => {
    const { office, tea, milk } = await openStore()
    const [first, second] = await Promise.all([
      draft(office, [{ productId: tea, countedQuantity: 7 }]),
      draft(office, [{ productId: milk, countedQuantity: 7 }]),
    ])
    const answers = await Promise.all([post(office, first), post(office, second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'counted_already', errors: [{ pointer: '#/date' }] })
    const elsewhere = await draft(office, [{ productId: tea, countedQuantity: 0 }], {
      storeId: office.otherStore,
    })
    expect((await post(office, elsewhere)).status).toBe(200)
    const later = await draft(office, [{ productId: tea, countedQuantity: 6 }], {
      date: '2026-03-05T10:00:00.001Z',
    })
    expect((await post(office, later)).status).toBe(200)
  })
})
