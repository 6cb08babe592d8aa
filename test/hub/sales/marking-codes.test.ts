import { describe, expect, it } from 'vitest'
import type { SaleBody } from '#shared/sync/sale.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Answer, useHub } from '#test/support/hub.ts'
import { type BackOffice, openBackOffice, SALES } from './back-office.ts'

const GS = '\u001d'
/** Returns the marking code of a bottle of water with the given serial number. */
const bottle = (serial: string) => `010460000000001521${serial}${GS}93dGVz`
const bare = (code: string) => `]d2${code.replaceAll(GS, '')}`

interface Shop extends BackOffice {
  water: string
  devices: [Device, Device]
}
type Line = SaleBody['lines'][number]

describe.concurrent('marking codes at the hub', () => {
  const door = useHub()

  async function open(): Promise<Shop> {
    const office = await openBackOffice(door)
    const { shop } = office
    const water = await createProduct(shop, {
      name: 'Water',
      kind: 'Service',
      retailPrice: 100,
      trackingType: 'Water',
      paymentSubject: 'Excisable',
      ntin: '0201000000012',
    })
    return { ...office, water, devices: [await enrolDevice(door, shop), await enrolDevice(door, shop)] }
  }

  /** Returns a receipt with one bottle per line. */
  const receipt = ({ shop, water }: Shop, serials: string[], more: Partial<SaleBody> = {}) => {
    const [line] = saleBody(shop, [{ productId: water }]).lines as [Line]
    const lines = serials.map((serial, i) => ({
      ...line,
      lineNo: i + 1,
      price: 100,
      sum: 100,
      vatRate: null,
      vatSum: 0,
      name: 'Water',
      trackingType: 'Water',
      paymentSubject: 'Excisable',
      ntin: '0201000000012',
      markingCodes: [bottle(serial)],
    }))
    const sum = 100 * lines.length
    const payments: SaleBody['payments'] = [{ type: 'Cash', amount: sum }]
    return { ...saleBody(shop, []), lines, payments, sum, changeSum: 0, ...more } as SaleBody
  }

  const send = async ({ api }: Shop, device: Device, ...sales: SaleBody[]) => {
    const answer = await device.upload(sales.map((sale) => device.item(sale)))
    expect(answer.body.results).toMatchObject(sales.map(() => ({ result: 'accepted' })))
    return Promise.all(sales.map(async ({ id }) => (await api.get(`${SALES}/${id}`)).body))
  }
  const flagsOf = ({ flags }: Answer['body']) =>
    flags.map(({ code, lineNo }: { code: string; lineNo?: number }) => `${lineNo}: ${code}`)
  const flags = async (shop: Shop, device: Device, ...sales: SaleBody[]) =>
    (await send(shop, device, ...sales)).map(flagsOf)

  it('keeps marking codes as scanned, with the tracking type, payment subject and NTIN of the product', async () => {
    const shop = await open()
    const sale = receipt(shop, ['S1', 'S2'])
    const [body] = await send(shop, shop.devices[0], sale)
    const goods = { trackingType: 'Water', paymentSubject: 'Excisable', ntin: '0201000000012' }
    expect(body).toMatchObject({
      flags: [],
      lines: [
        { ...goods, markingCodes: [bottle('S1')] },
        { ...goods, markingCodes: [bottle('S2')] },
      ],
    })
  })

  it('flags a receipt that sells or returns the same piece again, for any form of the code', async () => {
    const shop = await open()
    const [one, other] = shop.devices
    expect(await flags(shop, one, receipt(shop, ['S1', 'S2']))).toEqual([[]])
    const again = receipt(shop, ['S3', 'S2'])
    const [first, second] = again.lines as [Line, Line]
    const lines = [first, { ...second, markingCodes: [bare(bottle('S2'))] }]
    expect(await flags(shop, other, { ...again, lines })).toEqual([['2: marking_code_used']])
    const back = { isReturn: true }
    expect(await flags(shop, one, receipt(shop, ['S1'], back))).toEqual([[]])
    expect(await flags(shop, other, receipt(shop, ['S1'], back))).toEqual([['1: marking_code_used']])
    // Each receipt of an upload is checked against the earlier ones in it. The last receipt repeats a code.
    expect(
      await flags(
        shop,
        one,
        receipt(shop, ['S7']),
        receipt(shop, ['S7']),
        receipt(shop, ['S7'], back),
        receipt(shop, ['S8', 'S8']),
      ),
    ).toEqual([[], ['1: marking_code_used'], [], ['2: marking_code_used']])
  })

  it('flags neither a return before its sale, nor the two sales after it, nor a sale in another organization', async () => {
    const [shop, other] = await Promise.all([open(), open()])
    expect(await flags(shop, shop.devices[0], receipt(shop, ['S1'], { isReturn: true }))).toEqual([[]])
    expect(await flags(shop, shop.devices[1], receipt(shop, ['S1']))).toEqual([[]])
    expect(await flags(shop, shop.devices[1], receipt(shop, ['S1']))).toEqual([[]])
    expect(await flags(other, other.devices[0], receipt(other, ['S1']))).toEqual([[]])
  })

  it('flags a piece only once when two tills sell it concurrently', async () => {
    const shop = await open()
    const serials = Array.from({ length: 20 }, (_, i) => `S${i}`)
    const [one, other] = await Promise.all([
      flags(shop, shop.devices[0], receipt(shop, serials)),
      flags(shop, shop.devices[1], receipt(shop, serials.toReversed())),
    ])
    const counts = [one, other].map(([found = []]) => found.length)
    expect(counts.sort()).toEqual([0, 20])
  })

  it('flags lines with a missing or invalid marking code', async () => {
    const shop = await open()
    const sale = receipt(shop, ['S1', 'S2', 'S3'])
    const [a, b, c] = sale.lines as [Line, Line, Line]
    const lines = [{ ...a, markingCodes: [] }, { ...b, markingCodes: ['4600000000015'] }, c]
    expect(await flags(shop, shop.devices[0], { ...sale, lines })).toEqual([
      ['1: marking_code_missing', '2: marking_code_invalid'],
    ])
  })

  it('refuses a repeated marking code in a back-office document, and restores missing separators of a code', async () => {
    const shop = await open()
    const { api, water, sale } = shop
    const twice = sale([
      { productId: water, markingCodes: [bottle('S1')] },
      { productId: water, markingCodes: [bottle('S2'), bare(bottle('S1'))] },
    ])
    const refused = { status: 400, body: { errors: [{ pointer: '#/lines/1/markingCodes/1' }] } }
    expect(await api.post(SALES, twice)).toMatchObject(refused)
    const { storeId } = shop.shop
    const counterparty = await api.post('/api/catalog/counterparties', { name: 'Café' })
    const counterpartyId = counterparty.body.id
    const demand = { storeId, counterpartyId, lines: twice.lines }
    expect(await api.post('/api/sales/demands', demand)).toMatchObject(refused)
    const { body } = await api.post(SALES, sale([{ productId: water, markingCodes: [bare(bottle('S1'))] }]))
    expect(body.lines).toMatchObject([
      { markingCodes: [bottle('S1')], trackingType: 'Water', ntin: '0201000000012' },
    ])
  })

  it('refuses to sell or return the same piece twice in the back office', async () => {
    const shop = await open()
    const { api, water, post } = shop
    await send(shop, shop.devices[0], receipt(shop, ['S1']))
    const line = (serial: string) => ({ productId: water, markingCodes: [bottle(serial)] })
    const again = await shop.draft([line('S0'), line('S1')])
    expect(await post(again.id)).toMatchObject({
      status: 409,
      body: { code: 'marking_code_used', errors: [{ pointer: '#/lines/1/markingCodes/0' }] },
    })
    const sold = await shop.sell([line('S2'), { productId: water }])
    // A draft does not reserve its pieces.
    await shop.draft([line('S3')])
    expect((await shop.sell([line('S3')])).status).toBe('Posted')
    const back = (await api.post(`${SALES}/${sold.id}/create-return`)).body
    expect(back.lines).toMatchObject([{ markingCodes: [bottle('S2')] }, { markingCodes: [] }])
    const drafts = [await shop.draft([line('S2')]), await shop.draft([line('S2')])]
    expect((await post(back.id)).status).toBe(200)
    const outcomes = await Promise.all(drafts.map(async ({ id }) => (await post(id)).status))
    expect(outcomes.sort()).toEqual([200, 409])
  })
})
