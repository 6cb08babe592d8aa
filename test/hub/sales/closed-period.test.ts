import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { enrolDevice, saleBody } from '#test/support/device.ts'
import { useHub } from '#test/support/hub.ts'
import { codesOf, openBackOffice, SALES } from './back-office.ts'

describe('till uploads for a closed period', () => {
  const door = useHub()

  /**
   * Uploads a sale in the closed month of March for more than the stock, a return of half of it, and a sale
   * after that month.
   */
  async function uploadedLate() {
    const office = await openBackOffice(door)
    const { shop, tea } = office
    await office.set(`closed_until = '2026-03-31'`)
    const device = await enrolDevice(door, shop)
    const sold = saleBody(shop, [{ productId: tea, quantity: 12 }], { soldAt: '2026-03-31T18:59:59.999Z' })
    const back = saleBody(shop, [{ productId: tea, quantity: 6, originalLineNo: 1 }], {
      soldAt: '2026-03-31T18:59:59.999Z',
      isReturn: true,
      originalSaleId: sold.id,
    })
    const open = saleBody(shop, [{ productId: tea }], { soldAt: '2026-03-31T19:00:00.000Z' })
    const { body } = await device.upload([sold, back, open].map((sale) => device.item(sale)))
    return { office, device, sold, back, open, results: body.results }
  }

  it('keeps an uploaded sale in a closed period as a draft without stock movements', async () => {
    const { office, sold, back, open, results } = await uploadedLate()
    const outcomes = results.map((item: { result: string; reasons: { code: string }[] }) => [
      item.result,
      ...codesOf(item.reasons),
    ])
    expect(outcomes).toEqual([['accepted', 'period_closed'], ['accepted', 'period_closed'], ['accepted']])
    expect(await office.stock()).toEqual({ quantity: 9, averageCost: 60 })
    const { body } = await office.api.get(`${SALES}/${sold.id}`)
    expect(body).toMatchObject({
      status: 'Draft',
      source: 'Pos',
      number: sold.receiptNumber,
      date: sold.soldAt,
      sum: 1200,
      postedAt: null,
      flags: [{ code: 'period_closed' }],
      lines: [{ returnedQuantity: 0 }],
    })
    const listed = (await office.api.get(`${SALES}?status=Draft&flag=period_closed`)).body.items
    expect(new Set(listed.map(({ id }: { id: string }) => id))).toEqual(new Set([sold.id, back.id]))
    expect((await office.api.get(`${SALES}/${open.id}`)).body.status).toBe('Posted')
  })

  it('includes a draft sale in its shift once the sale is posted', async () => {
    const { office, device, sold } = await uploadedLate()
    const shiftId = newId()
    const { retailPointId, tillId, cashierId, cashierName, clock } = sold
    const opened = {
      schema: 1,
      id: shiftId,
      retailPointId,
      tillId,
      cashierId,
      cashierName,
      clock,
      number: 1,
      openedAt: '2026-03-31T18:00:00.000Z',
      openingCash: 10,
    }
    const sales = ['2026-03-31T18:59:00.000Z', '2026-03-31T19:01:00.000Z'].map((soldAt) =>
      saleBody(office.shop, [{ productId: office.tea }], { soldAt, shiftId }),
    )
    await device.upload([
      device.item(opened, { type: 'shift_opened' }),
      ...sales.map((sale) => device.item(sale)),
    ])
    const totals = async () => (await office.api.get(`/api/sales/shifts/${shiftId}`)).body.hubTotals
    expect(await totals()).toMatchObject({ salesCash: 100, receiptsCount: 1, expectedCash: 110 })
    await office.set('closed_until = NULL')
    expect((await office.post(sales[0]?.id ?? '')).status).toBe(200)
    expect(await totals()).toMatchObject({ salesCash: 200, receiptsCount: 2, expectedCash: 210 })
  })

  it('posts the sale after the period is reopened, regardless of stock', async () => {
    const { office, sold, back } = await uploadedLate()
    expect((await office.post(sold.id)).body.code).toBe('period_closed')
    await office.set('closed_until = NULL')
    const posted = await office.post(sold.id)
    expect(posted.body, JSON.stringify(posted.body)).toMatchObject({
      status: 'Posted',
      number: sold.receiptNumber,
      date: sold.soldAt,
      sum: 1200,
      costSum: 720,
      postedById: office.shop.employeeId,
      flags: [{ code: 'period_closed' }],
    })
    expect((await office.stock()).quantity).toBe(-3)
    expect((await office.post(back.id)).body).toMatchObject({ status: 'Posted', lines: [{ unitCost: 60 }] })
    expect((await office.stock()).quantity).toBe(3)
    const { body } = await office.api.get(`${SALES}/${sold.id}`)
    expect(body.lines[0].returnedQuantity).toBe(6)
  })

  it('refuses to change, delete or unpost an uploaded sale', async () => {
    const { office, sold, open } = await uploadedLate()
    await office.set('closed_until = NULL')
    const path = `${SALES}/${sold.id}`
    const answers = [
      await office.api.put(path, office.sale([{}], { version: 1 })),
      await office.api.delete(path),
      await office.api.post(`${SALES}/${open.id}/unpost`),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [409, 'uploaded_sale']),
    )
  })

  it('ignores draft returns in the returnable quantity', async () => {
    const { office, device, back } = await uploadedLate()
    const sold = await office.sell([{ quantity: 2 }])
    const draft = saleBody(office.shop, [{ productId: office.tea, quantity: 2, originalLineNo: 1 }], {
      soldAt: back.soldAt,
      isReturn: true,
      originalSaleId: sold.id,
    })
    await device.upload([device.item(draft)])
    const made = await office.api.post(`${SALES}/${sold.id}/create-return`)
    expect(made.body.lines).toMatchObject([{ quantity: 2 }])
  })
})
