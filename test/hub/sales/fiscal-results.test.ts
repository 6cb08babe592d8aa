import { afterAll, beforeAll, expect, it } from 'vitest'
import { newReceiptToken } from '#shared/receipts/receipt-token.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { type FiscalEmulator, startFiscalEmulator, type Wire } from '#test/fiscal/emulator/server.ts'
import { changePoint } from '#test/support/change-point.ts'
import { createProduct, type Device, enrolDevice, receiptEmailed, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { MailServer, mailThrough } from '#test/support/mail-server.ts'
import { superAdmin } from '#test/support/people.ts'

const MARKS = ['0104600000000015215abc\u001d93dGVz', '0104600000000015215abd\u001d93dGVz']

let emulator: FiscalEmulator
let door: TestHub
let mails: MailServer
/** Credentials received by the Webkassa sign-in. */
const signedIn: Wire[] = []
beforeAll(async () => {
  emulator = await startFiscalEmulator(0, (when, { path, headers, body }) => {
    if (when === 'before' && path.endsWith('Authorize'))
      signedIn.push({ key: headers['x-api-key'], Password: body.Password })
    return undefined
  })
  door = await startTestHub({ fiscalEmulatorUrl: emulator.url })
  mails = await MailServer.start()
  await mailThrough(await superAdmin(door, await signUp(door)), mails)
})
afterAll(async () => {
  await mails?.stop()
  await door?.[Symbol.asyncDispose]()
  await emulator?.[Symbol.asyncDispose]()
})

interface Till {
  shop: Organization
  device: Device
  tea: string
}

async function openTill(country: 'RU' | 'KZ', cashBox: object): Promise<Till> {
  const shop = await signUp(door, { country })
  const { api } = shop
  await changePoint(shop, { receiptLanguage: country === 'RU' ? 'ru' : 'kk' })
  const organization = (await api.get('/api/organization/settings')).body
  const defaultVatRate = country === 'RU' ? 22 : 16
  const set = await api.put('/api/organization/settings', { ...organization, defaultVatRate })
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  const { updatedAt: _, ...settings } = (await api.get('/api/organization/fiscal')).body
  const put = await api.put('/api/organization/fiscal', { ...settings, cashBox })
  expect(put.status, JSON.stringify(put.body)).toBe(200)
  // Saves the settings like a page that changes another field, with masked secrets.
  const { updatedAt: __, ...masked } = put.body
  expect((await api.put('/api/organization/fiscal', masked)).status).toBe(200)
  // The settings refuse addresses of this machine, so the address is set directly.
  await using owner = await door.database.connect()
  await owner.query(
    `UPDATE fiscal_cash_boxes SET settings = settings || jsonb_build_object('baseUrl', $1::text) WHERE provider = 'Webkassa'`,
    [emulator.url],
  )
  const tea = await createProduct(shop, { name: 'Tea', retailPrice: 100 })
  return { shop, device: await enrolDevice(door, shop), tea }
}

const WEBKASSA = {
  provider: 'Webkassa',
  baseUrl: null,
  login: 'shop',
  cashboxUniqueNumber: 'SWK00000001',
  apiKey: 'key',
  password: 'secret',
}

/** Returns a sale of two marked packets, a service and a gift voucher. Points pay 30 of it, and there is change. */
function soldAt({ shop, tea }: Till, changes: Partial<SaleBody> = {}): SaleBody {
  const line = { productId: tea, discountAmount: 0, markingCodes: [] }
  return saleBody(shop, [], {
    receiptToken: newReceiptToken(),
    cashierName: 'Анна',
    customerEmail: 'ira@home.example',
    customerPhone: '+77001234567',
    lines: [
      {
        ...line,
        lineNo: 1,
        name: 'Чай',
        quantity: 2,
        price: 100,
        sum: 200,
        vatRate: 22,
        vatSum: 36.07,
        markingCodes: MARKS,
        ntin: '0200034567890',
      },
      {
        ...line,
        lineNo: 2,
        name: 'Доставка',
        quantity: 1,
        price: 50,
        sum: 50,
        vatRate: null,
        vatSum: 0,
        paymentSubject: 'Service',
      },
    ],
    vouchers: [{ number: `N ${newId()}`, amount: 500, isReload: false }],
    sum: 250,
    vatSum: 36.07,
    changeSum: 30,
    payments: [
      { type: 'Bonus', amount: 30 },
      { type: 'Cash', amount: 750 },
    ],
    ...changes,
  })
}

async function book({ shop, device }: Till, sale: SaleBody): Promise<Wire> {
  const { body } = await device.upload([device.item(sale)])
  expect(body.results[0].result, JSON.stringify(body.results[0])).toBe('accepted')
  const receipt = async () => (await shop.api.get(`/api/sales/fiscal-receipts/${sale.id}`)).body
  await expect.poll(async () => (await receipt()).state, { timeout: 30_000 }).toBe('Done')
  return receipt()
}

const pageOf = async ({ receiptToken }: SaleBody): Promise<string> => {
  const page = await door.hub.request(`/r/${receiptToken}`)
  return (await page.text()).replaceAll(/\s+/g, ' ')
}

async function mailOf({ shop, device }: Till, { id, receiptNumber }: SaleBody) {
  const email = `${newId()}@home.example`
  await device.upload([device.item(receiptEmailed(shop, id, email, receiptNumber), { type: 'till_event' })])
  const [mail] = await mails.mailsTo(email)
  return must(mail)
}

it('sends all sale data to a Russian provider, and shows the result on the receipt page and in the mail', async () => {
  const till = await openTill('RU', { provider: 'Emulator' })
  const sale = soldAt(till)
  const { sign, docNumber } = await book(till, sale)
  const item = (name: string, sum: number, type: string, vat: number) =>
    expect.objectContaining({ name, sum, quantity: 1, vat: { type, sum: vat } })
  const { receipt }: Wire = must(emulator.atol.books.entries.get(sale.id)).request
  expect(receipt).toMatchObject({
    client: { email: 'ira@home.example' },
    cashier: 'Анна',
    items: [
      item('Чай', 88, 'vat22', 15.87),
      item('Чай', 88, 'vat22', 15.87),
      item('Доставка', 44, 'none', 0),
      item(`Подарочный сертификат ${must(sale.vouchers?.[0]).number}`, 500, 'vat122', 90.16),
    ],
    payments: [{ type: 0, sum: 720 }],
    total: 720,
  })
  const gs1m = MARKS.map((code) => Buffer.from(code).toString('base64'))
  expect(receipt.items.map(({ mark_code }: Wire) => mark_code?.gs1m)).toEqual([...gs1m, undefined, undefined])
  expect(receipt.items.map(({ payment_object }: Wire) => payment_object)).toEqual([33, 33, 4, 10])
  const code = `t=20260301T1500&s=720.00&fn=9999078900000000&i=${docNumber}&fp=${sign}&n=1`
  const page = await pageOf(sale)
  for (const shown of ['КАССОВЫЙ ЧЕК', 'ПРИХОД', '<svg', code.replaceAll('&', '&amp;'), '720,00', 'ОСН'])
    expect(page).toContain(shown)
  for (const other of ['НЕ ФИСКАЛЬНЫЙ', '750,00 ₸', 'Баллы<']) expect(page).not.toContain(other)
  const mail = await mailOf(till, sale)
  expect(mail.text).toContain(code)
  expect(mail.text).toMatch(/ИТОГО +720,00/)
  expect(mail.text).not.toContain('НЕ ФИСКАЛЬНЫЙ')
  expect(mail.html).toContain(code.replaceAll('&', '&amp;'))
}, 60_000)

it('sends the national product number and the original sale of a return to a Kazakh provider, and links the fiscal receipt on the receipt page and in the mail', async () => {
  const till = await openTill('KZ', WEBKASSA)
  const sale = soldAt(till)
  const { sign } = await book(till, sale)
  expect(signedIn[0]).toEqual({ key: 'key', Password: 'secret' })
  const requested = (id: string) => emulator.webkassa.books.entries.get(id)?.request as Wire
  expect(requested(sale.id)).toMatchObject({
    Positions: [
      { PositionName: 'Чай', NTIN: '0200034567890', GTIN: '04600000000015', Mark: MARKS[0] },
      { PositionName: 'Чай', NTIN: '0200034567890', GTIN: '04600000000015', Mark: MARKS[1] },
      { PositionName: 'Доставка', TaxType: 0 },
      // The voucher is not taxed. The products bought with it later are.
      { PositionName: expect.stringContaining('сертификат'), TaxType: 0, Tax: 0 },
    ],
    Payments: [{ PaymentType: 0, Sum: 750 }],
    Change: 30,
    CustomerPhone: '+77001234567',
  })
  const [line] = sale.lines
  const back = soldAt(till, {
    isReturn: true,
    originalSaleId: sale.id,
    vouchers: [],
    sum: 100,
    vatSum: 18.03,
    changeSum: 0,
    lines: [{ ...must(line), quantity: 1, sum: 100, vatSum: 18.03, originalLineNo: 1, markingCodes: [] }],
    payments: [{ type: 'Cash', amount: 100 }],
  })
  await book(till, back)
  expect(requested(back.id).ReturnBasisDetails).toEqual({
    CheckNumber: sign,
    DateTime: '01.03.2026 17:00:00',
    RegistrationNumber: '010100000001',
    Total: 720,
    IsOffline: false,
  })
  const offline = soldAt(till, {
    lines: [{ ...must(sale.lines[1]), price: 100.09, sum: 100.09, lineNo: 1 }],
    vouchers: [],
    sum: 100.09,
    vatSum: 0,
    changeSum: 0,
    payments: [{ type: 'Card', amount: 100.09 }],
  })
  await book(till, offline)
  const page = await pageOf(offline)
  for (const shown of ['ФИСКАЛДЫҚ ЧЕК', 'Автономды', '<svg', '<a href="https://ofd.test/'])
    expect(page).toContain(shown)
  expect(page).not.toContain('ФИСКАЛДЫҚ ЕМЕС')
  expect(await pageOf(sale)).not.toContain('Автономды')
  expect((await mailOf(till, offline)).text).toMatch(/https:\/\/ofd\.test\/\d+/)
}, 60_000)

it('creates a fiscal receipt for a sale of a closed day only when a user posts it', async () => {
  const till = await openTill('KZ', { provider: 'Emulator' })
  const { api } = till.shop
  const close = async (closedUntil: string | null) => {
    const settings = (await api.get('/api/organization/settings')).body
    expect((await api.put('/api/organization/settings', { ...settings, closedUntil })).status).toBe(200)
  }
  await close('2026-03-31')
  const sale = soldAt(till, { soldAt: '2026-03-10T09:30:00.000Z', customerEmail: null })
  await till.device.upload([till.device.item(sale)])
  expect((await api.get(`/api/sales/retail/${sale.id}`)).body.status).toBe('Draft')
  expect((await api.get(`/api/sales/fiscal-receipts/${sale.id}`)).status).toBe(404)
  await close(null)
  const posted = await api.post(`/api/sales/retail/${sale.id}/post`, {})
  expect(posted.status, JSON.stringify(posted.body)).toBe(200)
  const state = async () => (await api.get(`/api/sales/fiscal-receipts/${sale.id}`)).body.state
  await expect.poll(state, { timeout: 30_000 }).toBe('Done')
}, 60_000)
