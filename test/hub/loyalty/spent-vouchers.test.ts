import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { until } from '#test/support/until.ts'

const VOUCHERS = '/api/loyalty/vouchers'
const SALES = '/api/sales/retail'

describe('vouchers spent in receipts', () => {
  const door = useHub()
  let shop: Organization
  let device: Device
  let tea: string

  beforeAll(async () => {
    shop = await signUp(door)
    device = await enrolDevice(door, shop)
    tea = await createProduct(shop, { name: 'Tea', kind: 'Service', retailPrice: 100 })
  })

  const issue = async (more: object = {}): Promise<{ id: string; number: string }> => {
    const { status, body } = await shop.api.post(`${VOUCHERS}/issue`, { amount: 150, ...more })
    expect(status).toBe(201)
    return body
  }
  const paid = (reference: string, more: Partial<SaleBody> = {}): SaleBody =>
    saleBody(shop, [{ productId: tea }], {
      payments: [{ type: 'GiftCard', amount: 100, reference }],
      ...more,
    })
  const upload = async (...sales: SaleBody[]) => {
    const { body } = await device.upload(sales.map((sale) => device.item(sale)))
    expect(body.results.map(({ result }: { result: string }) => result)).toEqual(sales.map(() => 'accepted'))
  }
  const flagsOf = async ({ id }: { id: string }): Promise<string[]> =>
    (await shop.api.get(`${SALES}/${id}`)).body.flags
      .map(({ code }: { code: string }) => code)
      .filter((code: string) => code.startsWith('voucher'))
  const balance = async ({ id }: { id: string }) => (await shop.api.get(`${VOUCHERS}/${id}`)).body.balance
  const ledger = async ({ id }: { id: string }) =>
    (await shop.api.get(`${VOUCHERS}/${id}/entries`)).body.items.map(
      ({ kind, amount }: { kind: string; amount: number }) => [kind, amount],
    )

  it('spends a voucher only once per sale, for any spelling of its number', async () => {
    const voucher = await issue({ number: 'Ab 1' })
    const sale = paid(' aB1 ')
    const item = device.item(sale)
    for (const _ of [1, 2]) await device.upload([item])
    expect([await balance(voucher), await flagsOf(sale)]).toEqual([50, []])
    expect(await ledger(voucher)).toEqual(expect.arrayContaining([['Spend', -100]]))
  })

  it('refunds a return to the voucher, even when the return arrives before the sale', async () => {
    const voucher = await issue()
    const sale = paid(voucher.number)
    const back = paid(voucher.number, { isReturn: true, originalSaleId: sale.id })
    await upload(back)
    expect(await balance(voucher)).toBe(250)
    await upload(sale)
    expect([await balance(voucher), await flagsOf(sale), await flagsOf(back)]).toEqual([150, [], []])
  })

  it('accepts and flags unknown, blocked, expired and overspent vouchers', async () => {
    const other = await signUp(door)
    const foreign = (await other.api.post(`${VOUCHERS}/issue`, { number: newId(), amount: 500 })).body
    const [blocked, expired, small] = [
      await issue(),
      await issue({ expiresAt: '2020-01-01T00:00:00Z' }),
      await issue({ amount: 99.99 }),
    ]
    await shop.api.post(`${VOUCHERS}/${blocked.id}/block`, { reason: null })
    const sales = [foreign, blocked, expired, small].map(({ number }) => paid(number))
    await upload(...sales)
    expect(await Promise.all(sales.map(flagsOf))).toEqual([
      ['voucher_unknown'],
      ['voucher_blocked'],
      ['voucher_expired'],
      ['voucher_overspent'],
    ])
    expect([await balance(blocked), await balance(expired), await balance(small)]).toEqual([50, 50, -0.01])
    expect((await other.api.get(`${VOUCHERS}/${foreign.id}`)).body.balance).toBe(500)
  })

  it('accepts both sales when two tills overspend a voucher, and flags the one booked last', async () => {
    const till = await enrolDevice(door, shop)
    const voucher = await issue()
    const [one, two] = [paid(voucher.number), paid(voucher.number)]
    await Promise.all([device.upload([device.item(one)]), till.upload([till.item(two)])])
    expect(await balance(voucher)).toBe(-50)
    expect([...(await flagsOf(one)), ...(await flagsOf(two))]).toEqual(['voucher_overspent'])
    const shown = await Promise.all([one, two].map(({ id }) => shop.api.get(`${SALES}/${id}`)))
    const values = shown.flatMap(({ body }) => body.flags.map((flag: { values: object }) => flag.values))
    expect(values).toContainEqual({ voucher: voucher.number, balance: -50 })
    const next = await issue()
    const soldAt = new Date(Date.now() - 60_000).toISOString()
    const [later, earlier] = [paid(next.number), paid(next.number, { soldAt })]
    await upload(later)
    await till.upload([till.item(earlier)])
    expect([await flagsOf(later), await flagsOf(earlier)]).toEqual([[], ['voucher_overspent']])
  })

  it('includes in the balance what another transaction spends during the upload', async () => {
    const voucher = await issue()
    const client = new pg.Client({ connectionString: door.database.ownerUrl })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM gift_vouchers WHERE id = $1 FOR NO KEY UPDATE', [voucher.id])
    await client.query(
      `INSERT INTO gift_voucher_entries (organization_id, id, voucher_id, kind, amount, at)
       SELECT organization_id, $2, id, 'Spend', -10000, now() FROM gift_vouchers WHERE id = $1`,
      [voucher.id, newId()],
    )
    const sale = paid(voucher.number)
    let isBooked = false
    const booked = upload(sale).then(() => {
      isBooked = true
    })
    const waiting = 'SELECT 1 FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid'
    await until(
      'the upload waits for the voucher, or does not',
      async () => isBooked || (await client.query(waiting)).rowCount === 1,
    )
    await client.query('COMMIT')
    await booked
    expect([await balance(voucher), await flagsOf(sale)]).toEqual([-50, ['voucher_overspent']])
  })

  it('limits back-office payments to the voucher balance, and restores the balance when a sale is unposted', async () => {
    const voucher = await issue()
    const draft = async (reference: string): Promise<string> => {
      const payments = [{ type: 'GiftCard', amount: 100, reference }]
      const lines = [{ productId: tea, quantity: 1, price: 100 }]
      return (await shop.api.post(SALES, { storeId: shop.storeId, lines, payments })).body.id
    }
    const post = (id: string) => shop.api.post(`${SALES}/${id}/post`)
    const [first, second] = [await draft(voucher.number), await draft(voucher.number)]
    const answers = await Promise.all([post(first), post(second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const refused = answers.find(({ status }) => status === 400)
    expect(refused?.body.errors).toMatchObject([{ pointer: '#/payments' }])
    expect(await balance(voucher)).toBe(50)
    const posted = answers[0].status === 200 ? first : second
    expect((await shop.api.post(`${SALES}/${posted}/unpost`)).status).toBe(200)
    expect([await balance(voucher), (await post(posted)).status]).toEqual([150, 200])
    expect(await balance(voucher)).toBe(50)
    expect((await post(await draft('nobody'))).status).toBe(400)
    const unnamed = await post(await draft(' '))
    expect([unnamed.status, unnamed.body.errors[0].pointer]).toEqual([400, '#/payments/0/reference'])
    const back = (await shop.api.post(`${SALES}/${posted}/create-return`)).body
    expect(back.payments).toMatchObject([{ type: 'GiftCard', amount: 100, reference: voucher.number }])
    expect([(await post(back.id)).status, await balance(voucher)]).toEqual([200, 150])
  })
})
