import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'

const CARDS = '/api/loyalty/cards'
const DAY_MS = 24 * 60 * 60_000

describe('points of till receipts', () => {
  const door = useHub()
  let shop: Organization
  let api: ApiClient
  let device: Device
  let tea: string
  let wine: string

  beforeAll(async () => {
    shop = await signUp(door)
    api = shop.api
    device = await enrolDevice(door, shop)
    tea = await createProduct(shop, { name: 'Tea', kind: 'Service', retailPrice: 100 })
    const group = (await api.post('/api/catalog/product-groups', { name: 'Drinks' })).body.id
    const below = (await api.post('/api/catalog/product-groups', { name: 'Wines', parentId: group })).body.id
    const more = { kind: 'Service', retailPrice: 100, productGroupId: below }
    wine = await createProduct(shop, { name: 'Wine', ...more })
    groupId = group
  })
  let groupId: string

  async function issue(program: object = {}, client = api): Promise<string> {
    const body = { name: newId(), kind: 'Bonus', earnPercent: 10, ...program }
    const made = await client.post('/api/loyalty/programs', body)
    expect([made.status, made.body.errors]).toEqual([201, undefined])
    const card = await client.post(`${CARDS}/issue`, { cardNumber: newId(), programId: made.body.id })
    expect(card.status).toBe(201)
    return card.body.id
  }
  const bought = (loyaltyCardId: string, more: Partial<SaleBody> = {}, products = [tea]) =>
    saleBody(
      shop,
      products.map((productId) => ({ productId })),
      { loyaltyCardId, ...more },
    )
  const upload = async (...sales: SaleBody[]) => {
    const { body } = await device.upload(sales.map((sale) => device.item(sale)))
    expect(body.results.map(({ result }: { result: string }) => result)).toEqual(sales.map(() => 'accepted'))
  }
  const flagsOf = async ({ id }: SaleBody): Promise<string[]> =>
    (await api.get(`/api/sales/retail/${id}`)).body.flags
      .map(({ code }: { code: string }) => code)
      .filter((code: string) => /card|points/.test(code))
  const card = async (id: string) => (await api.get(`${CARDS}/${id}`)).body
  const balance = async (id: string): Promise<number> => (await card(id)).balance
  const ledger = async (id: string) =>
    (await api.get(`${CARDS}/${id}/points`)).body.items.map(
      ({ kind, points }: { kind: string; points: number }) => [kind, points],
    )
  const withPoints = (amount: number): Partial<SaleBody> => ({
    payments: [
      { type: 'Bonus', amount },
      { type: 'Cash', amount: 100 - amount },
    ],
  })
  const returned = (original: SaleBody, more: Partial<SaleBody> = {}) =>
    bought('', { isReturn: true, originalSaleId: original.id, loyaltyCardId: null, ...more })

  it('earns points only once for a sale that is uploaded repeatedly', async () => {
    const id = await issue()
    const sale = bought(id)
    const item = device.item(sale)
    for (const _ of [1, 2]) await device.upload([item])
    expect([await balance(id), await ledger(id)]).toEqual([10, [['Earn', 10]]])
    expect(await flagsOf(sale)).toEqual([])
  })

  it('earns no points for products of excluded groups, discounted lines and the part paid in points', async () => {
    const id = await issue({ excludedGroupIds: [groupId], excludeDiscountedLines: true })
    await upload(bought(id, {}, [tea, wine]))
    expect(await balance(id)).toBe(10)
    const reduced = { discounts: [{ kind: 'Promotion', scope: 'Line', lineNo: 1, amount: 0 }] } as never
    await upload(bought(id, reduced, [tea, tea]))
    expect(await balance(id)).toBe(20)
    await upload(bought(id, withPoints(20)))
    expect(await balance(id)).toBe(8)
  })

  it('accepts and flags a sale that spends more points than the share or the balance allows', async () => {
    const id = await issue({ spendRate: 2, maxSpendPercent: 30, earnPercent: 20 })
    const [first, second, third] = [bought(id), bought(id, withPoints(30)), bought(id, withPoints(31))]
    await upload(first)
    await upload(second, third)
    expect([await flagsOf(first), await flagsOf(second)]).toEqual([[], []])
    expect(await flagsOf(third)).toEqual(['points_over_share'])
    expect(await balance(id)).toBe(20 - 15 + 14 - 15.5 + 13.8)
    const beyond = bought(id, { ...withPoints(30), soldAt: new Date(Date.now() - 60_000).toISOString() })
    const empty = await issue()
    const overspent = bought(empty, withPoints(30))
    await upload(beyond, overspent)
    expect(await flagsOf(overspent)).toEqual(['points_overspent'])
    const { flags } = (await api.get(`/api/sales/retail/${overspent.id}`)).body
    expect(flags.map((flag: { values: object }) => flag.values)).toContainEqual({
      card: expect.any(String),
      balance: -23,
    })
    expect(await balance(empty)).toBe(-30 + 7)
    expect(await ledger(empty)).toEqual(
      expect.arrayContaining([
        ['Spend', -30],
        ['Earn', 7],
      ]),
    )
  })

  it('accepts both sales when two tills spend the same points concurrently, and flags one of them', async () => {
    const other = await enrolDevice(door, shop)
    for (let round = 1; round <= 5; round += 1) {
      const id = await issue()
      await upload(...Array.from({ length: 5 }, () => bought(id)))
      const [one, two] = [bought(id, withPoints(40)), bought(id, withPoints(40))]
      await Promise.all([device.upload([device.item(one)]), other.upload([other.item(two)])])
      expect(await balance(id)).toBe(50 - 80 + 12)
      expect([...(await flagsOf(one)), ...(await flagsOf(two))]).toEqual(['points_overspent'])
    }
  })

  it('returns points proportionally and the remainder with the last return, in any upload order', async () => {
    const id = await issue()
    const sale = bought(id, withPoints(40), [tea])
    await upload(bought(id, {}, [tea, tea, tea, tea]), sale)
    expect(await balance(id)).toBe(40 - 40 + 6)
    const third = (sum: number, inPoints: number) => {
      const [line] = sale.lines
      return returned(sale, {
        lines: [{ ...line, quantity: Math.round(sum * 10) / 1000, sum, originalLineNo: 1 }] as never,
        sum,
        payments: [
          { type: 'Bonus', amount: inPoints },
          { type: 'Cash', amount: Math.round((sum - inPoints) * 100) / 100 },
        ],
      })
    }
    await upload(third(33.3, 13.32), third(33.3, 13.32))
    expect(await ledger(id)).toEqual(
      expect.arrayContaining([
        ['Reverse', -1.99],
        ['Reverse', 13.32],
      ]),
    )
    await upload(third(33.4, 13.36))
    expect(await balance(id)).toBe(40)

    const [late, before] = [bought(id), [] as SaleBody[]]
    before.push(returned(late))
    await upload(...before)
    expect(await balance(id)).toBe(40)
    await upload(late)
    expect(await balance(id)).toBe(40)
  })

  it('returns spent points only for the part refunded in points', async () => {
    const id = await issue()
    await upload(bought(id, {}, [tea, tea, tea, tea]))
    const sale = bought(id, withPoints(40))
    const inCash = returned(sale)
    await upload(sale, inCash)
    expect(await balance(id)).toBe(0)
    expect((await api.get(`/api/sales/retail/${sale.id}`)).body).toMatchObject({
      bonusSpent: 40,
      bonusEarned: 6,
    })
    expect((await api.get(`/api/sales/retail/${inCash.id}`)).body).toMatchObject({
      bonusSpent: 0,
      bonusEarned: 6,
    })
  })

  it('credits the points stated by the till including promotion gifts, and flags differences', async () => {
    const id = await issue()
    const gift = { name: 'Gift', kind: 'GiftPoints', effect: { points: 6 }, requiresCard: true }
    const { body: promotion } = await api.post('/api/promotions', gift)
    const stated = (
      earned: number,
      points: number,
      promotionId: string = promotion.id,
    ): Partial<SaleBody> => ({
      points: { spent: 0, earned, gifts: [{ promotionId, name: 'Gift', points }] },
    })
    const [right, more, unknown] = [
      bought(id, stated(10, 6)),
      bought(id, stated(12, 7)),
      bought(id, stated(10, 6, newId())),
    ]
    await upload(right)
    expect([await balance(id), await flagsOf(right)]).toEqual([16, []])
    expect((await api.get(`/api/sales/retail/${right.id}`)).body).toMatchObject({
      bonusSpent: 0,
      bonusEarned: 16,
    })
    await upload(more, unknown)
    expect(await balance(id)).toBe(16 + 19 + 16)
    const codes = async ({ id: saleId }: SaleBody) =>
      (await api.get(`/api/sales/retail/${saleId}`)).body.flags.map(({ code }: { code: string }) => code)
    expect(await codes(more)).toEqual(['promotion_differs', 'points_differ'])
    expect(await codes(unknown)).toEqual(['promotion_unknown'])
    await upload(returned(right))
    expect(await balance(id)).toBe(19 + 16)
    await api.delete(`/api/promotions/${promotion.id}`)
  })

  it('reverses points with a back-office return, and restores them when the return is unposted', async () => {
    const id = await issue()
    const sale = bought(id)
    await upload(sale)
    const { body } = await api.post(`/api/sales/retail/${sale.id}/create-return`)
    const post = await api.post(`/api/sales/retail/${body.id}/post`)
    expect([post.status, await balance(id)]).toEqual([200, 0])
    expect((await api.post(`/api/sales/retail/${body.id}/unpost`)).status).toBe(200)
    expect(await balance(id)).toBe(10)
    expect((await api.post(`/api/sales/retail/${body.id}/post`)).status).toBe(200)
    expect(await balance(id)).toBe(0)
  })

  it('activates points after the delay of the program and expires them after its period', async () => {
    const soldAt = (daysAgo: number) => ({ soldAt: new Date(Date.now() - daysAgo * DAY_MS).toISOString() })
    const waiting = await issue({ activationDelayDays: 2 })
    await upload(bought(waiting))
    expect(await card(waiting)).toMatchObject({ balance: 0, pendingPoints: 10 })
    const expiring = await issue({ expirationDays: 5 })
    await upload(bought(expiring, soldAt(6)), bought(expiring, soldAt(4)))
    expect(await balance(expiring)).toBe(10)
    expect(await ledger(expiring)).toEqual([
      ['Expire', -10],
      ['Earn', 10],
      ['Earn', 10],
    ])
    // An offline till spent these points before they expired.
    await upload(bought(expiring, { ...soldAt(5), ...withPoints(10) }))
    expect(await ledger(expiring)).not.toContainEqual(['Expire', -10])
  })

  it('credits welcome points only for the first purchase', async () => {
    const id = await issue({ welcomeMode: 'FirstPurchase', welcomeBonus: 50, earnPercent: 0 })
    expect(await balance(id)).toBe(0)
    await upload(bought(id), bought(id))
    expect(await ledger(id)).toEqual([['Welcome', 50]])
  })

  it('flags unknown and blocked cards and points spent without a card, and credits points to a blocked card', async () => {
    const unknown = bought(newId())
    const foreign = await signUp(door)
    const ofOther = bought(await issue({}, foreign.api))
    const bare = bought('', { ...withPoints(10), loyaltyCardId: null })
    await upload(unknown, ofOther, bare)
    expect(await flagsOf(unknown)).toEqual(['card_unknown'])
    expect(await flagsOf(ofOther)).toEqual(['card_unknown'])
    expect(await flagsOf(bare)).toEqual(['points_without_card'])
    const id = await issue()
    await api.post(`${CARDS}/${id}/block`, { reason: 'Lost' })
    const blocked = bought(id)
    await upload(blocked)
    expect([await flagsOf(blocked), await balance(id)]).toEqual([['card_blocked'], 10])
  })

  it('refuses to change an entry of the points ledger', async () => {
    const id = await issue()
    await upload(bought(id))
    const entry = (await api.get(`${CARDS}/${id}/points`)).body.items[0]
    expect(entry).toMatchObject({ kind: 'Earn', cardId: id })
    expect((await api.put(`${CARDS}/${id}/points`, entry)).status).toBe(405)
  })

  it('corrects points only once per id, with a reason and within the balance of the card', async () => {
    const id = await issue()
    const correct = (body: object, client = api) => client.post(`${CARDS}/${id}/correct-points`, body)
    const once = { id: newId(), points: 30, reason: 'Goods were spoilt' }
    for (const _ of [1, 2]) expect((await correct(once)).body).toMatchObject({ id, balance: 30 })
    expect((await correct({ points: -12.5, reason: 'Given by mistake' })).body.balance).toBe(17.5)
    const tooMuch = await correct({ points: -17.51, reason: 'All' })
    expect([tooMuch.status, tooMuch.body.errors[0].pointer]).toEqual([400, '#/points'])
    for (const [name, body] of [
      ['reason', { points: 1, reason: ' ' }],
      ['points', { points: 0, reason: 'None' }],
    ] as const)
      expect((await correct(body)).body.errors[0].pointer).toBe(`#/${name}`)
    const other = await signUp(door)
    expect((await correct({ points: 1, reason: 'Theirs' }, other.api)).status).toBe(404)
    expect((await api.get(`${CARDS}/${id}/points`)).body.items).toMatchObject([
      { kind: 'Adjust', points: -12.5, reason: 'Given by mistake', expiresAt: null },
      { kind: 'Adjust', points: 30, reason: 'Goods were spoilt' },
    ])
  })
})
