import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'

const CARDS = '/api/loyalty/cards'
const PROGRAMS = '/api/loyalty/programs'

describe('loyalty cards', () => {
  const door = useHub()
  let shop: Organization
  let api: ApiClient
  let device: Device
  let product: string
  let programId: string

  beforeAll(async () => {
    shop = await signUp(door)
    api = shop.api
    device = await enrolDevice(door, shop)
    product = await createProduct(shop)
    programId = await program({ name: 'Five', kind: 'DiscountPercent', discountPercent: 5 })
  })

  const program = async (body: object): Promise<string> => {
    const answer = await api.post(PROGRAMS, body)
    expect([answer.status, answer.body.errors]).toEqual([201, undefined])
    return answer.body.id
  }
  const issue = (more: object = {}) => api.post(`${CARDS}/issue`, { cardNumber: newId(), programId, ...more })
  const lookup = (query: Record<string, string>, client = api) =>
    client.get(`${CARDS}/lookup?${new URLSearchParams(query)}`)
  const codes = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

  it('issues a card only once per id and per number, and refuses a program of another organization', async () => {
    const id = newId()
    const [first, again] = [
      await issue({ id, cardNumber: 'AB 12' }),
      await issue({ id, cardNumber: 'AB 12' }),
    ]
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
    expect(first.body).toMatchObject({ status: 'Active', balance: 0, turnover: 0, discountPercent: 5 })
    expect(first.body.issuedById).toBe(shop.employeeId)
    for (const cardNumber of ['ab12', ' A B 1 2 '])
      expect((await issue({ cardNumber })).body).toMatchObject({
        status: 409,
        code: 'duplicate',
        errors: [{ pointer: '#/cardNumber' }],
      })
    const race = await Promise.all([issue({ cardNumber: 'race' }), issue({ cardNumber: 'RACE' })])
    expect(race.map(({ status }) => status).sort()).toEqual([201, 409])
    const other = await signUp(door)
    const foreign = await other.api.post(`${CARDS}/issue`, { cardNumber: 'AB12', programId })
    expect([foreign.status, foreign.body.errors[0].pointer]).toEqual([400, '#/programId'])
  })

  it('issues a card in the default program, and allows only one default program', async () => {
    const other = await signUp(door)
    const make = async (name: string, isDefault: boolean) =>
      (await other.api.post(PROGRAMS, { name, kind: 'Bonus', isDefault })).body.id
    const plain = () => other.api.post(`${CARDS}/issue`, { cardNumber: newId() })
    await make('None', false)
    expect(codes(await plain())).toEqual([409, 'no_program'])
    const first = await make('First', true)
    expect((await plain()).body.programId).toBe(first)
    const second = await make('Second', true)
    expect((await plain()).body.programId).toBe(second)
    const { items } = (await other.api.get(PROGRAMS)).body
    const defaults = items.filter(({ isDefault }: { isDefault: boolean }) => isDefault)
    expect(defaults.map(({ id }: { id: string }) => id)).toEqual([second])
    const back = (await other.api.get(`${PROGRAMS}/${first}`)).body
    expect((await other.api.put(`${PROGRAMS}/${first}`, { ...back, isDefault: true })).status).toBe(200)
    expect((await plain()).body.programId).toBe(first)
  })

  it('copies the name and phone of the customer to a new card, and refuses to delete that customer', async () => {
    const customer = { name: 'Aliya Serik', kind: 'Individual', phone: '8 701 555 44 33' }
    const { body } = await api.post('/api/catalog/counterparties', customer)
    const card = (await issue({ customerId: body.id })).body
    expect(card).toMatchObject({ customerName: 'Aliya Serik', phone: '8 701 555 44 33' })
    expect((await lookup({ phone: '+7 (701) 555-44-33' })).body.id).toBe(card.id)
    const inUse = await api.delete(`/api/catalog/counterparties/${body.id}`)
    expect([inUse.status, inUse.body.blockedBy[0]]).toMatchObject([
      409,
      { resource: 'loyalty cards', count: 1 },
    ])
    const unknown = await issue({ customerId: newId() })
    expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([400, '#/customerId'])
  })

  it('finds a card by number or phone, and reports unknown, ambiguous, blocked and expired cards', async () => {
    const cardNumber = `L-${newId()}`
    const made = (await issue({ cardNumber, customerName: 'Ann Lee', phone: '8 702 000 00 01' })).body
    const found = await lookup({ cardNumber: ` ${cardNumber.toUpperCase()} ` })
    expect(found.body).toMatchObject({ id: made.id, programName: 'Five', maxSpendPercent: 50, spendRate: 1 })
    expect((await lookup({ phone: '+77020000001' })).body.id).toBe(made.id)
    expect(codes(await lookup({ cardNumber: 'nobody' }))).toEqual([404, 'not_found'])
    expect(codes(await lookup({ phone: '+77020000009' }))).toEqual([404, 'not_found'])
    await issue({ phone: '87020000001' })
    expect(codes(await lookup({ phone: '+77020000001' }))).toEqual([409, 'ambiguous'])
    for (const query of [{}, { cardNumber, phone: '+77020000001' }])
      expect((await lookup(query as Record<string, string>)).body.errors[0].pointer).toBe('#/cardNumber')
    expect((await lookup({ phone: 'no phone' })).body.errors[0].pointer).toBe('#/phone')
    const other = await signUp(door)
    expect((await lookup({ cardNumber }, other.api)).status).toBe(404)

    expect((await api.post(`${CARDS}/${made.id}/block`, { reason: 'Lost' })).status).toBe(204)
    const blocked = await lookup({ cardNumber })
    expect(blocked.body).toMatchObject({ status: 409, code: 'card_blocked', cardNumber })
    expect(blocked.body.balance).toBeUndefined()
    const expired = (await issue({ expiresAt: '2020-01-01T00:00:00Z' })).body
    expect(codes(await lookup({ cardNumber: expired.cardNumber }))).toEqual([409, 'card_expired'])
    const past = { endsAt: '2020-01-01T00:00:00Z' }
    for (const [i, more] of [{ isActive: false }, past, { startsAt: '2999-01-01T00:00:00Z' }].entries()) {
      const off = await program({ name: `Off ${i}`, kind: 'Bonus', ...more })
      const { body } = await issue({ programId: off })
      expect(codes(await lookup({ cardNumber: body.cardNumber }))).toEqual([409, 'program_inactive'])
    }
  })

  it('hides the name of the holder when a card cannot be used', async () => {
    const off = await program({ name: 'Off for names', kind: 'Bonus', isActive: false })
    const expiresAt = '2020-01-01T00:00:00Z'
    for (const customerName of ['Ivanova Olga', 'Olga Ivanova', 'Иванова Ольга Петровна', 'Ivanova'])
      for (const [code, changes] of [
        ['card_blocked', {}],
        ['card_expired', { expiresAt }],
        ['program_inactive', { programId: off }],
      ] as const) {
        const { id, cardNumber } = (await issue({ customerName, ...changes })).body
        if (code === 'card_blocked') await api.post(`${CARDS}/${id}/block`, { reason: null })
        const refused = await lookup({ cardNumber })
        expect(refused.body).toMatchObject({ status: 409, code, cardNumber })
        expect(JSON.stringify(refused.body)).not.toMatch(/Ivanova|Olga|Иванова|Ольга|Петровна/)
      }
  })

  it('blocks and unblocks a card idempotently', async () => {
    const { id } = (await issue()).body
    const block = (reason: string | null) => api.post(`${CARDS}/${id}/block`, { reason })
    expect((await block('Lost')).status).toBe(204)
    const blocked = (await api.get(`${CARDS}/${id}`)).body
    expect(blocked).toMatchObject({ status: 'Blocked', blockReason: 'Lost', version: 2 })
    expect((await block('Stolen')).status).toBe(204)
    expect((await api.get(`${CARDS}/${id}`)).body).toEqual(blocked)
    expect((await api.post(`${CARDS}/${id}/unblock`)).status).toBe(204)
    const active = (await api.get(`${CARDS}/${id}`)).body
    expect(active).toMatchObject({ status: 'Active', blockedAt: null, blockReason: null, version: 3 })
    expect((await api.post(`${CARDS}/${id}/unblock`)).status).toBe(204)
    expect((await api.get(`${CARDS}/${id}`)).body.version).toBe(3)
    expect((await api.post(`${CARDS}/${newId()}/unblock`)).status).toBe(404)
  })

  it('credits welcome points to a new card, and refuses to delete a card with points or sales', async () => {
    const bonus = await program({
      name: 'Bonus',
      kind: 'Bonus',
      welcomeBonus: 100.5,
      welcomeMode: 'Registration',
      expirationDays: 30,
    })
    const { body: card } = await issue({ programId: bonus })
    expect(card).toMatchObject({ balance: 100.5, discountPercent: 0 })
    const { body: ledger } = await api.get(`${CARDS}/${card.id}/points`)
    expect(ledger).toMatchObject({ total: 1, items: [{ kind: 'Welcome', points: 100.5, cardId: card.id }] })
    expect(codes(await api.delete(`${CARDS}/${card.id}`))).toEqual([409, 'card_used'])
    const { body: empty } = await issue()
    const sale = saleBody(shop, [{ productId: product }], { loyaltyCardId: empty.id })
    await device.upload([device.item(sale)])
    expect(codes(await api.delete(`${CARDS}/${empty.id}`))).toEqual([409, 'card_used'])
    const { body: unused } = await issue()
    expect((await api.delete(`${CARDS}/${unused.id}`)).status).toBe(204)
    expect((await api.get(`${CARDS}/${unused.id}`)).status).toBe(404)
    expect((await api.delete(`${PROGRAMS}/${bonus}`)).body.blockedBy).toMatchObject([
      { resource: 'loyalty cards', count: 1 },
    ])
  })

  it('adjusts the discount of a card to the turnover of its purchases and returns', async () => {
    const levels = [
      { fromAmount: 10, percent: 3 },
      { fromAmount: 20, percent: 7 },
    ]
    const silver = await program({ name: 'Levels', kind: 'Accumulative', levels })
    const { id } = (await issue({ programId: silver })).body
    const percent = async () => (await api.get(`${CARDS}/${id}`)).body
    expect(await percent()).toMatchObject({ turnover: 0, discountPercent: 0, lastPurchaseAt: null })
    const sell = async (price: number, more: object = {}) => {
      const sale = saleBody(shop, [{ productId: product, price }], { loyaltyCardId: id, ...more })
      expect((await device.upload([device.item(sale)])).body.results[0].result).toBe('accepted')
      return sale
    }
    const first = await sell(10)
    expect(await percent()).toMatchObject({ turnover: 10, discountPercent: 3 })
    await sell(10)
    expect(await percent()).toMatchObject({ turnover: 20, discountPercent: 7 })
    await sell(10, { isReturn: true, originalSaleId: first.id })
    expect(await percent()).toMatchObject({ turnover: 10, discountPercent: 3 })
    expect((await percent()).lastPurchaseAt).not.toBeNull()
  })

  it('sums only purchases within the accumulation period of the program', async () => {
    const levels = [{ fromAmount: 10, percent: 3 }]
    const yearly = { kind: 'Accumulative', levels, accumulationPeriodDays: 30 }
    const { id } = (await issue({ programId: await program({ name: 'Monthly', ...yearly }) })).body
    for (const days of [31, 29]) {
      const soldAt = new Date(Date.now() - days * 86_400_000).toISOString()
      const bought = { loyaltyCardId: id, soldAt }
      await device.upload([device.item(saleBody(shop, [{ productId: product, price: days }], bought))])
    }
    expect((await api.get(`${CARDS}/${id}`)).body).toMatchObject({ turnover: 29, discountPercent: 3 })
  })

  it('finds cards by number, name, phone, status and program', async () => {
    const other = await signUp(door)
    const { body } = await other.api.post(PROGRAMS, { name: 'P', kind: 'Bonus', isDefault: true })
    for (const [cardNumber, customerName, phone] of [
      ['A 1', 'Ann', '8 701 111 11 11'],
      ['B_2', 'Bob', null],
      ['Bx2', 'Eve', null],
    ])
      await other.api.post(`${CARDS}/issue`, { cardNumber, customerName, phone })
    const numbers = async (query: string) =>
      (await other.api.get(`${CARDS}?${query}`)).body.items.map(
        ({ cardNumber }: { cardNumber: string }) => cardNumber,
      )
    expect(await numbers('sort=-cardNumber')).toEqual(['Bx2', 'B_2', 'A 1'])
    expect(await numbers('search=a1')).toEqual(['A 1'])
    expect(await numbers('search=b_2')).toEqual(['B_2'])
    expect(await numbers('search=eve')).toEqual(['Bx2'])
    expect(await numbers(`search=${encodeURIComponent('+77011111111')}`)).toEqual(['A 1'])
    expect(await numbers('status=Blocked')).toEqual([])
    expect(await numbers(`programId=${body.id}&pageSize=2&page=2`)).toEqual(['Bx2'])
    expect(await numbers(`programId=${newId()}`)).toEqual([])
    expect((await api.get(`${CARDS}?search=Bob`)).body.total).toBe(0)
  })
})
