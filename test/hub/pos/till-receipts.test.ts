import { describe, expect, it, vi } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { ReplicaReceipt } from '#shared/sync/download.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { changePoint } from '#test/support/change-point.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, useHub } from '#test/support/hub.ts'
import { idsOf, TillReplica } from './till-replica.ts'

/** Time-out shorter than that of a test, so that a failure shows what was awaited. */
const patience = { timeout: 90_000 }
const DAY_MS = 86_400_000

// Each test waits for the publisher. Running the tests concurrently shares that wait.
describe.concurrent('receipts at the tills of a store', () => {
  const door = useHub()

  async function openShop() {
    const shop = await signUp(door)
    const tea = await createProduct(shop)
    const [one, two] = [await enrolDevice(door, shop), await enrolDevice(door, shop)]
    return { shop, tea, one, two, till: new TillReplica(two) }
  }

  /** Opens another retail point of the organization, with a separate store and till. */
  async function openBranch(shop: Organization): Promise<{ branch: Organization; device: Device }> {
    const storeId = (await shop.api.post('/api/catalog/stores', { name: 'Branch' })).body.id as string
    const { priceTypeId } = shop
    const point = { name: 'Branch', storeId, priceTypeId }
    const retailPointId = (await shop.api.post('/api/catalog/retail-points', point)).body.id as string
    return {
      branch: { ...shop, storeId, retailPointId },
      device: await enrolDevice(door, shop, retailPointId),
    }
  }

  async function sell(device: Device, sale: SaleBody): Promise<SaleBody> {
    const { body } = await device.upload([device.item(sale)])
    expect(body.results[0].result).toBe('accepted')
    return sale
  }

  const setReturnDays = async ({ api }: Organization, returnPeriodDays: number | null) => {
    const { costMethod: _, ...settings } = (await api.get('/api/organization/settings')).body
    const answer = await api.put('/api/organization/settings', { ...settings, returnPeriodDays })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }

  const receipts = (till: TillReplica) => [...till.of('receipt')] as [string, ReplicaReceipt][]

  /** Synchronizes the till until it stores the receipts of exactly these sales. */
  const expectHeld = (till: TillReplica, sales: readonly Pick<SaleBody, 'id'>[]) =>
    vi.waitFor(async () => {
      await till.sync({ wait: '2' })
      expect(
        receipts(till)
          .map(([id]) => id)
          .toSorted(),
      ).toEqual(sales.map(({ id }) => id).toSorted())
    }, patience)

  const returnOf = (
    shop: Organization,
    sale: SaleBody,
    quantity: number,
    changes: Partial<SaleBody> = {},
  ) => {
    const { productId, price } = must(sale.lines[0])
    const line = { productId, price, quantity, originalLineNo: 1 }
    return saleBody(shop, [line], { isReturn: true, originalSaleId: sale.id, ...changes })
  }

  it('sends only the receipt fields that another till needs for a return', async () => {
    const { shop, tea, one, till } = await openShop()
    await till.sync()
    const sale = saleBody(shop, [{ productId: tea, quantity: 2 }, { productId: tea }], {
      customerPhone: '+77012345678',
      customerEmail: 'dana@shop.example',
      changeSum: 50,
      payments: [
        { type: 'Card', amount: 100 },
        { type: 'Cash', amount: 240 },
      ],
      sum: 290,
      discountSum: 10,
    })
    Object.assign(must(sale.lines[0]), {
      discountAmount: 10,
      sum: 190,
      markingCodes: ['0104601234567893215abc'],
    })
    await sell(one, sale)
    await expectHeld(till, [sale])
    expect(receipts(till)).toEqual([
      [
        sale.id,
        {
          number: sale.receiptNumber,
          soldAt: sale.soldAt,
          isReturn: false,
          originalId: null,
          cashierName: 'Owner',
          customerId: null,
          currencyCode: 'KZT',
          vatIncluded: true,
          sum: 290,
          roundingSum: 0,
          changeSum: 50,
          payments: [
            { type: 'Card', amount: 100 },
            { type: 'Cash', amount: 240 },
          ],
          loyaltyCardId: null,
          fiscal: null,
          lines: [
            {
              lineNo: 1,
              productId: tea,
              name: 'Tea',
              quantity: 2,
              price: 100,
              discountAmount: 10,
              vatRate: null,
              markingCodes: ['0104601234567893215abc'],
            },
            { lineNo: 2, productId: tea, name: 'Tea', quantity: 1, price: 100, vatRate: null },
          ],
        },
      ],
    ])
    await till.expectComplete()
    expect((await till.sync({ digest: 'true' })).footer.digest).toEqual(till.digest())
    till.of('receipt').clear()
    const repaired = await till.sync({ repair: `receipt:${sale.id.slice(-2)}` })
    expect(repaired.lines).toMatchObject([{ op: 'empty' }, { t: 'receipt', op: 'put', id: sale.id }])
  })

  it('sends receipts only to the tills of their store, without waking other tills', async () => {
    const { shop, tea, one, till } = await openShop()
    const { branch, device } = await openBranch(shop)
    const other = new TillReplica(device)
    const foreign = await openShop()
    for (const each of [till, other, foreign.till]) await each.sync()
    let isAnswered = false
    const waiting = other.sync({ wait: '25' }).then((answer) => {
      isAnswered = true
      return answer
    })
    const sale = await sell(one, saleBody(shop, [{ productId: tea }]))
    await expectHeld(till, [sale])
    expect(isAnswered).toBe(false)
    const elsewhere = await sell(device, saleBody(branch, [{ productId: tea }]))
    expect(idsOf((await waiting).lines)).toEqual([elsewhere.id])
    await expectHeld(other, [elsewhere])
    await expectHeld(till, [sale])
    await expectHeld(foreign.till, [])
    for (const each of [till, other]) await each.expectComplete()
    const digests = await Promise.all([till, other].map((each) => each.sync({ digest: 'true' })))
    expect(digests.map(({ footer }) => footer.digest)).toEqual([till.digest(), other.digest()])
  })

  it('sends the receipts of a retail point to the tills of its new store when its store changes', async () => {
    const { shop, tea, one, till } = await openShop()
    const { branch, device } = await openBranch(shop)
    const other = new TillReplica(device)
    const sale = await sell(one, saleBody(shop, [{ productId: tea, quantity: 3 }]))
    const elsewhere = await sell(device, saleBody(branch, [{ productId: tea }]))
    await expectHeld(till, [sale])
    await expectHeld(other, [elsewhere])
    await changePoint(shop, { storeId: branch.storeId })
    await expectHeld(till, [sale, elsewhere])
    await expectHeld(other, [sale, elsewhere])
    // The return is posted in the former store, which has no tills any more.
    const back = await shop.api.post(`/api/sales/retail/${sale.id}/create-return`)
    expect((await shop.api.post(`/api/sales/retail/${back.body.id}/post`)).status).toBe(200)
    await expectHeld(till, [sale, elsewhere, back.body])
    await changePoint(shop, { storeId: shop.storeId })
    await expectHeld(till, [sale, back.body])
    await expectHeld(other, [elsewhere])
    for (const each of [till, other]) await each.expectComplete()
  })

  it.each(['before', 'after'])(
    'includes the quantity returned in all stores, with the returns uploaded %s the sale',
    async (order) => {
      const { shop, tea, one, two, till } = await openShop()
      const { branch, device } = await openBranch(shop)
      const sale = saleBody(shop, [{ productId: tea, quantity: 3 }])
      const [here, there] = [returnOf(shop, sale, 1), returnOf(branch, sale, 1)]
      const steps = [
        () => sell(one, sale),
        async () => {
          await sell(two, here)
          await sell(device, there)
        },
      ]
      const [first, last] = order === 'after' ? steps : steps.toReversed()
      await must(first)()
      // From here on, the publisher has run.
      await expectHeld(till, order === 'after' ? [sale] : [here])
      await must(last)()
      await expectHeld(till, [sale, here, there])
      expect(Object.fromEntries(receipts(till))[there.id]).toMatchObject({
        isReturn: true,
        originalId: sale.id,
        sum: 100,
        payments: [{ type: 'Cash', amount: 100 }],
        lines: [{ originalLineNo: 1, quantity: 1 }],
      })
      await till.expectComplete()
    },
  )

  it('accepts both returns of the same line, and flags the second', async () => {
    const { shop, tea, one, two, till } = await openShop()
    const sale = await sell(one, saleBody(shop, [{ productId: tea }]))
    const backs = [returnOf(shop, sale, 1), returnOf(shop, sale, 1)] as const
    await sell(one, backs[0])
    await sell(two, backs[1])
    await expectHeld(till, [sale, ...backs])
    const flags = await Promise.all(
      backs.map(async ({ id }) => (await shop.api.get(`/api/sales/retail/${id}`)).body.flags),
    )
    expect(flags[0]).toEqual([])
    expect(flags[1].map(({ code }: { code: string }) => code)).toContain('basis_exceeded')
  })

  it('includes a back-office return only while it is posted', async () => {
    const { shop, tea, one, till } = await openShop()
    // The product was never received, so stock becomes negative again when the return is unposted.
    const { costMethod: _, ...editable } = (await shop.api.get('/api/organization/settings')).body
    await shop.api.put('/api/organization/settings', { ...editable, allowNegativeStock: true })
    const sale = await sell(one, saleBody(shop, [{ productId: tea }]))
    const made = await shop.api.post(`/api/sales/retail/${sale.id}/create-return`)
    await expectHeld(till, [sale])
    const path = `/api/sales/retail/${made.body.id}`
    expect((await shop.api.post(`${path}/post`)).status).toBe(200)
    await expectHeld(till, [sale, made.body])
    expect((await shop.api.post(`${path}/unpost`)).status).toBe(200)
    await expectHeld(till, [sale])
    await till.expectComplete()
    expect((await till.sync({ digest: 'true' })).footer.digest).toEqual(till.digest())
  })

  it('sends only receipts within the return period, and follows changes of the period', async () => {
    const { shop, tea, one, till } = await openShop()
    const soldAgo = (days: number) =>
      saleBody(shop, [{ productId: tea }], { soldAt: new Date(Date.now() - days * DAY_MS).toISOString() })
    const [fresh, week, month] = [soldAgo(0), soldAgo(7), soldAgo(30)]
    for (const sale of [fresh, week, month]) await sell(one, sale)
    await expectHeld(till, [fresh, week])
    await setReturnDays(shop, 40)
    await expectHeld(till, [fresh, week, month])
    await setReturnDays(shop, 3)
    const lines: unknown[] = []
    await vi.waitFor(async () => {
      lines.push(...(await till.sync({ wait: '1' })).lines.filter(({ t }) => t === 'receipt'))
      expect(receipts(till).map(([id]) => id)).toEqual([fresh.id])
    }, patience)
    // Expired receipts are removed without a line for each of them.
    expect(lines).toEqual([])
    await till.expectComplete()
    expect((await till.sync({ digest: 'true' })).footer.digest).toEqual(till.digest())
    await setReturnDays(shop, null)
    await expectHeld(till, [fresh, week, month])
  })

  it('includes receipts in JSON pages, and states the first day they cover', async () => {
    const { shop, tea, one, two, till } = await openShop()
    const sale = await sell(one, saleBody(shop, [{ productId: tea }]))
    await expectHeld(till, [sale])
    const api = two.api.with({ Accept: 'application/json' })
    const { body } = await api.get('/api/pos/v1/sync')
    expect(body.receipts).toEqual([{ id: sale.id, ...till.of('receipt').get(sale.id) }])
    const days = (Date.now() - Date.parse(body.receiptsSince)) / DAY_MS
    expect(Math.round(days)).toBe(15)
  })

  it('sends receipts of days with closed books', async () => {
    const { shop, tea, one, till } = await openShop()
    const { costMethod: _, ...settings } = (await shop.api.get('/api/organization/settings')).body
    const closedUntil = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)
    const closed = await shop.api.put('/api/organization/settings', { ...settings, closedUntil })
    expect(closed.status, JSON.stringify(closed.body)).toBe(200)
    const soldAt = new Date(Date.now() - 3 * DAY_MS).toISOString()
    const sale = await sell(one, saleBody(shop, [{ productId: tea }], { soldAt }))
    expect((await shop.api.get(`/api/sales/retail/${sale.id}`)).body.status).toBe('Draft')
    await expectHeld(till, [sale])
  })

  it('sends only receipts in the currency of the organization', async () => {
    const { shop, tea, one, till } = await openShop()
    const [abroad, sale] = [
      saleBody(shop, [{ productId: tea }], { currencyCode: 'USD' }),
      saleBody(shop, [{ productId: tea }]),
    ]
    for (const each of [abroad, sale]) await sell(one, each)
    await expectHeld(till, [sale])
  })

  it('publishes each receipt only once when two hubs run', async () => {
    const { shop, tea, one, two, till } = await openShop()
    await using _other = await startTestHub({ databaseUrl: door.database.hubUrl })
    const sales: SaleBody[] = []
    for (let n = 0; n < 20; n++) {
      sales.push(await sell(n % 2 ? one : two, saleBody(shop, [{ productId: tea }], { id: newId() })))
      if (n % 5 === 4) await till.sync({ wait: '1' })
    }
    await expectHeld(till, sales)
    await till.expectComplete()
  })
})
