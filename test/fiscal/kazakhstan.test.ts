import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FiscalResult } from '#hub/db/tables/fiscal.ts'
import type { FiscalAdapter, Outcome } from '#hub/integrations/fiscal/adapter.ts'
import { reKassa } from '#hub/integrations/fiscal/providers/rekassa.ts'
import { webkassa } from '#hub/integrations/fiscal/providers/webkassa.ts'
import { amount, percent, quantity } from '#shared/money/decimal.ts'
import { newId } from '#shared/std/ids.ts'
import type { Books } from './emulator/books.ts'
import { REKASSA } from './emulator/rekassa.ts'
import { type FiscalEmulator, startFiscalEmulator } from './emulator/server.ts'
import { line, receiptOf } from './receipts.ts'

let emulator: FiscalEmulator
beforeAll(async () => {
  emulator = await startFiscalEmulator()
})
afterAll(() => emulator[Symbol.asyncDispose]())

const webkassaAdapter = (changes = {}): FiscalAdapter =>
  webkassa({
    baseUrl: emulator.url,
    apiKey: 'WKD-1',
    login: 'shop@example.kz',
    password: 'secret',
    cashboxUniqueNumber: 'SWK00000001',
    ...changes,
  })

const reKassaAdapter = (changes = {}): FiscalAdapter =>
  reKassa({
    baseUrl: emulator.url,
    apiKey: 'key',
    number: REKASSA.number,
    password: 'secret',
    pin: REKASSA.pin,
    ...changes,
  })

const done = { state: 'Done', result: expect.objectContaining({ sign: expect.stringMatching(/^\d{10}$/) }) }

const resultOf = (outcome: Outcome): FiscalResult =>
  outcome.state === 'Done'
    ? { ...outcome.result, qr: outcome.result.url }
    : expect.fail(JSON.stringify(outcome))

const money = (value: number) => ({ bills: Math.trunc(value), coins: Math.round((value % 1) * 100) })

describe.each([
  {
    name: 'Webkassa',
    adapter: webkassaAdapter,
    books: (): Books => emulator.webkassa.books,
    asSent: {
      OperationType: 2,
      Positions: [
        { Count: 3, Price: 40, Discount: 20, TaxType: 100, TaxPercent: 16, Tax: 13.79, UnitCode: '796' },
        { Count: 0.333, Price: 48.05, TaxType: 0 },
      ],
      Payments: [
        { PaymentType: 0, Sum: 100 },
        { PaymentType: 1, Sum: 50 },
      ],
      Change: 34,
    },
  },
  {
    name: 'reKassa',
    adapter: reKassaAdapter,
    books: (): Books => emulator.reKassa.books,
    asSent: {
      dateTime: { date: { year: 2026, month: 3, day: 1 }, time: { hour: 17, minute: 0, second: 0 } },
      items: [
        {
          commodity: { quantity: 2000, price: money(33.33), taxes: [{ percent: 16_000, sum: money(9.19) }] },
        },
        { commodity: { quantity: 1000, price: money(33.34), taxes: [{ percent: 16_000, sum: money(4.6) }] } },
        { commodity: { quantity: 333, price: money(48.05), sum: money(16), taxes: [] } },
      ],
      payments: [
        { type: 'PAYMENT_CASH', sum: money(66) },
        { type: 'PAYMENT_CARD', sum: money(50) },
      ],
      amounts: { total: money(116), taken: money(100), change: money(34) },
    },
  },
])('$name', ({ adapter, books, asSent }) => {
  /** Looks up a receipt with an unknown outcome and sends it if it is absent, like the queue does. */
  async function again(
    cashbox: FiscalAdapter,
    receipt: Parameters<FiscalAdapter['send']>[0],
  ): Promise<Outcome> {
    const found = await cashbox.lookUp?.(receipt)
    return found && found.state !== 'Absent' ? found : cashbox.send(receipt)
  }

  it('registers a receipt immediately', async () => {
    const receipt = receiptOf(100)
    const sent = await adapter().send(receipt)
    expect(sent).toEqual({
      state: 'Done',
      result: {
        sign: books().entries.get(receipt.externalId)?.sign,
        docNumber: expect.stringMatching(/^\d+$/),
        regNumber: expect.stringMatching(/^0102?/),
        serialNumber: expect.stringMatching(/./),
        fnNumber: null,
        shiftNumber: expect.any(Number),
        numberInShift: expect.any(Number),
        time: '2026-03-01T12:00:00.000Z',
        url: expect.stringContaining('https://ofd.test/'),
        isOffline: false,
        ofdName: 'АО «Оператор»',
        checkSite: 'consumer.ofd.test',
        taxSystem: null,
      },
    })
  })

  it('records a cash movement or Z report once, however often it is sent, and reports insufficient cash', async () => {
    const cashbox = adapter()
    const at = '2026-03-01T12:00:00.000Z'
    const put = { externalId: newId(), kind: 'CashIn', sum: amount(250.5), at } as const
    for (const _ of [1, 2]) expect(await cashbox.carryOut?.(put)).toEqual({ state: 'Done' })
    expect(books().cash.get(put.externalId)).toBe(25_050)
    const taken = { ...put, externalId: newId(), kind: 'CashOut', sum: amount(250.51) } as const
    expect(await cashbox.carryOut?.(taken)).toMatchObject({ state: 'Failed', next: 'Person' })
    expect(await cashbox.carryOut?.({ ...taken, sum: amount(250.5) })).toEqual({ state: 'Done' })
    const closing = { ...put, externalId: newId(), kind: 'ZReport', sum: amount(0) } as const
    const closed = books().closed.length
    for (const _ of [1, 2]) expect(await cashbox.carryOut?.(closing)).toEqual({ state: 'Done' })
    expect(books().closed.length).toBe(closed + 1)
  })

  it('finds a receipt whose response was lost, and registers it once', async () => {
    const cashbox = adapter()
    const receipt = receiptOf(100.03)
    const before = books().entries.size
    expect(await cashbox.send(receipt)).toMatchObject({ state: 'Unknown' })
    expect(await again(cashbox, receipt)).toEqual(done)
    expect(books().entries.size).toBe(before + 1)
  })

  it('treats a receipt that the provider already has as done', async () => {
    const cashbox = adapter()
    const receipt = receiptOf(100.04)
    const sent = await cashbox.send(receipt)
    expect(sent.state === 'Done' ? sent : await again(cashbox, receipt)).toEqual(done)
  })

  it('requests to close a shift open for more than 24 hours, and continues after that', async () => {
    const cashbox = adapter()
    const receipt = receiptOf(100.05)
    const shift = books().shiftNumber
    expect(await cashbox.send(receipt)).toMatchObject({ state: 'Failed', next: 'CloseShift' })
    expect(await cashbox.closeShift?.()).toBeNull()
    expect(resultOf(await cashbox.send(receipt)).shiftNumber).toBe(shift + 1)
  })

  it('accepts closing a shift that is already closed', async () => {
    const cashbox = adapter()
    await cashbox.send(receiptOf(100))
    expect(await cashbox.closeShift?.()).toBeNull()
    expect(await cashbox.closeShift?.()).toBeNull()
  })

  it('reports a refused receipt as a failure that a user must resolve', async () => {
    expect(await adapter().send(receiptOf(100.06))).toMatchObject({ state: 'Failed', next: 'Person' })
  })

  it('signs in again when the token is expired', async () => {
    expect(await adapter().send(receiptOf(100.07))).toEqual(done)
  })

  it('leaves the outcome unknown when a gateway loses the receipt', async () => {
    const cashbox = adapter()
    const receipt = receiptOf(100.08)
    expect(await cashbox.send(receipt)).toMatchObject({ state: 'Unknown' })
    expect(await again(cashbox, receipt)).toEqual(done)
  })

  it('reports that the cash register was offline', async () => {
    expect(resultOf(await adapter().send(receiptOf(100.09))).isOffline).toBe(true)
  })

  it('sends a return with a reference to the receipt of its sale', async () => {
    const cashbox = adapter()
    const sale = receiptOf(100)
    const result = resultOf(await cashbox.send(sale))
    const basis = { ...result, externalId: sale.externalId, total: sale.total }
    expect(await cashbox.send(receiptOf(100, { operation: 'SellReturn', basis }))).toEqual(done)
  })

  it('passes on the message of the provider about a wrong password', async () => {
    expect(await adapter({ password: 'wrong' }).send(receiptOf(100))).toMatchObject({
      state: 'Failed',
      message: expect.stringContaining('еверный'),
      next: 'Person',
    })
  })

  it('refuses tenders that the provider does not support', async () => {
    const receipt = receiptOf(100, { payments: [{ type: 'Prepaid', amount: amount(100) }] })
    expect(await adapter().send(receipt)).toMatchObject({ state: 'Failed', code: 'Limit', next: 'Person' })
  })

  it('sends discounts, VAT, change and two tenders with exact amounts', async () => {
    const receipt = receiptOf(116, {
      lines: [
        line(100, { quantity: quantity(3), price: amount(40), vatRate: percent(16), vatSum: amount(13.79) }),
        line(16, { quantity: quantity(0.333), price: amount(48.05) }),
      ],
      payments: [
        { type: 'Cash', amount: amount(66) },
        { type: 'Card', amount: amount(50) },
      ],
      change: amount(34),
    })
    expect(await adapter().send(receipt)).toEqual(done)
    expect(books().entries.get(receipt.externalId)?.request).toMatchObject(asSent)
  })
})
