import { CLIENT } from '#test/fiscal/client-certificate.ts'
import type { Books } from '#test/fiscal/emulator/books.ts'
import type { FiscalEmulator, ProviderRequest, Wire } from '#test/fiscal/emulator/server.ts'
import { startFiscalEmulator } from '#test/fiscal/emulator/server.ts'
import type { Random } from '#test/support/random.ts'
import { letWait, sentRequest } from '../process/http.ts'
import { asSimulator } from '../process/process.ts'
import { at } from '../process/time.ts'
import type { Action } from '../schedule/actions.ts'
import type { World } from './world.ts'

/**
 * Fates of a request to the provider, with weights. With a swallowed request, the hub waits in vain. With a
 * late one, the connection is cut and the request arrives later. A late response can arrive when the hub has
 * stopped waiting.
 */
const FATES = {
  'request lost': 1,
  'request swallowed': 1,
  'request late': 1,
  'answer lost': 1,
  'answer late': 1,
  'answer wrong': 1,
  'delivered twice': 1,
  'hub killed': 0.5,
} as const
/** Weight of no fault for a request that registers a receipt, and for other requests. */
const CALM = { registers: 8, asks: 30 }
type Fate = keyof typeof FATES
const ALL_FATES = Object.keys(FATES) as Fate[]
const kindOf = (fate: Fate): string => `fiscal: ${fate}`

/** A receipt issued by the provider. */
export interface FiscalEntry {
  saleId: string
  sign: string
  isReturn: boolean
  /** Total in hundredths. */
  total: number
  /** Fiscal sign of the original sale's receipt, for a return. Undefined when the protocol does not include it. */
  basis: string | null | undefined
}

interface Protocol {
  books(emulator: FiscalEmulator): Books
  /** Returns the cash box in the format of the organization's settings. */
  cashBox(emulator: FiscalEmulator): object
  /** Paths of requests that register a receipt. */
  registers: RegExp
  /** True when the provider can reject a receipt's id for good and accept the receipt under another one. */
  givesUp: boolean
  read(request: Wire): Pick<FiscalEntry, 'isReturn' | 'total' | 'basis'>
}

const hundredths = (money: number): number => Math.round(money * 100)

/** Protocol that accepts a receipt and is polled for the result. It recognizes a repeat by its id. */
const ATOL_ONLINE: Protocol = {
  books: ({ atol }) => atol.books,
  cashBox: () => ({ provider: 'Emulator' }),
  registers: /\/sell(_refund)?$/,
  givesUp: true,
  read: ({ operation, receipt }) => ({
    isReturn: operation === 'sell_refund',
    total: hundredths(receipt.total),
    basis: undefined,
  }),
}

/**
 * Protocol that answers at once. A possibly existing receipt is looked up in its shifts. A return refers to
 * the receipt of its sale.
 */
const WEBKASSA: Protocol = {
  books: ({ webkassa }) => webkassa.books,
  cashBox: () => ({
    provider: 'Webkassa',
    baseUrl: null,
    login: 'shop',
    cashboxUniqueNumber: 'SWK00000001',
    apiKey: 'WKD-1',
    password: 'secret',
  }),
  registers: /\/check$/,
  givesUp: false,
  read: ({ OperationType, Payments, Change, ReturnBasisDetails }) => ({
    isReturn: OperationType === 3,
    total: Payments.reduce((sum: number, { Sum }: Wire) => sum + hundredths(Sum), -hundredths(Change)),
    basis: ReturnBasisDetails?.CheckNumber ?? null,
  }),
}

/**
 * Protocol that accepts a receipt and is polled for the result. A possibly existing receipt is looked up by
 * polling too.
 */
const ORANGE_DATA: Protocol = {
  books: ({ orangeData }) => orangeData.books,
  cashBox: ({ orangeData }) => ({
    provider: 'OrangeData',
    baseUrl: null,
    inn: '7701234567',
    group: 'Main_2',
    keyName: 'shop',
    ffdVersion: '1.2',
    taxSystem: 'General',
    companyEmail: 'shop@example.com',
    signingKey: orangeData.signingKey,
    ...CLIENT,
  }),
  registers: /\/documents\/$/,
  givesUp: true,
  read: ({ content }) => ({
    isReturn: content.type === 2,
    total: hundredths(content.totalSum),
    basis: undefined,
  }),
}

const PROTOCOLS = { Emulator: ATOL_ONLINE, Webkassa: WEBKASSA, OrangeData: ORANGE_DATA }
type ProviderKind = keyof typeof PROTOCOLS

/**
 * Emulator of fiscal providers behind a real socket, with faults. Requests arrive and are answered when the
 * schedule decides.
 */
export class FiscalProvider implements AsyncDisposable {
  /** True while faults are injected. False at the end of the schedule. */
  isDisturbed = true
  /** Action of configuring the provider. It takes effect when a receipt is registered. */
  chosen: Action | null = null
  /** True after a fault until a user has retried. */
  isInTrouble = false
  readonly kind: ProviderKind
  readonly #protocol: Protocol
  readonly #world: World
  readonly #random: Random
  readonly #emulator: FiscalEmulator
  /** Fates of the requests in progress. */
  readonly #fates = new Map<ProviderRequest, { fate: Fate; action: Action; before: number }>()

  private constructor(world: World, emulator: FiscalEmulator, random: Random) {
    this.#world = world
    this.#random = random
    this.#emulator = emulator
    this.kind = random.pick(Object.keys(PROTOCOLS) as ProviderKind[])
    this.#protocol = PROTOCOLS[this.kind]
  }

  static async open(world: World): Promise<FiscalProvider> {
    const emulator = await startFiscalEmulator(0, async (when, received) =>
      asSimulator(() => (when === 'before' ? provider.#arrive(received) : provider.#answer(received))),
    )
    const provider = new FiscalProvider(world, emulator, world.randomFor('fiscal provider'))
    return provider
  }

  get url(): string {
    return this.#emulator.url
  }

  get cashBox(): object {
    return this.#protocol.cashBox(this.#emulator)
  }

  /**
   * Returns the receipts known to the tax authority. A receipt whose id was rejected for good counts under
   * its next id.
   */
  get entries(): FiscalEntry[] {
    return [...this.#books.entries.values()].flatMap(({ externalId, scenario, sign, request }) => {
      const [, saleId = '', isNext] = /^(.{36})(-.+)?$/.exec(externalId) ?? []
      const isGivenUp = this.#protocol.givesUp && scenario === '05' && !isNext
      return isGivenUp ? [] : [{ saleId, sign, ...this.#protocol.read(request) }]
    })
  }

  get #books(): Books {
    return this.#protocol.books(this.#emulator)
  }

  async #arrive(received: ProviderRequest): Promise<'lost' | undefined> {
    await this.#wait(received, this.#random.spread(2, 300))
    const fate = this.#fate(received)
    if (!fate) return undefined
    this.isInTrouble = true
    this.#world.trace.fault(kindOf(fate), `${received.method} ${nameOf(received)}`)
    const action = this.#world.actions.begin(kindOf(fate))
    if (action.isBroken) return undefined
    switch (fate) {
      case 'request lost':
        action.tookEffect()
        return 'lost'
      case 'request swallowed':
        action.tookEffect()
        return letWait(sentRequest(received.headers), new Promise(() => {})) as Promise<never>
      case 'request late':
        at(this.#random.spread(10, 90_000), () => {
          action.tookEffect()
          this.#emulator.deliver(received)
        })
        return 'lost'
      default:
        this.#fates.set(received, { fate, action, before: this.#booked })
        return undefined
    }
  }

  async #answer(received: ProviderRequest): Promise<'lost' | 'wrong' | undefined> {
    if (this.#booked > 0) this.chosen?.tookEffect()
    const { fate, action, before } = this.#fates.get(received) ?? {}
    this.#fates.delete(received)
    if (!fate || !action) return undefined
    // A fault in a look-up is possible too, but proves less.
    if (this.#booked !== before) action.tookEffect()
    else action.prevented('nothing was booked')
    switch (fate) {
      case 'answer wrong':
        return 'wrong'
      case 'answer late':
        await this.#wait(received, this.#random.between(1000, 60_000))
        return undefined
      case 'delivered twice':
        at(this.#random.spread(1, 60_000), () => this.#emulator.deliver(received))
        return undefined
      case 'hub killed': {
        const process = sentRequest(received.headers)?.process
        this.#world.hubs.find((hub) => hub.process === process)?.crash()
        return 'lost'
      }
      default:
        return 'lost'
    }
  }

  get #booked(): number {
    return this.#books.entries.size
  }

  /** Returns the fate of a request, or null to answer it normally. */
  #fate({ path }: ProviderRequest): Fate | null {
    if (!this.isDisturbed) return null
    const { emphasis } = this.#world
    const calm = CALM[this.#protocol.registers.test(path) ? 'registers' : 'asks']
    return this.#random.weighted([
      [null, calm],
      ...ALL_FATES.map((fate) => [fate, FATES[fate] * (emphasis[kindOf(fate)] ?? 1)] as const),
    ])
  }

  async #wait(received: ProviderRequest, ms: number): Promise<void> {
    const request = sentRequest(received.headers)
    await letWait(request, new Promise((resolve) => at(ms, resolve)))
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#emulator[Symbol.asyncDispose]()
  }
}

/** Returns the path without ids. */
const nameOf = ({ path }: ProviderRequest): string => path.replace(/\/(uuid-\d+|[0-9a-f-]{36}.*)$/, '')
