import { CLIENT } from '#test/fiscal/client-certificate.ts'
import type { Books } from '#test/fiscal/emulator/books.ts'
import type { Asked, FiscalEmulator, Wire } from '#test/fiscal/emulator/server.ts'
import { startFiscalEmulator } from '#test/fiscal/emulator/server.ts'
import type { Random } from '#test/support/random.ts'
import { letWait, sentRequest } from '../process/http.ts'
import { asSimulator } from '../process/process.ts'
import { at } from '../process/time.ts'
import type { Deed } from '../schedule/deeds.ts'
import type { World } from './world.ts'

/**
 * What becomes of a request to the provider besides that it is answered, and how often. Swallowed: the hub waits in vain; late:
 * the connection is cut, and the request comes after all; an answer that is late may come when the hub waits no more.
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
/** How often nothing befalls one that registers a receipt, and any other. */
const CALM = { registers: 8, asks: 30 }
type Fate = keyof typeof FATES
const ALL_FATES = Object.keys(FATES) as Fate[]
const kindOf = (fate: Fate): string => `fiscal: ${fate}`

/** A receipt in the provider's books. */
export interface FiscalEntry {
  saleId: string
  sign: string
  isReturn: boolean
  /** In hundredths. */
  total: number
  /** Of a return: the sign of its sale's receipt; undefined: the protocol tells none. */
  basis: string | null | undefined
}

interface Protocol {
  books(emulator: FiscalEmulator): Books
  /** As the settings of an organization have it. */
  cashBox(emulator: FiscalEmulator): object
  /** The path of a request that registers a receipt. */
  registers: RegExp
  /** It gives receipts up, and takes them under another id. */
  givesUp: boolean
  read(request: Wire): Pick<FiscalEntry, 'isReturn' | 'total' | 'basis'>
}

const hundredths = (money: number): number => Math.round(money * 100)

/** Takes a receipt and is asked for it later. What is repeated is known by its id. */
const ATOL_ONLINE: Protocol = {
  books: ({ atol }) => atol.books,
  cashBox: () => ({ provider: 'Emulator' }),
  registers: /\/sell(_refund)?$/,
  givesUp: true,
  read: ({ operation, receipt }) => ({
    ...{ isReturn: operation === 'sell_refund', total: hundredths(receipt.total), basis: undefined },
  }),
}

/** Answers at once. What it may have is looked up in its shifts; a return names the receipt of its sale. */
const WEBKASSA: Protocol = {
  books: ({ webkassa }) => webkassa.books,
  cashBox: () => ({
    ...{ provider: 'Webkassa', baseUrl: null, login: 'shop', cashboxUniqueNumber: 'SWK00000001' },
    ...{ apiKey: 'WKD-1', password: 'secret' },
  }),
  registers: /\/check$/,
  givesUp: false,
  read: ({ OperationType, Payments, Change, ReturnBasisDetails }) => ({
    isReturn: OperationType === 3,
    total: Payments.reduce((sum: number, { Sum }: Wire) => sum + hundredths(Sum), -hundredths(Change)),
    basis: ReturnBasisDetails?.CheckNumber ?? null,
  }),
}

/** Takes a receipt and is asked for it later, also for what it may have. */
const ORANGE_DATA: Protocol = {
  books: ({ orangeData }) => orangeData.books,
  cashBox: ({ orangeData }) => ({
    ...{ provider: 'OrangeData', baseUrl: null, inn: '7701234567', group: 'Main_2', keyName: 'shop' },
    ...{ ffdVersion: '1.2', taxSystem: 'General', companyEmail: 'shop@example.com' },
    ...{ signingKey: orangeData.signingKey, ...CLIENT },
  }),
  registers: /\/documents\/$/,
  givesUp: true,
  read: ({ content }) => ({
    ...{ isReturn: content.type === 2, total: hundredths(content.totalSum), basis: undefined },
  }),
}

const PROTOCOLS = { Emulator: ATOL_ONLINE, Webkassa: WEBKASSA, OrangeData: ORANGE_DATA }
type ProviderKind = keyof typeof PROTOCOLS

/** The emulator of fiscal providers, behind a real socket, in bad weather: it is asked and answers when the schedule says so. */
export class FiscalProvider implements AsyncDisposable {
  /** Off while the schedule ends. */
  isDisturbed = true
  /** That it was chosen takes effect when something is booked. */
  chosen: Deed | null = null
  /** Something went wrong, and nobody has seen to it. */
  isInTrouble = false
  readonly kind: ProviderKind
  readonly #protocol: Protocol
  readonly #world: World
  readonly #random: Random
  readonly #emulator: FiscalEmulator
  /** What befalls requests that are being answered. */
  readonly #fates = new Map<Asked, { fate: Fate; deed: Deed; before: number }>()

  private constructor(world: World, emulator: FiscalEmulator, random: Random) {
    this.#world = world
    this.#random = random
    this.#emulator = emulator
    this.kind = random.pick(Object.keys(PROTOCOLS) as ProviderKind[])
    this.#protocol = PROTOCOLS[this.kind]
  }

  static async open(world: World): Promise<FiscalProvider> {
    const emulator = await startFiscalEmulator(0, async (when, asked) =>
      asSimulator(() => (when === 'before' ? provider.#arrive(asked) : provider.#answer(asked))),
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

  /** What the authority has. What the provider has given up counts under its next id. */
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

  async #arrive(asked: Asked): Promise<'lost' | undefined> {
    await this.#wait(asked, this.#random.spread(2, 300))
    const fate = this.#fate(asked)
    if (!fate) return undefined
    this.isInTrouble = true
    this.#world.trace.fault(kindOf(fate), `${asked.method} ${nameOf(asked)}`)
    const deed = this.#world.deeds.begin(kindOf(fate))
    if (deed.isBroken) return undefined
    switch (fate) {
      case 'request lost':
        deed.tookEffect()
        return 'lost'
      case 'request swallowed':
        deed.tookEffect()
        return letWait(sentRequest(asked.headers), new Promise(() => {})) as Promise<never>
      case 'request late':
        at(this.#random.spread(10, 90_000), () => {
          deed.tookEffect()
          this.#emulator.deliver(asked)
        })
        return 'lost'
      default:
        this.#fates.set(asked, { fate, deed, before: this.#booked })
        return undefined
    }
  }

  async #answer(asked: Asked): Promise<'lost' | 'wrong' | undefined> {
    if (this.#booked > 0) this.chosen?.tookEffect()
    const { fate, deed, before } = this.#fates.get(asked) ?? {}
    this.#fates.delete(asked)
    if (!fate || !deed) return undefined
    // To a question about what is there already it happens as well, and shows less.
    if (this.#booked !== before) deed.tookEffect()
    else deed.prevented('nothing was booked')
    switch (fate) {
      case 'answer wrong':
        return 'wrong'
      case 'answer late':
        await this.#wait(asked, this.#random.between(1000, 60_000))
        return undefined
      case 'delivered twice':
        at(this.#random.spread(1, 60_000), () => this.#emulator.deliver(asked))
        return undefined
      case 'hub killed': {
        const process = sentRequest(asked.headers)?.process
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

  /** null: it is answered. */
  #fate({ path }: Asked): Fate | null {
    if (!this.isDisturbed) return null
    const { emphasis } = this.#world
    const calm = CALM[this.#protocol.registers.test(path) ? 'registers' : 'asks']
    return this.#random.weighted([
      [null, calm],
      ...ALL_FATES.map((fate) => [fate, FATES[fate] * (emphasis[kindOf(fate)] ?? 1)] as const),
    ])
  }

  async #wait(asked: Asked, ms: number): Promise<void> {
    const request = sentRequest(asked.headers)
    await letWait(request, new Promise((resolve) => at(ms, resolve)))
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#emulator[Symbol.asyncDispose]()
  }
}

/** Without ids. */
const nameOf = ({ path }: Asked): string => path.replace(/\/(uuid-\d+|[0-9a-f-]{36}.*)$/, '')
