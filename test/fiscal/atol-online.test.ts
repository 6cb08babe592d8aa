import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from '#hub/integrations/fiscal/adapter.ts'
import { type AtolOnline, atolOnline } from '#hub/integrations/fiscal/providers/atol-online.ts'
import { amount, percent, quantity } from '#shared/money/decimal.ts'
import { type FiscalEmulator, startFiscalEmulator } from './emulator/server.ts'
import { line, receiptOf, VAT_22 } from './receipts.ts'

let emulator: FiscalEmulator
beforeAll(async () => {
  emulator = await startFiscalEmulator()
})
afterAll(() => emulator[Symbol.asyncDispose]())

const pending = { state: 'Pending', providerId: expect.stringMatching(/^uuid-/) }
const done = { state: 'Done', result: expect.objectContaining({ sign: expect.stringMatching(/^\d{10}$/) }) }

function adapter(version: 'v4' | 'v5', changes: Partial<AtolOnline> = {}) {
  return atolOnline({
    baseUrl: `${emulator.url}/possystem/${version}`,
    version,
    login: 'shop',
    password: 'secret',
    groupCode: 'group_1',
    inn: '7701234567',
    taxSystem: 'General',
    paymentAddress: 'Moscow, Tverskaya 1',
    companyEmail: 'shop@example.com',
    ...changes,
  })
}

const providerIdOf = (outcome: Outcome): string =>
  outcome.state === 'Pending' ? outcome.providerId : expect.fail(JSON.stringify(outcome))

const registered = (externalId: string) => {
  // biome-ignore lint/suspicious/noExplicitAny: what was sent, as it was sent
  const { request } = emulator.atol.books.entries.get(externalId) as any
  return request
}

describe.each(['v4', 'v5'] as const)('ATOL Online %s', (version) => {
  it('registers a receipt and returns its fiscal sign when done', async () => {
    const atol = adapter(version)
    const receipt = receiptOf(100)
    const sent = await atol.send(receipt)
    expect(sent).toEqual(pending)
    expect(await atol.status(providerIdOf(sent))).toEqual({
      state: 'Done',
      result: {
        sign: emulator.atol.books.entries.get(receipt.externalId)?.sign,
        docNumber: expect.stringMatching(/^\d+$/),
        regNumber: '0000000000012345',
        serialNumber: null,
        fnNumber: '9999078900000000',
        shiftNumber: 1,
        numberInShift: expect.any(Number),
        time: '2026-03-01T12:00:00.000Z',
        url: expect.stringContaining('https://ofd.test/'),
        isOffline: false,
        ofdName: null,
        checkSite: 'www.nalog.gov.ru',
        taxSystem: 'General',
      },
    })
    expect(registered(receipt.externalId)).toMatchObject({
      timestamp: '01.03.2026 17:00:00',
      receipt: {
        company: { inn: '7701234567', sno: 'osn', payment_address: 'Moscow, Tverskaya 1' },
        items: [{ name: 'Tea', price: 100, quantity: 1, sum: 100, payment_method: 'full_payment' }],
        payments: [{ type: 0, sum: 100 }],
        total: 100,
        cashier: 'Aigul',
      },
    })
  })

  it('waits while the provider processes a receipt', async () => {
    const atol = adapter(version)
    const id = providerIdOf(await atol.send(receiptOf(100.02)))
    expect([await atol.status(id), await atol.status(id), await atol.status(id)]).toEqual([
      pending,
      pending,
      done,
    ])
  })

  it('leaves the outcome unknown when the response is lost, and finds the receipt by the same id', async () => {
    const atol = adapter(version)
    const receipt = receiptOf(100.03)
    expect(await atol.send(receipt)).toMatchObject({ state: 'Unknown' })
    const entries = emulator.atol.books.entries.size
    const again = await atol.send(receipt)
    expect(await atol.status(providerIdOf(again))).toEqual(done)
    expect(emulator.atol.books.entries.size).toBe(entries)
  })

  it('treats a receipt that the provider already has as accepted', async () => {
    const atol = adapter(version)
    expect(await atol.status(providerIdOf(await atol.send(receiptOf(100.04))))).toEqual(done)
  })

  it('requests a new id when the queue gave up the receipt', async () => {
    const atol = adapter(version)
    const receipt = receiptOf(100.05)
    const refused = await atol.status(providerIdOf(await atol.send(receipt)))
    expect(refused).toMatchObject({ state: 'Failed', code: '1', next: 'NewExternalId' })
    const second = await atol.send({ ...receipt, externalId: `${receipt.externalId}-2` })
    expect(await atol.status(providerIdOf(second))).toEqual(done)
  })

  it('reports a refused receipt as a failure that a user must resolve', async () => {
    expect(await adapter(version).send(receiptOf(100.06))).toEqual({
      state: 'Failed',
      code: '32',
      message: 'Ошибка валидации: items[0].vat',
      next: 'Person',
    })
  })

  it('signs in again when the token is expired', async () => {
    expect(await adapter(version).send(receiptOf(100.07))).toEqual(pending)
  })

  it('leaves the outcome unknown when a gateway loses the receipt', async () => {
    const atol = adapter(version)
    const receipt = receiptOf(100.08)
    expect(await atol.send(receipt)).toMatchObject({
      state: 'Unknown',
      message: expect.stringContaining('502'),
    })
    expect(await atol.send(receipt)).toEqual(pending)
  })

  it('refuses to send a receipt with too many lines, a wrong payment total or an unknown VAT rate', async () => {
    const atol = adapter(version)
    const entries = emulator.atol.books.entries.size
    const many = receiptOf(101, { lines: Array.from({ length: 101 }, () => line(1)) })
    const uneven = receiptOf(100, { payments: [{ type: 'Card', amount: amount(99) }] })
    const unknownRate = receiptOf(100, { lines: [line(100, { vatRate: percent(13) })] })
    for (const receipt of [many, uneven, unknownRate])
      expect(await atol.send(receipt)).toMatchObject({ state: 'Failed', code: 'Limit', next: 'Person' })
    expect(emulator.atol.books.entries.size).toBe(entries)
  })

  it('splits a line when no unit price gives its amount exactly', async () => {
    const receipt = receiptOf(100, {
      lines: [line(100, { quantity: quantity(3), vatRate: VAT_22, vatSum: amount(18.03) })],
    })
    expect(await adapter(version).send(receipt)).toEqual(pending)
    expect(registered(receipt.externalId).receipt.items).toMatchObject([
      { price: 33.33, quantity: 2, sum: 66.66, vat: { type: 'vat22', sum: 12.02 } },
      { price: 33.34, quantity: 1, sum: 33.34, vat: { type: 'vat22', sum: 6.01 } },
    ])
  })
})

describe('ATOL Online', () => {
  it('sends marking codes and units of measure of FFD 1.2 in protocol 5', async () => {
    const receipt = receiptOf(50, {
      operation: 'SellReturn',
      lines: [
        line(50, {
          markingCode: '010460',
          unit: { code: '166', name: 'кг', fiscalMeasure: 11 },
          subject: 'Good',
        }),
      ],
      payments: [
        { type: 'Card', amount: amount(20) },
        { type: 'Mobile', amount: amount(25) },
        { type: 'Prepaid', amount: amount(5) },
      ],
    })
    await adapter('v5').send(receipt)
    expect(registered(receipt.externalId).receipt).toMatchObject({
      items: [
        { measure: 11, payment_object: 33, mark_processing_mode: '0', mark_code: { gs1m: 'MDEwNDYw' } },
      ],
      payments: [
        { type: 1, sum: 45 },
        { type: 2, sum: 5 },
      ],
    })
  })

  it('passes on the message of the provider about a wrong password', async () => {
    expect(await adapter('v5', { password: 'wrong' }).send(receiptOf(100))).toEqual({
      state: 'Failed',
      code: '12',
      message: 'Неверный логин или пароль',
      next: 'Person',
    })
  })

  it('retries later when the provider is unreachable', async () => {
    const nobody = await startFiscalEmulator()
    await nobody[Symbol.asyncDispose]()
    expect(await adapter('v5', { baseUrl: `${nobody.url}/possystem/v5` }).send(receiptOf(100))).toMatchObject(
      {
        state: 'Failed',
        code: 'Unreachable',
        next: 'Retry',
      },
    )
  })
})
