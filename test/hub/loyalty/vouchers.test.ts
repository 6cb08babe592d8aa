import { beforeAll, describe, expect, it } from 'vitest'
import { giftVoucherEntries } from '#hub/db/tables/gift-vouchers.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { newId } from '#shared/std/ids.ts'
import { type ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hireWithout, openDatabase } from '#test/support/people.ts'

const VOUCHERS = '/api/loyalty/vouchers'

describe('gift vouchers', () => {
  const door = useHub()
  let shop: Organization
  let api: ApiClient

  beforeAll(async () => {
    shop = await signUp(door)
    api = shop.api
  })

  const issue = (more: object = {}, client = api) => client.post(`${VOUCHERS}/issue`, { amount: 50, ...more })

  it('issues a voucher only once per id and per number, with the amount as its balance', async () => {
    const id = newId()
    const given = { id, number: 'GV 12', amount: 25.5, expiresAt: '2030-01-01T00:00:00.000Z' }
    const [first, again] = [await issue(given), await issue(given)]
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body])
    expect(first.headers.get('location')).toBe(`${VOUCHERS}/${id}`)
    expect(first.body).toMatchObject({
      ...given,
      status: 'Active',
      balance: 25.5,
      issuedById: shop.employeeId,
      blockedAt: null,
    })
    expect((await api.get(`${VOUCHERS}/${id}`)).body).toEqual(first.body)
    const { body: ledger } = await api.get(`${VOUCHERS}/${id}/entries`)
    expect(ledger).toMatchObject({
      total: 1,
      items: [{ voucherId: id, kind: 'Issue', amount: 25.5, saleId: null }],
    })
    expect((await issue({ number: ' g V12 ' })).body).toMatchObject({
      status: 409,
      code: 'duplicate',
      errors: [{ pointer: '#/number' }],
    })
    const [one, two] = await Promise.all([issue({ number: 'race' }), issue({ number: 'RACE' })])
    expect([one.status, two.status].sort()).toEqual([201, 409])
    const other = await signUp(door)
    expect((await issue({ number: 'GV12' }, other.api)).status).toBe(201)
  })

  it('generates a number for a voucher without one', async () => {
    const numbers = [(await issue()).body.number, (await issue({ number: ' ' })).body.number]
    for (const number of numbers) expect(number).toMatch(/^\d{17}$/)
    expect(numbers[0]).not.toBe(numbers[1])
  })

  it.each([
    [{ amount: 0 }, '#/amount'],
    [{ amount: -1 }, '#/amount'],
    [{ amount: 0.001 }, '#/amount'],
    [{ number: 'x'.repeat(65) }, '#/number'],
    [{ expiresAt: 'soon' }, '#/expiresAt'],
  ])('refuses a voucher with %j', async (more, pointer) => {
    const { status, body } = await issue(more)
    expect([status, body.errors[0].pointer]).toEqual([400, pointer])
  })

  it('blocks and unblocks a voucher idempotently', async () => {
    const { id } = (await issue()).body
    const read = async () => (await api.get(`${VOUCHERS}/${id}`)).body
    const block = (reason: string | null) => api.post(`${VOUCHERS}/${id}/block`, { reason })
    expect((await block('Lost')).status).toBe(204)
    const blocked = await read()
    expect(blocked).toMatchObject({ status: 'Blocked', blockReason: 'Lost', version: 2, balance: 50 })
    expect((await block('Stolen')).status).toBe(204)
    expect(await read()).toEqual(blocked)
    for (const _ of [1, 2]) expect((await api.post(`${VOUCHERS}/${id}/unblock`)).status).toBe(204)
    expect(await read()).toMatchObject({ status: 'Active', blockedAt: null, blockReason: null, version: 3 })
  })

  it('deletes a voucher that was never spent', async () => {
    const { id } = (await issue()).body
    expect((await api.delete(`${VOUCHERS}/${id}`)).status).toBe(204)
    for (const path of [`/${id}`, `/${id}/entries`])
      expect((await api.get(`${VOUCHERS}${path}`)).status).toBe(404)
    expect((await api.delete(`${VOUCHERS}/${id}`)).status).toBe(404)
  })

  it('calculates the balance of a spent voucher, and refuses to delete it', async () => {
    const { id } = (await issue()).body
    await using database = openDatabase(door)
    const { organizationId } = shop
    const entry = { organizationId, voucherId: id, saleId: newId(), at: new Date() }
    for (const [kind, amount] of [
      ['Spend', -30_00],
      ['Refund', 30_00],
      ['Spend', -20_00],
    ] as const)
      await database.db.transact(organizationId, (tx) =>
        tx.insert(giftVoucherEntries).values({ ...entry, id: newId(), kind, amount: amount as Amount }),
      )
    expect((await api.get(`${VOUCHERS}/${id}`)).body).toMatchObject({ amount: 50, balance: 30 })
    const { body: ledger } = await api.get(`${VOUCHERS}/${id}/entries?pageSize=2`)
    expect([ledger.total, ledger.items]).toMatchObject([4, [{ kind: 'Spend', amount: -20 }, { amount: 30 }]])
    const refused = await api.delete(`${VOUCHERS}/${id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'voucher_used'])
  })

  it('sorts vouchers, and finds them by number and by status', async () => {
    const other = await signUp(door)
    for (const [number, amount] of [
      ['A 1', 30],
      ['B_2', 20],
      ['Bx2', 10],
    ])
      expect((await issue({ number, amount }, other.api)).status).toBe(201)
    const numbers = async (query: string) =>
      (await other.api.get(`${VOUCHERS}?${query}`)).body.items.map(({ number }: { number: string }) => number)
    expect(await numbers('sort=-number')).toEqual(['Bx2', 'B_2', 'A 1'])
    expect(await numbers('sort=amount&pageSize=2&page=2')).toEqual(['A 1'])
    expect(await numbers('search=a1')).toEqual(['A 1'])
    expect(await numbers('search=b_2')).toEqual(['B_2'])
    expect(await numbers('status=Blocked')).toEqual([])
    const { items } = (await other.api.get(`${VOUCHERS}?search=Bx2`)).body
    await other.api.post(`${VOUCHERS}/${items[0].id}/block`, { reason: null })
    expect([await numbers('status=Blocked'), await numbers('status=Active')]).toEqual([
      ['Bx2'],
      ['A 1', 'B_2'],
    ])
    expect((await api.get(`${VOUCHERS}?search=Bx2`)).body.total).toBe(0)
  })

  it('requires the permission loyalty.create to issue a voucher, not to see one', async () => {
    const other = await signUp(door)
    const { id } = (await issue({}, other.api)).body
    const seeing = await hireWithout(door, other, 'loyalty.create')
    expect((await seeing.get(`${VOUCHERS}/${id}`)).body.id).toBe(id)
    const refused = await issue({}, seeing)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
  })
})
