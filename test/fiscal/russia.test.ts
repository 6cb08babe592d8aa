import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FiscalAdapter, Outcome } from '#hub/integrations/fiscal/adapter.ts'
import { cloudKassir } from '#hub/integrations/fiscal/providers/cloud-kassir.ts'
import { orangeData } from '#hub/integrations/fiscal/providers/orange-data.ts'
import { amount, percent, quantity } from '#shared/money/decimal.ts'
import type { Books } from './emulator/books.ts'
import { OrangeDataDesk } from './emulator/orange-data.ts'
import { type FiscalEmulator, startFiscalEmulator } from './emulator/server.ts'
import { line, receiptOf, VAT_22 } from './receipts.ts'

let emulator: FiscalEmulator
beforeAll(async () => {
  emulator = await startFiscalEmulator()
})
afterAll(() => emulator[Symbol.asyncDispose]())

const orangeDataAdapter = (changes = {}): FiscalAdapter =>
  orangeData({
    baseUrl: emulator.url,
    inn: '7701234567',
    group: 'Main_2',
    keyName: 'shop',
    signingKey: emulator.orangeData.signingKey,
    clientCertificate: '',
    clientKey: '',
    ffdVersion: '1.2' as const,
    taxSystem: 'General' as const,
    companyEmail: 'shop@example.com',
    ...changes,
  })

const cloudKassirAdapter = (changes = {}): FiscalAdapter =>
  cloudKassir({
    baseUrl: emulator.url,
    publicId: 'pk_1',
    apiSecret: 'secret',
    inn: '7701234567',
    taxSystem: 'General' as const,
    ...changes,
  })

const byCard = (total: number, changes = {}) =>
  receiptOf(total, { payments: [{ type: 'Card', amount: amount(total) }], ...changes })

const pending = { state: 'Pending', providerId: expect.any(String) }
const done = { state: 'Done', result: expect.objectContaining({ sign: expect.stringMatching(/^\d{10}$/) }) }

const providerIdOf = (outcome: Outcome): string =>
  outcome.state === 'Pending' ? outcome.providerId : expect.fail(JSON.stringify(outcome))

describe.each([
  { name: 'OrangeData', adapter: orangeDataAdapter, books: (): Books => emulator.orangeData.books },
  { name: 'CloudKassir', adapter: cloudKassirAdapter, books: (): Books => emulator.cloudKassir.books },
])('$name', ({ adapter, books }) => {
  it('registers a receipt and returns its fiscal sign when done', async () => {
    const cashbox = adapter()
    const receipt = byCard(100)
    expect(await cashbox.status(providerIdOf(await cashbox.send(receipt)))).toEqual({
      state: 'Done',
      result: expect.objectContaining({
        sign: books().entries.get(receipt.externalId)?.sign,
        regNumber: expect.stringMatching(/^\d{16}$/),
        serialNumber: expect.stringMatching(/^\d+$/),
        fnNumber: '9999078900000000',
        shiftNumber: 1,
        numberInShift: expect.any(Number),
        time: '2026-03-01T12:00:00.000Z',
        isOffline: false,
        ofdName: 'ОФД',
        taxSystem: 'General',
      }),
    })
  })

  it('waits while the provider processes a receipt', async () => {
    const cashbox = adapter()
    const id = providerIdOf(await cashbox.send(byCard(100.02)))
    expect([await cashbox.status(id), await cashbox.status(id), await cashbox.status(id)]).toEqual([
      pending,
      pending,
      done,
    ])
  })

  it('finds a receipt whose response was lost, and registers it once', async () => {
    const cashbox = adapter()
    const receipt = byCard(100.03)
    const before = books().entries.size
    expect(await cashbox.send(receipt)).toMatchObject({ state: 'Unknown' })
    const found = cashbox.lookUp ? await cashbox.lookUp(receipt) : await cashbox.send(receipt)
    expect(found.state === 'Pending' ? await cashbox.status(found.providerId) : found).toEqual(done)
    expect(books().entries.size).toBe(before + 1)
  })

  it('treats a receipt that the provider already has as accepted', async () => {
    expect(await adapter().send(byCard(100.04))).toEqual(pending)
  })

  it('reports a refused receipt as a failure that a user must resolve', async () => {
    expect(await adapter().send(byCard(100.06))).toMatchObject({ state: 'Failed', next: 'Person' })
  })

  it('leaves the outcome unknown when a gateway loses the receipt', async () => {
    const cashbox = adapter()
    const receipt = byCard(100.08)
    expect(await cashbox.send(receipt)).toMatchObject({ state: 'Unknown' })
    if (cashbox.lookUp) expect(await cashbox.lookUp(receipt)).toEqual({ state: 'Absent' })
    expect(await cashbox.send(receipt)).toEqual(pending)
  })

  it('refuses to send a VAT rate that is not valid on the day of the sale', async () => {
    const receipt = byCard(100, { lines: [line(100, { vatRate: percent(13) })] })
    expect(await adapter().send(receipt)).toMatchObject({ state: 'Failed', code: 'Limit' })
    const early = byCard(100, { lines: [line(100, { vatRate: VAT_22 })], soldAt: '2025-12-31T12:00:00.000Z' })
    expect(await adapter().send(early)).toMatchObject({ state: 'Failed', code: 'Limit' })
  })
})

describe('OrangeData', () => {
  it('requests a new id when the queue gave up the receipt', async () => {
    const cashbox = orangeDataAdapter()
    const receipt = byCard(100.05)
    const refused = await cashbox.status(providerIdOf(await cashbox.send(receipt)))
    expect(refused).toMatchObject({ state: 'Failed', code: '524', next: 'NewExternalId' })
    const second = await cashbox.send({ ...receipt, externalId: `${receipt.externalId}-2` })
    expect(await cashbox.status(providerIdOf(second))).toEqual(done)
  })

  it('retries later when the queue is full', async () => {
    const cashbox = orangeDataAdapter()
    const receipt = byCard(100.07)
    expect(await cashbox.send(receipt)).toMatchObject({ state: 'Failed', code: '503', next: 'Retry' })
    expect(await cashbox.send(receipt)).toEqual(pending)
  })

  it('reports a signature with the key of another account as a failure that a user must resolve', async () => {
    const cashbox = orangeDataAdapter({ signingKey: new OrangeDataDesk().signingKey })
    expect(await cashbox.send(byCard(100))).toMatchObject({ state: 'Failed', code: '401', next: 'Person' })
  })

  it('sends discounted prices that add up to at least the paid amount', async () => {
    const receipt = byCard(110, {
      lines: [
        line(100, { quantity: quantity(3), vatRate: VAT_22, vatSum: amount(18.03) }),
        line(10, { quantity: quantity(1.333), unit: { code: '166', name: 'кг', fiscalMeasure: 11 } }),
      ],
    })
    expect(await orangeDataAdapter().send(receipt)).toEqual(pending)
    expect(emulator.orangeData.books.entries.get(receipt.externalId)?.request).toMatchObject({
      content: {
        ffdVersion: 4,
        positions: [
          { quantity: 2, price: 33.33, tax: 11, quantityMeasurementUnit: 0 },
          { quantity: 1, price: 33.34, tax: 11 },
          { quantity: 1.333, price: 7.5, tax: 6, quantityMeasurementUnit: 11 },
        ],
        checkClose: { payments: [{ type: 2, amount: 110 }] },
        customerContact: 'shop@example.com',
      },
    })
  })
})

describe('CloudKassir', () => {
  it('refuses a receipt paid in cash', async () => {
    expect(await cloudKassirAdapter().send(receiptOf(100))).toMatchObject({
      state: 'Failed',
      code: 'Limit',
      next: 'Person',
      message: expect.stringContaining('Cash'),
    })
  })

  it('reports a wrong secret as a failure that a user must resolve', async () => {
    expect(await cloudKassirAdapter({ apiSecret: 'wrong' }).send(byCard(100))).toMatchObject({
      state: 'Failed',
      code: '401',
      next: 'Person',
    })
  })

  it('reports a receipt accepted but not processed by the provider as a failure that a user must resolve', async () => {
    const cashbox = cloudKassirAdapter()
    const id = providerIdOf(await cashbox.send(byCard(100.05)))
    expect(await cashbox.status(id)).toMatchObject({ state: 'Failed', next: 'Person' })
  })
})
