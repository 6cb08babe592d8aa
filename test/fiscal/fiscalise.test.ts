import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FiscalAdapter } from '#hub/integrations/fiscal/adapter.ts'
import {
  type FiscalRecord,
  fiscalise,
  newRecord,
  tryAgain,
  type Unsent,
} from '#hub/integrations/fiscal/fiscalise.ts'
import { atolOnline } from '#hub/integrations/fiscal/providers/atol-online.ts'
import { cloudKassir } from '#hub/integrations/fiscal/providers/cloud-kassir.ts'
import { orangeData } from '#hub/integrations/fiscal/providers/orange-data.ts'
import { reKassa } from '#hub/integrations/fiscal/providers/rekassa.ts'
import { webkassa } from '#hub/integrations/fiscal/providers/webkassa.ts'
import { amount } from '#shared/money/decimal.ts'
import { type Books, SCENARIOS } from './emulator/books.ts'
import { REKASSA } from './emulator/rekassa.ts'
import { type FiscalEmulator, startFiscalEmulator, type Watch } from './emulator/server.ts'
import { receiptOf } from './receipts.ts'

let emulator: FiscalEmulator
let watch: Watch = () => undefined
beforeAll(async () => {
  emulator = await startFiscalEmulator(0, (when, requested) => watch(when, requested))
})
afterAll(() => emulator[Symbol.asyncDispose]())

/** Expected content of the QR code of a receipt with a total of 100. */
const QR = {
  russian: /^t=20260301T1500&s=100\.0\d&fn=9999078900000000&i=\d+&fp=\d{10}&n=1$/,
  address: /^https:\/\/ofd\.test\//,
}
interface Provider {
  name: string
  adapter: () => FiscalAdapter
  books: () => Books
  qr: RegExp
  /** Usual states of a receipt. `befalls` lists the states of scenarios with a different course at this provider. */
  usual: string
  befalls: Record<string, string>
  hasOffline: boolean
}
const PROVIDERS: Provider[] = [
  {
    name: 'ATOL Online',
    adapter: () =>
      atolOnline({
        baseUrl: `${emulator.url}/possystem/v5`,
        version: 'v5',
        login: 'shop',
        password: 'secret',
        groupCode: 'group_1',
        inn: '7701234567',
        taxSystem: 'General',
        paymentAddress: 'Moscow',
        companyEmail: 'shop@example.com',
      }),
    books: () => emulator.atol.books,
    qr: QR.russian,
    usual: 'Sending Pending Done',
    befalls: {
      '02': 'Sending Pending Pending Pending Done',
      '03': 'Sending Unknown Pending Done',
      '05': 'Sending Pending Waiting Sending Pending Done',
      '08': 'Sending Unknown Pending Done',
    },
    hasOffline: false,
  },
  {
    name: 'Webkassa',
    adapter: () =>
      webkassa({
        baseUrl: emulator.url,
        apiKey: 'WKD-1',
        login: 'shop',
        password: 'secret',
        cashboxUniqueNumber: 'SWK00000001',
      }),
    books: () => emulator.webkassa.books,
    qr: QR.address,
    usual: 'Sending Done',
    befalls: {
      '03': 'Sending Unknown Done',
      '05': 'Sending Waiting Sending Done',
      '08': 'Sending Unknown Waiting Sending Done',
    },
    hasOffline: true,
  },
  {
    name: 'reKassa',
    adapter: () =>
      reKassa({
        baseUrl: emulator.url,
        apiKey: 'key',
        number: REKASSA.number,
        password: 'secret',
        pin: REKASSA.pin,
      }),
    books: () => emulator.reKassa.books,
    qr: QR.address,
    usual: 'Sending Done',
    befalls: {
      '03': 'Sending Unknown Done',
      '04': 'Sending Unknown Done',
      '05': 'Sending Waiting Sending Done',
      '08': 'Sending Unknown Done',
    },
    hasOffline: true,
  },
  {
    name: 'OrangeData',
    adapter: () =>
      orangeData({
        baseUrl: emulator.url,
        inn: '7701234567',
        group: 'Main_2',
        keyName: 'shop',
        signingKey: emulator.orangeData.signingKey,
        clientCertificate: '',
        clientKey: '',
        ffdVersion: '1.2',
        taxSystem: 'General',
        companyEmail: 'shop@example.com',
      }),
    books: () => emulator.orangeData.books,
    qr: QR.russian,
    usual: 'Sending Pending Done',
    befalls: {
      '02': 'Sending Pending Pending Pending Done',
      '03': 'Sending Unknown Done',
      '05': 'Sending Pending Waiting Sending Pending Done',
      '07': 'Sending Waiting Sending Pending Done',
      '08': 'Sending Unknown Waiting Sending Pending Done',
    },
    hasOffline: false,
  },
  {
    name: 'CloudKassir',
    adapter: () =>
      cloudKassir({
        baseUrl: emulator.url,
        publicId: 'pk_1',
        apiSecret: 'secret',
        inn: '7701234567',
        taxSystem: 'General',
      }),
    books: () => emulator.cloudKassir.books,
    qr: QR.russian,
    usual: 'Sending Pending Done',
    befalls: {
      '02': 'Sending Pending Pending Pending Done',
      '03': 'Sending Unknown Pending Done',
      '05': 'Sending Pending Failed',
      '08': 'Sending Unknown Pending Done',
    },
    hasOffline: false,
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
 * Fault to inject at the `at`th touch or request, counted from 1. Death: of the process. Loss: of the request
 * or of its response.
 */
interface Trouble {
  at: number
  of: 'touch' | 'request'
  when: 'before' | 'after'
  is: 'death' | 'loss'
}

/**
 * Runs the steps of the queue until none is left. A touch is a call of the provider or the database. A
 * request is a single HTTP request, of which one call can send several.
 */
async function runToTheEnd(
  unsent: Unsent,
  adapter: () => FiscalAdapter,
  trouble?: Trouble,
): Promise<{ record: FiscalRecord; touches: number; requests: number; states: string[] }> {
  let requests = 0
  let isDead = false
  watch = (when) => {
    if (when === 'before') requests += 1
    if (trouble?.of !== 'request' || trouble.at !== requests || trouble.when !== when) return undefined
    isDead = trouble.is === 'death'
    return Promise.resolve('lost')
  }
  let now = new Date('2026-03-01T12:00:00.000Z')
  let stored = newRecord(now)
  let touches = 0
  const states: string[] = []
  const touch = async <T>(act: () => Promise<T>): Promise<T> => {
    touches += 1
    const isEnd = trouble?.of === 'touch' && touches === trouble.at
    if (isDead || (isEnd && trouble.when === 'before')) throw new Killed()
    const done = await act()
    if (isEnd) throw new Killed()
    return done
  }
  for (let step = 0; step < 40; step += 1) {
    if (stored.state === 'Done' || stored.state === 'Failed') break
    now = new Date(Math.max(now.getTime(), Date.parse(stored.dueAt)))
    isDead = false
    // A new process must sign in again.
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
  return { record: stored, touches, requests, states }
}

describe.each(PROVIDERS)('A receipt of $name', ({ adapter, books, qr, usual, befalls, hasOffline }) => {
  const totalOf = (scenario: string): number => 100 + Number(scenario) / 100

  it.each(Object.keys(SCENARIOS).filter((scenario) => scenario !== '06'))(
    'passes through the expected states in scenario %s',
    async (scenario) => {
      const { record, states } = await runToTheEnd(unsentOf(totalOf(scenario)), adapter)
      expect(states.join(' ')).toBe(befalls[scenario] ?? usual)
      if (record.state === 'Done') expect(record.result?.isOffline).toBe(hasOffline && scenario === '09')
    },
  )

  // Except with CloudKassir, a failure of the shift or the queue is not final.
  const saved = ['00', ...Object.keys(SCENARIOS)].filter(
    (scenario) => scenario !== '06' && !befalls[scenario]?.endsWith('Failed'),
  )
  it.each(saved)(
    'registers a receipt once in scenario %s, wherever the process dies or a message is lost',
    async (scenario) => {
      const undisturbed = await runToTheEnd(unsentOf(totalOf(scenario)), adapter)
      const { touches, requests } = undisturbed
      const troubles = [
        ...['before', 'after'].flatMap((when) => [
          ...Array.from({ length: touches }, (_, i) => ({ at: i + 1, of: 'touch', when, is: 'death' })),
          ...['death', 'loss'].flatMap((is) =>
            Array.from({ length: requests }, (_, i) => ({ at: i + 1, of: 'request', when, is })),
          ),
        ]),
      ] as Trouble[]
      for (const trouble of troubles) {
        const unsent = unsentOf(totalOf(scenario))
        const { record } = await runToTheEnd(unsent, adapter, trouble)
        const mine = [...books().entries.values()].filter(
          ({ externalId: id }) => id === unsent.clientId || id.startsWith(`${unsent.clientId}-`),
        )
        const alive = mine.filter(({ sign }) => sign === record.result?.sign)
        expect({ trouble, state: record.state, alive: alive.length, qr: record.result?.qr }).toEqual({
          trouble,
          state: 'Done',
          alive: 1,
          qr: expect.stringMatching(qr),
        })
        // A new id is used only after the provider gives up the first one.
        expect([trouble, mine.length, record.attempt]).toEqual([
          trouble,
          record.attempt,
          undisturbed.record.attempt,
        ])
      }
    },
  )

  it('waits for a user after a refusal, and is sent again on request', async () => {
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

  it('increases the delay between attempts from 10 s to one hour', async () => {
    let record = newRecord(at)
    const waits: number[] = []
    for (let i = 0; i < 11; i += 1) {
      record = await step(record)
      waits.push((Date.parse(record.dueAt) - at.getTime()) / 1000)
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
  })

  it('keeps an unknown or accepted outcome while the provider is unreachable', async () => {
    const unknown = await step({ ...newRecord(at), state: 'Sending' })
    expect(unknown).toMatchObject({ state: 'Unknown', failures: 1 })
    const pending = await step({ ...newRecord(at), state: 'Pending', providerId: 'uuid' })
    expect(pending).toMatchObject({ state: 'Pending', providerId: 'uuid', failures: 1 })
  })
})
