import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FiscalAdapter } from '#hub/integrations/fiscal/adapter.ts'
import { atolOnline } from '#hub/integrations/fiscal/providers/atol-online.ts'
import { cloudKassir } from '#hub/integrations/fiscal/providers/cloud-kassir.ts'
import { orangeData } from '#hub/integrations/fiscal/providers/orange-data.ts'
import { reKassa } from '#hub/integrations/fiscal/providers/rekassa.ts'
import { webkassa } from '#hub/integrations/fiscal/providers/webkassa.ts'
import type { FiscalReceipt } from '#hub/integrations/fiscal/receipt.ts'
import type { RussianTaxSystem } from '#shared/domain/russian-tax-system.ts'
import { amount, percent, quantity } from '#shared/money/decimal.ts'
import { REKASSA } from './emulator/rekassa.ts'
import { type FiscalEmulator, startFiscalEmulator, type Wire } from './emulator/server.ts'
import { line, receiptOf } from './receipts.ts'

let emulator: FiscalEmulator
beforeAll(async () => {
  emulator = await startFiscalEmulator()
})
afterAll(() => emulator[Symbol.asyncDispose]())

const RU = { inn: '7701234567', taxSystem: 'UsnIncomeOutcome' as RussianTaxSystem }

const atol = (version: 'v4' | 'v5', changes = {}): FiscalAdapter =>
  atolOnline({
    baseUrl: `${emulator.url}/possystem/${version}`,
    version,
    login: 'shop',
    password: 'secret',
    ...RU,
    groupCode: 'group_1',
    paymentAddress: 'Moscow, Tverskaya 1',
    companyEmail: 'shop@example.com',
    ...changes,
  })
const orange = (ffdVersion: '1.05' | '1.2', changes = {}): FiscalAdapter =>
  orangeData({
    ...RU,
    baseUrl: emulator.url,
    group: 'Main_2',
    keyName: 'shop',
    ffdVersion,
    signingKey: emulator.orangeData.signingKey,
    clientCertificate: '',
    clientKey: '',
    companyEmail: 'shop@example.com',
    ...changes,
  })
const kassir = (changes = {}): FiscalAdapter =>
  cloudKassir({ ...RU, baseUrl: emulator.url, publicId: 'pk_1', apiSecret: 'secret', ...changes })
const web = (): FiscalAdapter =>
  webkassa({
    baseUrl: emulator.url,
    apiKey: 'WKD-1',
    login: 'shop@example.kz',
    password: 'secret',
    cashboxUniqueNumber: 'SWK00000001',
  })
const re = (): FiscalAdapter =>
  reKassa({
    baseUrl: emulator.url,
    apiKey: 'key',
    number: REKASSA.number,
    password: 'secret',
    pin: REKASSA.pin,
  })

/** Sends a receipt and returns the request that the provider accepted. */
async function taken(
  adapter: FiscalAdapter,
  desk: 'atol' | 'orangeData' | 'cloudKassir' | 'webkassa' | 'reKassa',
  receipt: FiscalReceipt,
): Promise<Wire> {
  const outcome = await adapter.send(receipt)
  expect(['Done', 'Pending'], JSON.stringify(outcome)).toContain(outcome.state)
  return emulator[desk].books.entries.get(receipt.externalId)?.request
}

const MARK = `0104600000000015215abc\u001d93dGVz`
const PIECE = { code: '796', name: 'штука, или единица', fiscalMeasure: 0 }
const KILOGRAM = { code: '166', name: 'кг', fiscalMeasure: 11 }
const LONG = 'Ч'.repeat(130)

/** Half past midnight on New Year's Day at the retail point, while it is still the old year in Moscow and in UTC. */
const NIGHT = '2025-12-31T19:30:00.000Z'

const RUSSIAN_LINES = [
  line(100, {
    name: LONG,
    quantity: quantity(3),
    price: amount(40),
    unit: PIECE,
    vatRate: percent(22),
    vatSum: amount(18.03),
  }),
  line(50, { name: 'Repair', subject: 'Service', vatRate: percent(10), vatSum: amount(4.55) }),
  line(16, { name: 'Apples', quantity: quantity(0.333), price: amount(48.05), unit: KILOGRAM }),
  line(30, { name: 'Milk', vatRate: percent(0), markingCode: MARK }),
  line(500, { name: 'Voucher', isAdvance: true, vatRate: percent(22), vatSum: amount(90.16) }),
]
const paid = (payments: Partial<Record<FiscalReceipt['payments'][number]['type'], number>>) =>
  Object.entries(payments).map(([type, sum]) => ({ type, amount: amount(sum) })) as FiscalReceipt['payments']

const russianSale = (changes: Partial<FiscalReceipt> = {}): FiscalReceipt =>
  receiptOf(696, {
    soldAt: NIGHT,
    lines: RUSSIAN_LINES,
    cashierName: 'К'.repeat(70),
    customer: { email: 'ira@example.com', phone: '+79001234567' },
    payments: paid({ Cash: 100, Card: 200, Mobile: 96, Prepaid: 150, Credit: 100, Other: 50 }),
    ...changes,
  })

describe('requests to ATOL Online', () => {
  const head = {
    timestamp: '01.01.2026 00:30:00',
    receipt: {
      client: { email: 'ira@example.com' },
      company: {
        email: 'shop@example.com',
        sno: 'usn_income_outcome',
        inn: '7701234567',
        payment_address: 'Moscow, Tverskaya 1',
      },
      payments: [
        { type: 0, sum: 100 },
        { type: 1, sum: 296 },
        { type: 2, sum: 150 },
        { type: 3, sum: 100 },
        { type: 4, sum: 50 },
      ],
      total: 696,
      cashier: 'К'.repeat(64),
    },
  }
  const items = [
    { name: 'Ч'.repeat(128), price: 33.33, quantity: 2, sum: 66.66, vat: { type: 'vat22', sum: 12.02 } },
    { name: 'Ч'.repeat(128), price: 33.34, quantity: 1, sum: 33.34, vat: { type: 'vat22', sum: 6.01 } },
    { name: 'Repair', price: 50, quantity: 1, sum: 50, vat: { type: 'vat10', sum: 4.55 } },
    { name: 'Apples', price: 48.05, quantity: 0.333, sum: 16, vat: { type: 'none', sum: 0 } },
    { name: 'Milk', price: 30, quantity: 1, sum: 30, vat: { type: 'vat0', sum: 0 } },
    { name: 'Voucher', price: 500, quantity: 1, sum: 500, vat: { type: 'vat122', sum: 90.16 } },
  ]
  const methods = [...Array(5).fill('full_payment'), 'advance']

  it('sends a sale in format 1.05 with text values in protocol 4', async () => {
    const receipt = russianSale()
    const objects = ['commodity', 'commodity', 'service', 'commodity', 'commodity', 'payment']
    const units = ['штука, или едини', 'штука, или едини', 'шт', 'кг', 'шт', 'шт']
    expect(await taken(atol('v4'), 'atol', receipt)).toEqual({
      ...head,
      operation: 'sell',
      external_id: receipt.externalId,
      receipt: {
        ...head.receipt,
        items: items.map((item, i) => ({
          ...item,
          payment_method: methods[i],
          payment_object: objects[i],
          measurement_unit: units[i],
        })),
      },
    })
  })

  it('sends a sale in format 1.2 with numeric values and marking codes in protocol 5', async () => {
    const receipt = russianSale()
    const objects = [1, 1, 4, 1, 33, 10]
    const measures = [0, 0, 0, 11, 0, 0]
    const marks = items.map(({ name }) =>
      name === 'Milk'
        ? { mark_processing_mode: '0', mark_code: { gs1m: Buffer.from(MARK).toString('base64') } }
        : {},
    )
    expect(await taken(atol('v5'), 'atol', receipt)).toEqual({
      ...head,
      operation: 'sell',
      external_id: receipt.externalId,
      receipt: {
        ...head.receipt,
        items: items.map((item, i) => ({
          ...item,
          payment_method: methods[i],
          payment_object: objects[i],
          measure: measures[i],
          ...marks[i],
        })),
      },
    })
  })

  it('sends a return as sell_refund', async () => {
    const receipt = russianSale({ operation: 'SellReturn' })
    expect(await taken(atol('v5'), 'atol', receipt)).toMatchObject({ operation: 'sell_refund' })
  })
})

describe('requests to OrangeData', () => {
  const document = (changes: object) => ({
    inn: '7701234567',
    group: 'Main_2',
    key: 'shop',
    content: {
      checkClose: {
        payments: [
          { type: 1, amount: 100 },
          { type: 2, amount: 296 },
          { type: 14, amount: 150 },
          { type: 15, amount: 100 },
          { type: 16, amount: 50 },
        ],
        taxationSystem: 2,
      },
      customerContact: 'ira@example.com',
      cashier: 'К'.repeat(64),
      totalSum: 696,
      ...changes,
    },
  })
  const positions = [
    {
      quantity: 2,
      price: 33.33,
      tax: 11,
      text: 'Ч'.repeat(128),
      paymentMethodType: 4,
      paymentSubjectType: 1,
    },
    {
      quantity: 1,
      price: 33.34,
      tax: 11,
      text: 'Ч'.repeat(128),
      paymentMethodType: 4,
      paymentSubjectType: 1,
    },
    { quantity: 1, price: 50, tax: 2, text: 'Repair', paymentMethodType: 4, paymentSubjectType: 4 },
    { quantity: 0.333, price: 48.05, tax: 6, text: 'Apples', paymentMethodType: 4, paymentSubjectType: 1 },
    { quantity: 1, price: 30, tax: 5, text: 'Milk', paymentMethodType: 4, paymentSubjectType: 1 },
    { quantity: 1, price: 500, tax: 12, text: 'Voucher', paymentMethodType: 3, paymentSubjectType: 10 },
  ]

  it('sends a sale with unit names in format 1.05', async () => {
    const receipt = russianSale()
    const units = ['штука, или едини', 'штука, или едини', 'шт', 'кг', 'шт', 'шт']
    expect(await taken(orange('1.05'), 'orangeData', receipt)).toEqual({
      id: receipt.externalId,
      ...document({
        ffdVersion: 2,
        type: 1,
        positions: positions.map((position, i) => ({ ...position, unitOfMeasurement: units[i] })),
      }),
    })
  })

  it('sends a return with units of measure and marking codes in format 1.2', async () => {
    const receipt = russianSale({ operation: 'SellReturn' })
    const measures = [0, 0, 0, 11, 0, 0]
    expect(await taken(orange('1.2'), 'orangeData', receipt)).toEqual({
      id: receipt.externalId,
      ...document({
        ffdVersion: 4,
        type: 2,
        positions: positions.map((position, i) => ({
          ...position,
          quantityMeasurementUnit: measures[i],
          ...(position.text === 'Milk' ? { itemCode: MARK, paymentSubjectType: 33 } : {}),
        })),
      }),
    })
  })

  it('limits a document to 32768 bytes', async () => {
    const sizeOf = async (receipt: FiscalReceipt) =>
      Buffer.byteLength(JSON.stringify(await taken(orange('1.2'), 'orangeData', receipt)))
    /** Returns a receipt with 120 lines and the given number of additional letters. */
    const of = (externalId: string, letters: number) => {
      const lines = Array.from({ length: 120 }, (_, i) => {
        const more = Math.min(88, Math.max(0, letters - i * 88))
        return line(1, { name: 'ч'.repeat(40) + 'a'.repeat(more) })
      })
      return receiptOf(120, { externalId, lines, payments: paid({ Card: 120 }) })
    }
    const left = 32_768 - (await sizeOf(of('long-1', 0)))
    expect(await sizeOf(of('long-2', left))).toBe(32_768)
    expect(await orange('1.2').send(of('long-3', left + 1))).toMatchObject({
      state: 'Failed',
      code: 'Limit',
      next: 'Person',
    })
  })
})

describe('requests to CloudKassir', () => {
  it('sends a sale with its id, and a return, both paid without cash', async () => {
    const receipt = russianSale({
      payments: paid({ Card: 300, Mobile: 96, Prepaid: 150, Credit: 100, Other: 50 }),
    })
    const items = [
      { Label: 'Ч'.repeat(128), Price: 33.33, Quantity: 2, Amount: 66.66, Vat: 22, Method: 4, Object: 1 },
      { Label: 'Ч'.repeat(128), Price: 33.34, Quantity: 1, Amount: 33.34, Vat: 22, Method: 4, Object: 1 },
      { Label: 'Repair', Price: 50, Quantity: 1, Amount: 50, Vat: 10, Method: 4, Object: 4 },
      { Label: 'Apples', Price: 48.05, Quantity: 0.333, Amount: 16, Vat: null, Method: 4, Object: 1 },
      { Label: 'Milk', Price: 30, Quantity: 1, Amount: 30, Vat: 0, Method: 4, Object: 1 },
      { Label: 'Voucher', Price: 500, Quantity: 1, Amount: 500, Vat: 122, Method: 3, Object: 10 },
    ]
    const units = [PIECE.name, PIECE.name, 'шт', 'кг', 'шт', 'шт']
    expect(await taken(kassir(), 'cloudKassir', receipt)).toEqual({
      Inn: '7701234567',
      Type: 'Income',
      InvoiceId: receipt.externalId,
      CustomerReceipt: {
        Items: items.map((item, i) => ({ ...item, MeasurementUnit: units[i] })),
        TaxationSystem: 2,
        Email: 'ira@example.com',
        Phone: '+79001234567',
        CashierName: 'К'.repeat(70),
        Amounts: { Electronic: 396, AdvancePayment: 150, Credit: 100, Provision: 50 },
      },
    })
    const back = russianSale({ operation: 'SellReturn', payments: paid({ Card: 696 }) })
    expect(await taken(kassir(), 'cloudKassir', back)).toMatchObject({ Type: 'IncomeReturn' })
  })
})

describe.each([
  { name: 'ATOL Online', adapter: () => atol('v5'), desk: 'atol' as const },
  { name: 'OrangeData', adapter: () => orange('1.2'), desk: 'orangeData' as const },
  { name: 'CloudKassir', adapter: kassir, desk: 'cloudKassir' as const },
])('VAT in requests to $name', ({ adapter, desk }) => {
  const vatOf = (request: Wire): unknown =>
    request.receipt?.items[0].vat.type ??
    request.content?.positions[0].tax ??
    request.CustomerReceipt.Items[0].Vat
  const column = { atol: 1, orangeData: 2, cloudKassir: 3 }[desk]

  it.each([
    [22, 'vat22', 11, 22, 'vat122', 12, 122],
    [20, 'vat20', 1, 20, 'vat120', 3, 120],
    [10, 'vat10', 2, 10, 'vat110', 4, 110],
    [7, 'vat7', 8, 7, 'vat107', 10, 107],
    [5, 'vat5', 7, 5, 'vat105', 9, 105],
    [0, 'vat0', 5, 0, 'vat0', 5, 0],
    [null, 'none', 6, null, 'none', 6, null],
  ])(
    'sends VAT of %s %% by its code, and VAT of an advance by the code of the calculated rate',
    async (...codes) => {
      const [rate] = codes
      const vatRate = rate === null ? null : percent(rate)
      for (const isAdvance of [false, true]) {
        const lines = [line(100, { vatRate, isAdvance })]
        const request = await taken(adapter(), desk, receiptOf(100, { lines, payments: paid({ Card: 100 }) }))
        expect(vatOf(request)).toBe(codes[isAdvance ? column + 3 : column])
      }
    },
  )

  it('accepts a VAT rate from its first day in the time zone of the retail point', async () => {
    for (const [rate, first] of [
      [22, NIGHT],
      [7, '2024-12-31T19:00:00.000Z'],
      [5, '2024-12-31T19:00:00.000Z'],
    ] as const) {
      const at = (soldAt: string) => {
        const lines = [line(100, { vatRate: percent(rate) })]
        return receiptOf(100, { lines, payments: paid({ Card: 100 }), soldAt })
      }
      expect(await adapter().send(at(first))).toMatchObject({ state: 'Pending' })
      const before = new Date(Date.parse(first) - 31 * 60_000).toISOString()
      expect(await adapter().send(at(before))).toMatchObject({ state: 'Failed', code: 'Limit' })
    }
  })
})

it('sends the kind of each item, and for marked products whether the code is present', async () => {
  const marked = { isMarked: true, markingCode: null }
  const lines = [
    line(1, { name: 'Good' }),
    line(2, { name: 'Excisable', subject: 'Excisable' }),
    line(3, { name: 'Service', subject: 'Service' }),
    line(4, { name: 'Other', subject: 'Other' }),
    line(5, { name: 'Marked', isMarked: true, markingCode: MARK }),
    line(6, { name: 'Its code is missing', ...marked }),
    line(7, { name: 'Tobacco', subject: 'Excisable', isMarked: true, markingCode: MARK }),
    line(8, { name: 'Tobacco without its code', subject: 'Excisable', ...marked }),
    line(9, { name: 'Advance', isAdvance: true }),
  ]
  const sale = () => receiptOf(45, { lines, payments: paid({ Card: 45 }) })
  const old = [1, 2, 4, 13, 1, 1, 2, 2, 10]
  const now = [1, 2, 4, 13, 33, 32, 31, 30, 10]
  const words = { 1: 'commodity', 2: 'excise', 4: 'service', 10: 'payment', 13: 'another' }
  const objects = ({ receipt }: Wire) => receipt.items.map((item: Wire) => item.payment_object)
  expect(objects(await taken(atol('v4'), 'atol', sale()))).toEqual(old.map((tag) => words[tag as 1]))
  expect(objects(await taken(atol('v5'), 'atol', sale()))).toEqual(now)
  const types = ({ content }: Wire) => content.positions.map((each: Wire) => each.paymentSubjectType)
  expect(types(await taken(orange('1.05'), 'orangeData', sale()))).toEqual(old)
  expect(types(await taken(orange('1.2'), 'orangeData', sale()))).toEqual(now)
  const items = (await taken(kassir(), 'cloudKassir', sale())).CustomerReceipt.Items
  expect(items.map((item: Wire) => item.Object)).toEqual(old)
})

it('sends each Russian tax system by its name or number, from the retail point or else the cash box', async () => {
  const systems = { General: 'osn', UsnIncome: 'usn_income', UsnIncomeOutcome: 'usn_income_outcome' }
  const all = Object.entries({ ...systems, Envd: 'envd', Esn: 'esn', Patent: 'patent' })
  for (const [bit, [taxSystem, sno]] of all.entries()) {
    const card = () => receiptOf(100, { payments: paid({ Card: 100 }) })
    expect(await taken(atol('v5', { taxSystem }), 'atol', card())).toMatchObject({
      receipt: { company: { sno } },
    })
    const byOrange = await taken(orange('1.2', { taxSystem }), 'orangeData', card())
    expect(byOrange.content.checkClose.taxationSystem).toBe(bit)
    const byKassir = await taken(kassir({ taxSystem }), 'cloudKassir', card())
    expect(byKassir.CustomerReceipt.TaxationSystem).toBe(bit)
    // The tax system of the retail point takes precedence over that of the cash box.
    const own = { taxSystem: taxSystem as RussianTaxSystem }
    const ofPoint = () => ({ ...card(), ...own })
    expect(await taken(atol('v5'), 'atol', ofPoint())).toMatchObject({ receipt: { company: { sno } } })
    const orangeOfPoint = await taken(orange('1.2'), 'orangeData', ofPoint())
    expect(orangeOfPoint.content.checkClose.taxationSystem).toBe(bit)
    const kassirOfPoint = await taken(kassir(), 'cloudKassir', ofPoint())
    expect(kassirOfPoint.CustomerReceipt.TaxationSystem).toBe(bit)
  }
})

it('sends the email address of the customer, else the phone number, else the address of the seller', async () => {
  const long = `${'a'.repeat(53)}@example.com`
  for (const [email, phone, kind, value] of [
    ['ira@example.com', '+79001234567', 'email', 'ira@example.com'],
    [null, '+79001234567', 'phone', '+79001234567'],
    [long.slice(1), null, 'email', long.slice(1)],
    // An address is never truncated, because the shorter one could belong to somebody else.
    [long, '+79001234567', 'phone', '+79001234567'],
    [long, '7'.repeat(65), 'email', 'shop@example.com'],
    [null, null, 'email', 'shop@example.com'],
  ] as const) {
    const to = () => receiptOf(100, { customer: { email, phone } })
    expect((await taken(atol('v5'), 'atol', to())).receipt.client).toEqual({ [kind]: value })
    expect((await taken(orange('1.2'), 'orangeData', to())).content.customerContact).toBe(value)
  }
})

const BASIS = {
  externalId: 'sale',
  sign: '77',
  docNumber: '5',
  regNumber: '010200000002',
  serialNumber: 'SWK1',
  fnNumber: null,
  shiftNumber: 3,
  numberInShift: 4,
  time: '2026-03-01T12:00:00.000Z',
  url: null,
  qr: null,
  isOffline: true,
  ofdName: null,
  checkSite: null,
  taxSystem: null,
  total: amount(300),
}
/** Returns a sale with change, a last line that is rounded up, and a unit without a classifier code. */
const kazakhSale = (changes: Partial<FiscalReceipt> = {}): FiscalReceipt =>
  receiptOf(250, {
    lines: [
      line(100, {
        name: 'Tea',
        quantity: quantity(3),
        price: amount(40),
        ntin: '0200034567890',
        vatRate: percent(16),
        vatSum: amount(13.79),
      }),
      line(16, { name: 'Apples', quantity: quantity(0.333), price: amount(48.05), unit: KILOGRAM }),
      line(34, { name: 'Milk', vatRate: percent(0), markingCode: MARK }),
      line(100, {
        name: 'Bread',
        subject: 'Service',
        price: amount(99.96),
        unit: { code: '2', name: 'box', fiscalMeasure: 0 },
      }),
    ],
    customer: { email: 'ira@example.kz', phone: '+77001234567' },
    payments: paid({ Cash: 66, Card: 84, Mobile: 100 }),
    change: amount(34),
    ...changes,
  })

describe('requests to Webkassa', () => {
  const request = (receipt: FiscalReceipt) => ({
    Token: expect.any(String),
    CashboxUniqueNumber: 'SWK00000001',
    Positions: [
      {
        PositionName: 'Tea',
        Count: 3,
        Price: 40,
        Discount: 20,
        UnitCode: '796',
        TaxType: 100,
        TaxPercent: 16,
        Tax: 13.79,
        NTIN: '0200034567890',
      },
      { PositionName: 'Apples', Count: 0.333, Price: 48.05, TaxType: 0, Tax: 0, UnitCode: '166' },
      {
        PositionName: 'Milk',
        Count: 1,
        Price: 34,
        TaxType: 100,
        TaxPercent: 0,
        Tax: 0,
        UnitCode: '796',
        GTIN: '04600000000015',
        Mark: MARK,
      },
      { PositionName: 'Bread', Count: 1, Price: 99.96, Markup: 0.04, TaxType: 0, Tax: 0, UnitCode: '796' },
    ],
    Payments: [
      { PaymentType: 0, Sum: 100 },
      { PaymentType: 1, Sum: 84 },
      { PaymentType: 4, Sum: 100 },
    ],
    Change: 34,
    RoundType: 0,
    ExternalCheckNumber: receipt.externalId,
    CustomerEmail: 'ira@example.kz',
    CustomerPhone: '+77001234567',
  })

  it('sends a sale with discounts and markups separately, and the cash received including change', async () => {
    const receipt = kazakhSale()
    expect(await taken(web(), 'webkassa', receipt)).toEqual({ ...request(receipt), OperationType: 2 })
  })

  it('sends a return with all data of the original receipt, in the time zone of Kazakhstan', async () => {
    const receipt = kazakhSale({ operation: 'SellReturn', basis: BASIS })
    expect(await taken(web(), 'webkassa', receipt)).toEqual({
      ...request(receipt),
      OperationType: 3,
      ReturnBasisDetails: {
        CheckNumber: '77',
        DateTime: '01.03.2026 17:00:00',
        RegistrationNumber: '010200000002',
        Total: 300,
        IsOffline: true,
      },
    })
  })
})

describe('requests to reKassa', () => {
  const money = (bills: number, coins = 0) => ({ bills, coins })
  const item = (commodity: object) => ({
    type: 'ITEM_TYPE_COMMODITY',
    commodity: { sectionCode: '1', ...commodity },
  })
  const vat = (percent: number, sum: ReturnType<typeof money>) => [
    { sum, percent, type: 100, taxationType: 100 },
  ]
  const request = {
    dateTime: { date: { year: 2026, month: 3, day: 1 }, time: { hour: 17, minute: 0, second: 0 } },
    domain: { type: 'DOMAIN_TRADING' },
    items: [
      item({
        name: 'Tea',
        quantity: 2000,
        price: money(33, 33),
        sum: money(66, 66),
        measureUnitCode: '796',
        taxes: vat(16_000, money(9, 19)),
      }),
      item({
        name: 'Tea',
        quantity: 1000,
        price: money(33, 34),
        sum: money(33, 34),
        measureUnitCode: '796',
        taxes: vat(16_000, money(4, 60)),
      }),
      item({
        name: 'Apples',
        quantity: 333,
        price: money(48, 5),
        sum: money(16),
        measureUnitCode: '166',
        taxes: [],
      }),
      item({
        name: 'Milk',
        quantity: 1000,
        price: money(34),
        sum: money(34),
        measureUnitCode: '796',
        taxes: vat(0, money(0)),
        excise_stamp: MARK,
      }),
      item({
        name: 'Bread',
        quantity: 1000,
        price: money(100),
        sum: money(100),
        measureUnitCode: '796',
        taxes: [],
      }),
    ],
    payments: [
      { type: 'PAYMENT_CASH', sum: money(66) },
      { type: 'PAYMENT_CARD', sum: money(84) },
      { type: 'PAYMENT_MOBILE', sum: money(100) },
    ],
    amounts: { total: money(250), taken: money(100), change: money(34) },
  }

  it('sends a sale in bills and coins, quantities in thousandths, and VAT rates in thousandths of a percent', async () => {
    expect(await taken(re(), 'reKassa', kazakhSale())).toEqual({ ...request, operation: 'OPERATION_SELL' })
  })

  it('sends a return with all data of the original receipt', async () => {
    expect(await taken(re(), 'reKassa', kazakhSale({ operation: 'SellReturn', basis: BASIS }))).toEqual({
      ...request,
      operation: 'OPERATION_SELL_RETURN',
      parentTicket: {
        parentTicketNumber: '77',
        parentTicketDateTime: request.dateTime,
        kgdKkmId: '010200000002',
        parentTicketTotal: money(300),
        parentTicketIsOffline: true,
      },
    })
  })

  it('sends no received cash for a credit payment, and marks a sale of services', async () => {
    const lines = [line(100, { subject: 'Service' })]
    const sent = await taken(re(), 'reKassa', receiptOf(100, { lines, payments: paid({ Credit: 100 }) }))
    expect(sent).toMatchObject({
      domain: { type: 'DOMAIN_SERVICES' },
      amounts: { total: money(100) },
      payments: [{ type: 'PAYMENT_CREDIT' }],
    })
    expect(sent.amounts.taken).toBeUndefined()
  })
})

describe.each([
  { name: 'ATOL Online', adapter: () => atol('v5'), lines: 100, most: 42_949_672.95, quantities: 99_999.999 },
  {
    name: 'OrangeData',
    adapter: () => orange('1.2'),
    lines: 250,
    most: 42_949_672.95,
    quantities: 99_999.999,
  },
  { name: 'CloudKassir', adapter: kassir, lines: 100, most: 42_949_672.95, quantities: 99_999.999 },
  { name: 'Webkassa', adapter: web, lines: 1000, most: 9_999_999_999.99, quantities: null },
  { name: 'reKassa', adapter: re, lines: 1000, most: 9_999_999_999.99, quantities: null },
])('$name', ({ adapter, lines: mostLines, most, quantities }) => {
  const taken = { state: expect.stringMatching(/^(Pending|Done)$/) }
  const refused = { state: 'Failed', code: 'Limit', next: 'Person' }
  const card = (total: number, lines = [line(total)]) =>
    receiptOf(total, { lines, payments: paid({ Card: total }) })

  it('sends values at a limit, and refuses values above it', async () => {
    expect(await adapter().send(card(most))).toMatchObject(taken)
    expect(await adapter().send(card(Math.round(most * 100 + 1) / 100))).toMatchObject(refused)
    const long = (count: number) =>
      card(
        count,
        Array.from({ length: count }, () => line(1, { name: 'T' })),
      )
    expect(await adapter().send(long(mostLines))).toMatchObject(taken)
    expect(await adapter().send(long(mostLines + 1))).toMatchObject(refused)
    if (quantities === null) return
    const many = (count: number) => card(1000, [line(1000, { quantity: quantity(count) })])
    expect(await adapter().send(many(quantities))).toMatchObject(taken)
    expect(await adapter().send(many(quantities + 0.001))).toMatchObject(refused)
  })
})
