import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FiscalAdapter } from '#hub/fiscal/adapter.ts'
import { type FiscalRecord, fiscalise, newRecord, type Unsent } from '#hub/fiscal/fiscalise.ts'
import { atolOnline } from '#hub/fiscal/providers/atol-online.ts'
import { orangeData } from '#hub/fiscal/providers/orange-data.ts'
import { webkassa } from '#hub/fiscal/providers/webkassa.ts'
import { amount } from '#shared/money/decimal.ts'
import { Random } from '#test/support/random.ts'
import type { Books } from './emulator/books.ts'
import { type FiscalEmulator, startFiscalEmulator } from './emulator/server.ts'
import { receiptOf } from './receipts.ts'

/** What becomes of a request on its way, and how often. */
const FATES = {
  delivered: 6,
  'request lost': 1,
  'answer lost': 1,
  'answer late': 1,
  'delivered twice': 1,
  'answer wrong': 1,
  'process killed': 1,
} as const
type Fate = keyof typeof FATES
const ALL_FATES = Object.keys(FATES) as Fate[]

const SEEDS = 4
const SALES = 25

class Killed extends Error {}

/** One cash box in bad weather: its sales go in their order, and each step is done by a process that may die in it. */
class Storm {
  readonly counted = new Map<Fate, number>(ALL_FATES.map((fate) => [fate, 0]))
  readonly records = new Map<string, FiscalRecord>()
  readonly #random: Random
  readonly #adapter: () => FiscalAdapter
  #now = new Date('2026-03-01T12:00:00.000Z')
  #isOver = false
  /** What was cut off and comes to the provider after all. */
  readonly #late: (() => Promise<void>)[] = []
  #kill: (() => void) | undefined

  constructor(seed: string, adapter: () => FiscalAdapter) {
    this.#random = new Random(seed)
    this.#adapter = adapter
  }

  /** Of a request to the emulator. */
  fate(): Fate {
    if (this.#isOver) return 'delivered'
    const fate = this.#random.weighted(ALL_FATES.map((each) => [each, FATES[each]]))
    this.counted.set(fate, (this.counted.get(fate) ?? 0) + 1)
    return fate
  }

  comesLate(deliver: () => Promise<void>): void {
    this.#late.push(deliver)
  }

  killProcess(): void {
    this.#kill?.()
  }

  async run(unsents: readonly Unsent[]): Promise<void> {
    for (const { clientId } of unsents) this.records.set(clientId, newRecord(this.#now))
    for (let step = 0; step < 60 * SALES; step += 1) {
      const open = unsents.filter(({ clientId }) => !isOver(this.#record(clientId)))
      if (open.length === 0) return
      // The weather clears at the end: whatever waits comes through.
      this.#isOver = step > 30 * SALES
      if (this.#late.length > 0 && this.#random.chance(0.5)) await this.#late.shift()?.()
      const next = this.#next(open)
      await this.#step(next)
    }
  }

  /** As the queue has it: what is accepted and due, else the first that is not accepted yet. */
  #next(open: readonly Unsent[]): Unsent {
    const pending = open.filter(({ clientId }) => this.#record(clientId).state === 'Pending')
    const due = pending.find(
      ({ clientId }) => Date.parse(this.#record(clientId).dueAt) <= this.#now.getTime(),
    )
    const first = open.find(({ clientId }) => this.#record(clientId).state !== 'Pending')
    const next = due ?? first ?? pending[0]
    if (!next) throw new Error('nothing is open')
    this.#now = new Date(Math.max(this.#now.getTime() + 1000, Date.parse(this.#record(next.clientId).dueAt)))
    return next
  }

  async #step(unsent: Unsent): Promise<void> {
    let isDead = false
    const dies = new Promise<never>((_, reject) => {
      this.#kill = () => {
        isDead = true
        reject(new Killed())
      }
    })
    const means = {
      adapter: this.#adapter(),
      save: async (record: FiscalRecord) => {
        // Nobody writes for the dead.
        if (isDead) throw new Killed()
        this.records.set(unsent.clientId, record)
      },
      now: () => this.#now,
    }
    const work = fiscalise(this.#record(unsent.clientId), unsent, means)
    work.catch(() => undefined)
    await Promise.race([work, dies]).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
    })
    this.#kill = undefined
  }

  #record(clientId: string): FiscalRecord {
    const record = this.records.get(clientId)
    if (!record) throw new Error(`no record of ${clientId}`)
    return record
  }
}

const isOver = ({ state }: FiscalRecord): boolean => state === 'Done' || state === 'Failed'

let storm: Storm | undefined
let emulator: FiscalEmulator
const fates = new Map<object, Fate>()

beforeAll(async () => {
  emulator = await startFiscalEmulator(0, async (when, asked) => {
    if (!storm) return undefined
    const fate = fates.get(asked) ?? storm.fate()
    fates.set(asked, fate)
    const again = () => emulator.deliver(asked)
    if (when === 'before') {
      if (fate === 'request lost') return 'lost'
      if (fate !== 'answer late') return undefined
      storm.comesLate(async () => void again())
      return 'lost'
    }
    if (fate === 'delivered twice') again()
    if (fate === 'process killed') storm.killProcess()
    if (fate === 'answer wrong') return 'wrong'
    return fate === 'answer lost' || fate === 'process killed' ? 'lost' : undefined
  })
})
afterAll(() => emulator[Symbol.asyncDispose]())

const PROVIDERS: [string, () => FiscalAdapter, () => Books][] = [
  [
    'ATOL Online',
    () =>
      atolOnline({
        ...{ baseUrl: `${emulator.url}/possystem/v5`, version: 'v5', login: 'shop', password: 'secret' },
        ...{ groupCode: 'group_1', inn: '7701234567', taxSystem: 'osn', paymentAddress: 'Moscow' },
        companyEmail: 'shop@example.com',
      }),
    () => emulator.atol.books,
  ],
  [
    'Webkassa',
    () =>
      webkassa({
        ...{ baseUrl: emulator.url, apiKey: 'WKD-1', login: 'shop', password: 'secret' },
        cashboxUniqueNumber: 'SWK00000001',
      }),
    () => emulator.webkassa.books,
  ],
  [
    'OrangeData',
    () =>
      orangeData({
        ...{ baseUrl: emulator.url, inn: '7701234567', group: 'Main_2', keyName: 'shop' },
        ...{ signingKey: emulator.orangeData.signingKey, clientCertificate: '', clientKey: '' },
        ...{ ffdVersion: '1.2', taxSystem: 0, companyEmail: 'shop@example.com' },
      }),
    () => emulator.orangeData.books,
  ],
]

function unsentOf(): Unsent {
  const { externalId: clientId, ...rest } = receiptOf(100, {
    payments: [{ type: 'Card', amount: amount(100) }],
  })
  return { ...rest, clientId }
}

describe.each(PROVIDERS)('In a storm, at %s', (_, adapter, books) => {
  it('each sale has one fiscal receipt', async () => {
    const counted = new Map<Fate, number>()
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const unsents = Array.from({ length: SALES }, unsentOf)
      storm = new Storm(`fiscal ${seed}`, adapter)
      await storm.run(unsents)
      for (const [fate, times] of storm.counted) counted.set(fate, (counted.get(fate) ?? 0) + times)
      const all = [...books().entries.values()]
      for (const { clientId } of unsents) {
        const record = storm.records.get(clientId)
        // Without regard to the id: a second receipt under another id is a second receipt.
        const mine = all.filter(({ externalId: id }) => id === clientId || id.startsWith(`${clientId}-`))
        expect({ seed, state: record?.state, signs: mine.map(({ sign }) => sign) }).toEqual({
          ...{ seed, state: 'Done', signs: [record?.result?.sign] },
        })
      }
      storm = undefined
    }
    // A kind that never came shows nothing.
    expect(ALL_FATES.filter((fate) => (counted.get(fate) ?? 0) < SEEDS)).toEqual([])
  })
})
