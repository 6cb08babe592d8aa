import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Answer, useHub } from '#test/support/hub.ts'
import { hireWithout } from '#test/support/people.ts'
import { type BackOffice, codesOf, openBackOffice, SALES } from './back-office.ts'

type Sale = Answer['body']

describe('back-office returns', () => {
  const door = useHub()

  const makeReturn = async ({ api }: BackOffice, id: string): Promise<Sale> => {
    const { status, body } = await api.post(`${SALES}/${id}/create-return`)
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  /** Saves the draft with the given line quantities and a single tender. */
  const change = async ({ api }: BackOffice, draft: Sale, quantities: number[], type = 'Cash') => {
    const lines = draft.lines.slice(0, quantities.length).map((line: Sale, i: number) => ({
      productId: line.productId,
      price: line.price,
      originalLineId: line.originalLineId,
      quantity: quantities[i],
    }))
    const put = async (version: number, payments: object[] = []) => {
      const { storeId } = draft
      const { status, body } = await api.put(`${SALES}/${draft.id}`, { storeId, version, lines, payments })
      expect(status, JSON.stringify(body)).toBe(200)
      return body
    }
    const { version, sum } = await put(draft.version)
    return put(version, [{ type, amount: sum }])
  }

  it('creates a draft return with the lines and tenders of the sale', async () => {
    const office = await openBackOffice(door)
    const sold = await office.sell([{ quantity: 3, discountAmount: 30, vatRate: 12 }, { quantity: 2 }], {
      payments: [
        { type: 'Card', amount: 400, reference: 'slip' },
        { type: 'Cash', amount: 100 },
      ],
    })
    const back = await makeReturn(office, sold.id)
    expect(back).toMatchObject({
      status: 'Draft',
      isReturn: true,
      originalSaleId: sold.id,
      source: 'BackOffice',
      storeId: sold.storeId,
      sum: 470,
      vatSum: sold.vatSum,
      discountSum: 30,
      changeSum: 0,
      lines: [
        { quantity: 3, discountAmount: 30, sum: 270, originalLineId: sold.lines[0].id },
        { quantity: 2, discountAmount: 0, sum: 200, originalLineId: sold.lines[1].id },
      ],
      payments: [
        { type: 'Card', amount: 400 },
        { type: 'Cash', amount: 70 },
      ],
    })
    expect((await office.post(back.id)).body).toMatchObject({ status: 'Posted', costSum: 300 })
    expect(await office.stock()).toEqual({ quantity: 10, averageCost: 60 })
    const { body } = await office.api.get(`${SALES}/${sold.id}`)
    expect(body.lines.map((line: Sale) => line.returnedQuantity)).toEqual([3, 2])
  })

  it('returns goods at the cost of their sale', async () => {
    const office = await openBackOffice(door)
    const sold = await office.sell([{ quantity: 10 }])
    const enter = { id: newId(), storeId: office.shop.storeId }
    await office.api.post('/api/inventory/enters', {
      ...enter,
      lines: [{ productId: office.tea, quantity: 10, price: 80 }],
    })
    expect((await office.api.post(`/api/inventory/enters/${enter.id}/post`)).status).toBe(200)
    const back = await makeReturn(office, sold.id)
    expect((await office.post(back.id)).body.lines[0].unitCost).toBe(60)
    expect(await office.stock()).toEqual({ quantity: 20, averageCost: 70 })
  })

  it('creates a return of the quantity left by earlier returns, and refuses it when nothing is left', async () => {
    const office = await openBackOffice(door)
    const sold = await office.sell([{ quantity: 3 }, { quantity: 1, price: 7 }])
    const first = await change(office, await makeReturn(office, sold.id), [2])
    expect((await office.post(first.id)).status).toBe(200)
    const second = await makeReturn(office, sold.id)
    expect(second).toMatchObject({
      lines: [{ quantity: 1 }, { quantity: 1, price: 7 }],
      payments: [{ type: 'Cash', amount: 107 }],
    })
    const third = await makeReturn(office, sold.id)
    expect((await office.post(second.id)).status).toBe(200)
    const nothing = await office.api.post(`${SALES}/${sold.id}/create-return`)
    expect([nothing.status, nothing.body.code]).toEqual([409, 'basis_exceeded'])
    const late = await office.post(third.id)
    expect(late.body).toMatchObject({
      code: 'basis_exceeded',
      errors: [{ pointer: '#/lines/0/quantity', lineNo: 1, requested: 1, available: 0 }, { lineNo: 2 }],
    })
    expect((await office.api.post(`${SALES}/${second.id}/unpost`)).status).toBe(200)
    expect((await office.post(third.id)).status).toBe(200)
  })

  it('refunds exactly the total of the sale when its pieces are returned one by one', async () => {
    const office = await openBackOffice(door)
    const sold = await office.sell([{ quantity: 3, price: 33.33, discountAmount: 0.1 }], {
      payments: [{ type: 'Cash', amount: 100 }],
    })
    let sum = 0
    for (const quantity of [1, 1, 1]) {
      const draft = await makeReturn(office, sold.id)
      const back = draft.lines[0].quantity === 1 ? draft : await change(office, draft, [quantity])
      expect((await office.post(back.id)).status).toBe(200)
      sum += Math.round(back.sum * 100)
    }
    expect(sum).toBe(sold.sum * 100)
  })

  it('limits concurrent returns to the quantity sold', async () => {
    const office = await openBackOffice(door)
    const sold = await office.sell([{ quantity: 5 }])
    const drafts = await Promise.all(
      Array.from({ length: 8 }, async () => change(office, await makeReturn(office, sold.id), [2])),
    )
    const answers = await Promise.all(drafts.map(({ id }) => office.post(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    const codes = answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.code]))
    expect(new Set(codes)).toEqual(new Set(['basis_exceeded']))
    expect((await office.stock()).quantity).toBe(9)
  })

  it('limits a back-office return to the quantity left by returns at tills', async () => {
    const office = await openBackOffice(door)
    const device = await enrolDevice(door, office.shop)
    const sold = saleBody(office.shop, [{ productId: office.tea, quantity: 3 }])
    const back = saleBody(office.shop, [{ productId: office.tea, quantity: 2, originalLineNo: 1 }], {
      isReturn: true,
      originalSaleId: sold.id,
    })
    await device.upload([device.item(sold)])
    const draft = await makeReturn(office, sold.id)
    expect(draft).toMatchObject({ retailPointId: office.shop.retailPointId, payments: [{ amount: 300 }] })
    await device.upload([device.item(back)])
    expect((await office.post(draft.id)).body.errors).toMatchObject([{ requested: 3, available: 1 }])
    const rest = await makeReturn(office, sold.id)
    expect((await office.post(rest.id)).body).toMatchObject({ status: 'Posted', sum: 100 })
  })

  it('refuses the back-office return or flags the till return when both are concurrent', async () => {
    const office = await openBackOffice(door)
    const device = await enrolDevice(door, office.shop)
    for (let round = 0; round < 6; round += 1) {
      const sold = saleBody(office.shop, [{ productId: office.tea }])
      const back = saleBody(office.shop, [{ productId: office.tea, originalLineNo: 1 }], {
        isReturn: true,
        originalSaleId: sold.id,
      })
      await device.upload([device.item(sold)])
      const draft = await makeReturn(office, sold.id)
      const [posted, uploaded] = await Promise.all([
        office.post(draft.id),
        device.upload([device.item(back)]),
      ])
      const flags = codesOf(uploaded.body.results[0].reasons)
      expect([posted.body.code ?? 'posted', ...flags]).toEqual(
        posted.status === 200 ? ['posted', 'refund_exceeded', 'basis_exceeded'] : ['basis_exceeded'],
      )
    }
  })

  it('refuses a refund above the amount paid by a tender', async () => {
    const office = await openBackOffice(door)
    const sold = await office.sell([{ quantity: 2 }], {
      payments: [
        { type: 'Card', amount: 120 },
        { type: 'Cash', amount: 100 },
      ],
    })
    const draft = await makeReturn(office, sold.id)
    const inCash = await change(office, draft, [1])
    expect((await office.post(inCash.id)).body).toMatchObject({
      code: 'refund_exceeded',
      errors: [{ pointer: '#/payments/0/amount', type: 'Cash', requested: 100, available: 80 }],
    })
    const byCard = await change(office, inCash, [1], 'Card')
    expect((await office.post(byCard.id)).status).toBe(200)
    const rest = await makeReturn(office, sold.id)
    expect(rest.payments).toMatchObject([
      { type: 'Card', amount: 20 },
      { type: 'Cash', amount: 80 },
    ])
  })

  it('limits the total of two lines that return the same sale line', async () => {
    const office = await openBackOffice(door)
    const sold = await office.sell([{ quantity: 3 }])
    const { id, storeId, version, lines } = await makeReturn(office, sold.id)
    const [{ productId, price, originalLineId }] = lines
    const part = { productId, price, originalLineId, quantity: 2 }
    const payments = [{ type: 'Cash', amount: 400 }]
    await office.api.put(`${SALES}/${id}`, { storeId, version, lines: [part, part], payments })
    expect((await office.post(id)).body).toMatchObject({
      code: 'basis_exceeded',
      errors: [{ pointer: '#/lines/1/quantity', requested: 2, available: 1 }],
    })
  })

  it('limits a refund by two payments of a tender to the amount that the tender paid minus change', async () => {
    const office = await openBackOffice(door)
    const device = await enrolDevice(door, office.shop)
    const sold = saleBody(office.shop, [{ productId: office.tea, quantity: 2 }], {
      payments: [
        { type: 'Card', amount: 50 },
        { type: 'Cash', amount: 200 },
      ],
      changeSum: 50,
    })
    await device.upload([device.item(sold)])
    const { id, storeId, version, lines } = await makeReturn(office, sold.id)
    const [{ productId, price, quantity, originalLineId }] = lines
    const input = { storeId, lines: [{ productId, price, quantity, originalLineId }] }
    const pay = async (amounts: number[], of: number) => {
      const payments = amounts.map((amount) => ({ type: 'Cash', amount }))
      const { status, body } = await office.api.put(`${SALES}/${id}`, { ...input, version: of, payments })
      expect(status, JSON.stringify(body)).toBe(200)
      return (await office.post(id)).body
    }
    expect(await pay([200], version)).toMatchObject({
      code: 'refund_exceeded',
      errors: [{ type: 'Cash', requested: 200, available: 150 }],
    })
    expect(await pay([120, 80], version + 1)).toMatchObject({
      code: 'refund_exceeded',
      errors: [{ pointer: '#/payments/1/amount', requested: 80, available: 30 }],
    })
  })

  it('refuses a return whose payments differ from its total', async () => {
    const office = await openBackOffice(door)
    const sold = await office.sell([{ quantity: 2 }])
    const { id, storeId, version, lines } = await makeReturn(office, sold.id)
    const [{ productId, price, quantity, originalLineId }] = lines
    for (const amount of [199.99, 200.01]) {
      const current = (await office.api.get(`${SALES}/${id}`)).body.version ?? version
      await office.api.put(`${SALES}/${id}`, {
        storeId,
        version: current,
        lines: [{ productId, price, quantity, originalLineId }],
        payments: [{ type: 'Cash', amount }],
      })
      const { status, body } = await office.post(id)
      expect([status, body.errors?.[0].pointer]).toEqual([400, '#/payments'])
    }
  })

  it('refuses return lines that are not on the receipt', async () => {
    const office = await openBackOffice(door)
    const sold = await office.sell()
    const coffee = await createProduct(office.shop, { name: 'Coffee' })
    const { id, storeId, version, lines } = await makeReturn(office, sold.id)
    const { originalLineId } = lines[0]
    const refused = async (line: object) => {
      const full = { productId: office.tea, quantity: 1, price: 100, originalLineId, ...line }
      const { status, body } = await office.api.put(`${SALES}/${id}`, { storeId, version, lines: [full] })
      return [status, body.errors?.[0].pointer]
    }
    expect(await refused({ originalLineId: null })).toEqual([400, '#/lines/0/originalLineId'])
    expect(await refused({ originalLineId: id })).toEqual([400, '#/lines/0/originalLineId'])
    expect(await refused({ productId: coffee })).toEqual([400, '#/lines/0/productId'])
  })

  it('accepts a return of products archived after the sale', async () => {
    const office = await openBackOffice(door)
    const back = await makeReturn(office, (await office.sell()).id)
    const path = `/api/catalog/products/${office.tea}`
    const { name, unitOfMeasureId, version } = (await office.api.get(path)).body
    const archived = await office.api.put(path, { name, unitOfMeasureId, version, isArchived: true })
    expect([archived.status, archived.body.isArchived]).toEqual([200, true])
    expect((await office.post(back.id)).status).toBe(200)
  })

  it('refuses to create a return of a draft or of another return', async () => {
    const office = await openBackOffice(door)
    const draft = await office.draft()
    expect((await office.api.post(`${SALES}/${draft.id}/create-return`)).body.code).toBe(
      'document_not_posted',
    )
    const back = await makeReturn(office, (await office.sell()).id)
    await office.post(back.id)
    const again = await office.api.post(`${SALES}/${back.id}/create-return`)
    expect([again.status, again.body.code]).toEqual([409, 'not_returnable'])
  })

  it('refuses to unpost a sale while its return is posted', async () => {
    const office = await openBackOffice(door)
    const sold = await office.sell()
    const back = await makeReturn(office, sold.id)
    const unpost = (id: string) => office.api.post(`${SALES}/${id}/unpost`)
    expect((await office.post(back.id)).status).toBe(200)
    expect((await unpost(sold.id)).body).toMatchObject({
      code: 'has_returns',
      returns: [{ id: back.id, number: back.number }],
    })
    expect((await unpost(back.id)).status).toBe(200)
    expect((await unpost(sold.id)).status).toBe(200)
    expect((await office.post(back.id)).body.code).toBe('document_not_posted')
  })

  it('refuses to unpost a return whose products have been sold again', async () => {
    const office = await openBackOffice(door)
    const sold = await office.sell([{ quantity: 10 }])
    const back = await makeReturn(office, sold.id)
    await office.post(back.id)
    await office.sell([{ quantity: 4 }])
    const { status, body } = await office.api.post(`${SALES}/${back.id}/unpost`)
    expect([status, body.code]).toEqual([409, 'insufficient_stock'])
  })

  it('accepts a return at the end of the return period, and refuses it a millisecond later', async () => {
    const office = await openBackOffice(door)
    await office.set('return_period_days = 14')
    const sold = await office.sell([{}], { date: '2026-02-01T10:00:00.000Z' })
    const { id, storeId, version, lines } = await makeReturn(office, sold.id)
    const [{ productId, price, quantity, originalLineId }] = lines
    const at = async (date: string, of: number) => {
      const { status, body } = await office.api.put(`${SALES}/${id}`, {
        storeId,
        date,
        version: of,
        payments: [{ type: 'Cash', amount: 100 }],
        lines: [{ productId, price, quantity, originalLineId }],
      })
      expect(status, JSON.stringify(body)).toBe(200)
      return (await office.post(id)).body
    }
    expect((await at('2026-02-15T10:00:00.001Z', version)).code).toBe('return_too_late')
    expect(await at('2026-02-15T10:00:00.000Z', version + 1)).toMatchObject({ status: 'Posted' })
  })

  it('refuses a late return without an explicit override by a permitted user', async () => {
    const office = await openBackOffice(door)
    const sold = await office.sell([{}], { date: '2026-02-01T10:00:00Z' })
    const back = await makeReturn(office, sold.id)
    await office.set('return_period_days = 14')
    expect((await office.post(back.id)).body).toMatchObject({
      status: 409,
      code: 'return_too_late',
      returnPeriodDays: 14,
    })
    const late = `${SALES}/${back.id}/post?overrideReturnPeriod=true`
    const manager = await hireWithout(door, office.shop, 'sales.override_return_period')
    expect((await manager.post(late)).body.code).toBe('return_too_late')
    const posted = (await office.api.post(late)).body
    expect(posted.postings).toMatchObject([{ action: 'Posted', overrides: ['ReturnPeriod'] }])
    await office.api.post(`${SALES}/${back.id}/unpost`)
    await office.set('return_period_days = NULL')
    const intime = (await office.post(back.id)).body
    expect(intime.postings.at(-1)).toMatchObject({ action: 'Posted', overrides: [] })
  })
})
