import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FiscalAdapter } from '#hub/fiscal/adapter.ts'
import { type FiscalRecord, fiscalise, newRecord, tryAgain, type Unsent } from '#hub/fiscal/fiscalise.ts'
import { atolOnline } from '#hub/fiscal/providers/atol-online.ts'
import { cloudKassir } from '#hub/fiscal/providers/cloud-kassir.ts'
import { orangeData } from '#hub/fiscal/providers/orange-data.ts'
import { reKassa } from '#hub/fiscal/providers/rekassa.ts'
import { webkassa } from '#hub/fiscal/providers/webkassa.ts'
import { amount } from '#shared/money/decimal.ts'
import type { Books } from './emulator/books.ts'
import { REKASSA } from './emulator/rekassa.ts'
import { type FiscalEmulator, startFiscalEmulator } from './emulator/server.ts'
import { receiptOf } from './receipts.ts'

let emulator: FiscalEmulator
beforeAll(async () => {
  emulator = await startFiscalEmulator()
})
afterAll(() => emulator[Symbol.asyncDispose]())

/** What the QR code of a receipt of 100 has. */
const QR = {
  russian: /^t=20260301T1500&s=100\.0\d&fn=9999078900000000&i=\d+&fp=\d{10}&n=1$/,
  address: /^https:\/\/ofd\.test\//,
}
const PROVIDERS: { name: string; adapter: () => FiscalAdapter; books: () => Books; qr: RegExp }[] = [
  {
    name: 'ATOL Online',
    adapter: () =>
      atolOnline({
        ...{ baseUrl: `${emulator.url}/possystem/v5`, version: 'v5', login: 'shop', password: 'secret' },
        ...{ groupCode: 'group_1', inn: '7701234567', taxSystem: 'General', paymentAddress: 'Moscow' },
        companyEmail: 'shop@example.com',
      }),
    books: () => emulator.atol.books,
    qr: QR.russian,
  },
  {
    name: 'Webkassa',
    adapter: () =>
      webkassa({
        ...{ baseUrl: emulator.url, apiKey: 'WKD-1', login: 'shop', password: 'secret' },
        cashboxUniqueNumber: 'SWK00000001',
      }),
    books: () => emulator.webkassa.books,
    qr: QR.address,
  },
  {
    name: 'reKassa',
    adapter: () =>
      reKassa({
        ...{ baseUrl: emulator.url, apiKey: 'key', number: REKASSA.number, password: 'secret' },
        pin: REKASSA.pin,
      }),
    books: () => emulator.reKassa.books,
    qr: QR.address,
  },
  {
    name: 'OrangeData',
    adapter: () =>
      orangeData({
        ...{ baseUrl: emulator.url, inn: '7701234567', group: 'Main_2', keyName: 'shop' },
        ...{ signingKey: emulator.orangeData.signingKey, clientCertificate: '', clientKey: '' },
        ...{ ffdVersion: '1.2', taxSystem: 'General', companyEmail: 'shop@example.com' },
      }),
    books: () => emulator.orangeData.books,
    qr: QR.russian,
  },
  {
    name: 'CloudKassir',
    adapter: () =>
      cloudKassir({
        ...{ baseUrl: emulator.url, publicId: 'pk_1', apiSecret: 'secret', inn: '7701234567' },
        taxSystem: 'General',
      }),
    books: () => emulator.cloudKassir.books,
    qr: QR.russian,
  },
]

function unsentOf(total: number): Unsent {
  const { externalId: clientId, ...rest } = receiptOf(total, {
    payments: [{ type: 'Card', amount: amount(total) }],
  })
  return { ...rest, clientId }
}

class Killed extends Error {}

/**
 * Does what the queue does until nothing more is to be done. The process dies at its `diesAt`th touch of the outside, once:
 * before the touch, or after it when its answer is lost.
 */
async function runToTheEnd(
  unsent: Unsent,
  adapter: () => FiscalAdapter,
  { diesAt = 0, when = 'before' as 'before' | 'after' } = {},
): Promise<{ record: FiscalRecord; touches: number; states: string[] }> {
  let now = new Date('2026-03-01T12:00:00.000Z')
  let stored = newRecord(now)
  let touches = 0
  const states: string[] = []
  const touch = async <T>(act: () => Promise<T>): Promise<T> => {
    touches += 1
    const isEnd = touches === diesAt
    if (isEnd && when === 'before') throw new Killed()
    const done = await act()
    if (isEnd) throw new Killed()
    return done
  }
  for (let step = 0; step < 40; step += 1) {
    if (stored.state === 'Done' || stored.state === 'Failed') break
    now = new Date(Math.max(now.getTime(), Date.parse(stored.dueAt)))
    // A new process signs in anew.
    const { send, status, lookUp, closeShift, capabilities } = adapter()
    const watched: FiscalAdapter = {
      capabilities,
      send: (receipt) => touch(() => send(receipt)),
      status: (id) => touch(() => status(id)),
      ...(lookUp && { lookUp: (receipt) => touch(() => lookUp(receipt)) }),
      ...(closeShift && { closeShift: () => touch(() => closeShift()) }),
    }
    const save = (record: FiscalRecord) =>
      touch(async () => {
        stored = record
        states.push(record.state)
      })
    await fiscalise(stored, unsent, { adapter: watched, save, now: () => now }).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
    })
  }
  return { record: stored, touches, states }
}

describe.each(PROVIDERS)('A receipt of $name', ({ name, adapter, books, qr }) => {
  const SCENARIOS = ['00', '01', '02', '03', '04', '05', '07', '08', '09'].filter(
    // There it is the last word.
    (scenario) => !(scenario === '05' && name === 'CloudKassir'),
  )

  it.each(SCENARIOS)('is fiscalised once in scenario %s, wherever the process dies', async (scenario) => {
    const total = 100 + Number(scenario) / 100
    const undisturbed = await runToTheEnd(unsentOf(total), adapter)
    expect(undisturbed.record).toMatchObject({
      state: 'Done',
      result: { sign: expect.any(String), qr: expect.stringMatching(qr) },
    })
    for (const when of ['before', 'after'] as const)
      for (let diesAt = 1; diesAt <= undisturbed.touches; diesAt += 1) {
        const unsent = unsentOf(total)
        const { record } = await runToTheEnd(unsent, adapter, { diesAt, when })
        const mine = [...books().entries.values()].filter(
          ({ externalId: id }) => id === unsent.clientId || id.startsWith(`${unsent.clientId}-`),
        )
        const ids = new Set(mine.map(({ externalId }) => externalId))
        const alive = mine.filter(({ sign }) => sign === record.result?.sign)
        expect({ when, diesAt, state: record.state, alive: alive.length, qr: record.result?.qr }).toEqual({
          ...{ when, diesAt, state: 'Done', alive: 1, qr: expect.stringMatching(qr) },
        })
        // Another id only where the provider has given the first one up.
        expect(ids.size).toBe(record.attempt)
        expect(record.attempt).toBe(undisturbed.record.attempt)
      }
  })

  it('waits for a person when it is refused, who tries again', async () => {
    const { record } = await runToTheEnd(unsentOf(100.06), adapter)
    expect(record).toMatchObject({ state: 'Failed', message: expect.stringMatching(/./) })
    expect(tryAgain(record, new Date())).toMatchObject({ state: 'Unknown', failures: 0, attempt: 1 })
  })
})

describe('A receipt', () => {
  const nobody: FiscalAdapter = {
    capabilities: {
      async: true,
      needsShift: false,
      returnNeedsBasis: false,
      maxLines: 1,
      offlineHours: null,
    },
    send: async () => ({ state: 'Failed', code: 'Unreachable', message: 'nobody', next: 'Retry' }),
    status: async () => ({ state: 'Failed', code: 'Unreachable', message: 'nobody', next: 'Retry' }),
    lookUp: async () => ({ state: 'Failed', code: 'Unreachable', message: 'nobody', next: 'Retry' }),
  }
  const at = new Date('2026-03-01T12:00:00.000Z')
  const step = (record: FiscalRecord) =>
    fiscalise(record, unsentOf(100), { adapter: nobody, save: async () => undefined, now: () => at })

  it('is sent later and later: after 10 s, 20 s, ... and then each hour', async () => {
    let record = newRecord(at)
    const waits: number[] = []
    for (let i = 0; i < 11; i += 1) {
      record = await step(record)
      waits.push((Date.parse(record.dueAt) - at.getTime()) / 1000)
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
  })

  it('stays unknown while nobody can be asked, and accepted once it was', async () => {
    const unknown = await step({ ...newRecord(at), state: 'Sending' })
    expect(unknown).toMatchObject({ state: 'Unknown', failures: 1 })
    const pending = await step({ ...newRecord(at), state: 'Pending', providerId: 'uuid' })
    expect(pending).toMatchObject({ state: 'Pending', providerId: 'uuid', failures: 1 })
  })
})
