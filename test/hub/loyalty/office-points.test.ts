import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { enrolDevice, saleBody } from '#test/support/device.ts'
import { type Answer, useHub } from '#test/support/hub.ts'
import { openBackOffice, SALES } from '../sales/back-office.ts'

const CARDS = '/api/loyalty/cards'

describe('points in back-office receipts', () => {
  const door = useHub()

  /** Opens an office and a card with 500 points in a program that earns 10 % of the amount paid in money. */
  async function open(program: object = {}) {
    const office = await openBackOffice(door)
    const { api } = office
    const made = await api.post('/api/loyalty/programs', {
      name: 'Club',
      kind: 'Bonus',
      earnPercent: 10,
      maxSpendPercent: 50,
      ...program,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const customer = (await api.post('/api/catalog/counterparties', { name: 'Aigul' })).body
    const issued = { cardNumber: '77', programId: made.body.id, customerId: customer.id }
    const card = (await api.post(`${CARDS}/issue`, issued)).body
    await api.post(`${CARDS}/${card.id}/correct-points`, { points: 500, reason: 'Opening' })
    const paid = (points: number, sum: number) => ({
      loyaltyCardId: card.id,
      payments: [
        { type: 'Bonus', amount: points },
        { type: 'Cash', amount: sum - points },
      ],
    })
    const balance = async () => (await api.get(`${CARDS}/${card.id}`)).body.balance
    return { office, card, customer, paid, balance }
  }
  const refusalOf = ({ status, body }: Answer) => [status, body.code, body.errors?.[0]?.pointer]
  const at = (amount: number) => [{ price: amount }]

  it('refuses a payment in points without a card', async () => {
    const { office } = await open()
    const { id } = await office.draft(at(900), { payments: [{ type: 'Bonus', amount: 900 }] })
    expect(refusalOf(await office.post(id))).toEqual([400, 'invalid_request', '#/payments/0/type'])
    expect((await office.stock()).quantity).toBe(10)
  })

  it('earns and spends points like a till, and reverses them with a return or by unposting', async () => {
    const { office, card, customer, paid, balance } = await open()
    const buyer = { customerPhone: '+77011234567', customerEmail: 'aigul@example.kz' }
    const sold = await office.sell(at(1000), { ...paid(500, 1000), ...buyer })
    const figures = { bonusSpent: 500, bonusEarned: 50, loyaltyCardId: card.id, customerId: customer.id }
    expect(sold).toMatchObject({ ...figures, ...buyer })
    expect(await balance()).toBe(50)
    await office.api.post(`${SALES}/${sold.id}/unpost`)
    expect(await balance()).toBe(500)
    expect((await office.post(sold.id)).body).toMatchObject(figures)
    expect(await balance()).toBe(50)
    const { body: back } = await office.api.post(`${SALES}/${sold.id}/create-return`)
    expect(back).toMatchObject({ loyaltyCardId: card.id, payments: [{ type: 'Bonus', amount: 500 }, {}] })
    expect((await office.post(back.id)).status).toBe(200)
    expect(await balance()).toBe(500)
  })

  it('refuses to spend more points than the program or the balance allows, even in concurrent receipts', async () => {
    const { office, paid, balance } = await open()
    const overShare = await office.draft(at(900), paid(450.01, 900))
    const overBalance = await office.draft(at(2000), paid(500.01, 2000))
    for (const { id } of [overShare, overBalance])
      expect(refusalOf(await office.post(id))).toEqual([400, 'invalid_request', '#/payments/0/amount'])
    const drafts = [await office.draft(at(700), paid(350, 700)), await office.draft(at(700), paid(350, 700))]
    const answers = await Promise.all(drafts.map(({ id }) => office.post(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await balance()).toBe(500 - 350 + 35)
  })

  it('refuses to spend the same points again in a receipt with an earlier date', async () => {
    const { office, paid } = await open()
    await office.sell(at(1000), paid(500, 1000))
    const earlier = await office.draft(at(1000), {
      ...paid(500, 1000),
      date: new Date(Date.now() - 1000).toISOString(),
    })
    expect((await office.post(earlier.id)).status).toBe(400)
  })

  it('refuses an unknown or blocked card, an invalid email address and a program without points', async () => {
    const { office, card, paid } = await open()
    const unknown = office.sale(at(100), { loyaltyCardId: newId() })
    const faulty = office.sale(at(100), { customerEmail: 'aigul' })
    expect(refusalOf(await office.api.post(SALES, unknown))).toEqual([
      400,
      'invalid_request',
      '#/loyaltyCardId',
    ])
    expect(refusalOf(await office.api.post(SALES, faulty))).toEqual([
      400,
      'invalid_request',
      '#/customerEmail',
    ])
    const { id } = await office.draft(at(100), paid(10, 100))
    await office.api.post(`${CARDS}/${card.id}/block`, { reason: 'Lost' })
    const blocked = await office.post(id)
    expect([blocked.status, blocked.body.code]).toEqual([409, 'card_blocked'])
    expect(blocked.body).not.toHaveProperty('customerFirstName')
    const other = await open({ kind: 'DiscountPercent', discountPercent: 5 })
    const none = await other.office.draft(at(100), other.paid(10, 100))
    expect(refusalOf(await other.office.post(none.id))).toEqual([400, 'invalid_request', '#/payments/0/type'])
  })

  it('accepts a till payment in points even if the retail point does not list that tender', async () => {
    const { office, card } = await open()
    const device = await enrolDevice(door, office.shop)
    const sale = {
      ...saleBody(office.shop, [{ productId: office.tea }], { loyaltyCardId: card.id }),
      payments: [
        { type: 'Bonus' as const, amount: 50 },
        { type: 'Cash' as const, amount: 50 },
      ],
    }
    const { body } = await device.upload([device.item(sale)])
    expect(body.results).toMatchObject([{ result: 'accepted' }])
    expect((await office.api.get(`${SALES}/${sale.id}`)).body).toMatchObject({ flags: [], bonusSpent: 50 })
  })
})
