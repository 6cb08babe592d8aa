import { constants, gunzipSync } from 'node:zlib'
import type { Random } from '#test/support/random.ts'
import { beat } from '../process/activity.ts'
import type { SimProcess } from '../process/process.ts'
import { at } from '../process/time.ts'
import type { Action } from '../schedule/actions.ts'
import { HUB_ORIGIN, type HubAnswer } from './hub-server.ts'
import type { World } from './world.ts'

/** State of the connection. With `dead`, nothing gets through and neither side is notified. */
export type Weather = 'fine' | 'bad' | 'cut' | 'dead' | 'portal' | 'proxy down'

/** Fates of a request and its response, with weights in fine and in bad weather. */
const FATES = {
  delivered: { fine: 170, bad: 10 },
  'request lost': { fine: 1, bad: 2 },
  'request swallowed': { fine: 1, bad: 1 },
  'request late': { fine: 1, bad: 2 },
  'answer lost': { fine: 3, bad: 3 },
  'answer swallowed': { fine: 1, bad: 1 },
  'answer late': { fine: 1, bad: 2 },
  'answer cut': { fine: 3, bad: 3 },
  'answer ends early': { fine: 3, bad: 3 },
  'answer stalls': { fine: 1, bad: 1 },
  'answer has a hole': { fine: 6, bad: 5 },
  'delivered twice': { fine: 3, bad: 2 },
  'delivered at once to two': { fine: 4, bad: 3 },
  'bad gateway': { fine: 1, bad: 1 },
} as const
type Fate = keyof typeof FATES
/** End of a response after the part that arrived. */
type PartEnd = 'break' | 'end' | 'nothing more'
const kindOf = (fate: Fate): string => `line: ${fate}`
const ALL_FATES = Object.keys(FATES) as Fate[]

/** A request in transit, with callbacks for its response and its failure. */
interface Message {
  path: string
  what: string
  init: RequestInit
  signal: AbortSignal | undefined
  answer(response: Response): void
  fail(reason: string): void
  /** Separate random source, so that responses arriving at the same time do not affect each other. */
  random: Random
}

/**
 * The connection between an agent and the hub's address. Every request and every response is a message that
 * arrives when the schedule decides: completely, in part, twice or never.
 */
export class Link {
  #weather: Weather = 'fine'
  /** Action that changed the weather, until it affects the first message. */
  #weatherAction: Action | undefined
  /** False at the beginning and the end of the schedule. */
  isDisturbed = true
  readonly #world: World
  readonly #name: string
  readonly #address: string
  readonly #random: Random

  constructor(world: World, name: string, random: Random) {
    this.#world = world
    this.#name = name
    this.#address = `10.0.0.${world.machines.length + 1}`
    this.#random = random
  }

  get weather(): Weather {
    return this.#weather
  }

  turn(weather: Weather, action?: Action): void {
    this.#weatherAction?.prevented('no message before the next')
    this.#weatherAction = action
    this.#weather = weather
  }

  /** Implements `fetch` for an agent's process. A dead process receives nothing. */
  fetch(process: SimProcess, url: string, init: RequestInit): Promise<Response> {
    beat()
    const signal = init.signal ?? undefined
    return new Promise<Response>((resolve, reject) => {
      if (signal?.aborted) reject(signal.reason)
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      const tell = (action: () => void): void => {
        beat()
        if (!process.isDead) action()
      }
      this.#send({
        ...this.#requestOf(url, init),
        random: this.#random.fork(),
        signal,
        answer: (response) => tell(() => resolve(response)),
        fail: (reason) => tell(() => reject(new TypeError('fetch failed', { cause: new Error(reason) }))),
      })
    })
  }

  #requestOf(url: string, init: RequestInit): Pick<Message, 'path' | 'what' | 'init'> {
    const { pathname, search } = new URL(url)
    const headers = new Headers(init.headers)
    if (this.#random.chance(0.2)) headers.set('Accept-Encoding', 'gzip')
    headers.set('X-Forwarded-For', this.#address)
    const { method = 'GET', body } = init
    return {
      path: pathname + search,
      what: `${method} ${pathname}`,
      init: { method, headers, ...(body === undefined || body === null ? {} : { body }) },
    }
  }

  #later({ random }: Message, action: () => void): void {
    at(random.spread(2, this.weather === 'bad' ? 3000 : 60), action)
  }

  #muchLater({ random }: Message, action: () => void): void {
    at(random.between(10_000, 120_000), action)
  }

  #send(message: Message): void {
    this.#weatherAction?.tookEffect()
    switch (this.weather) {
      case 'cut':
        this.#later(message, () => message.fail('ENETUNREACH'))
        break
      case 'portal':
        this.#later(message, () => message.answer(portal()))
        break
      case 'proxy down':
        this.#later(message, () => message.answer(badGateway(message.random)))
        break
      case 'dead':
        break
      default:
        this.#carry(message, this.#fateIn(this.weather), message.what)
    }
  }

  #fateIn(weather: 'fine' | 'bad'): Fate {
    if (!this.isDisturbed) return 'delivered'
    const { emphasis } = this.#world
    return this.#random.weighted(
      ALL_FATES.map((fate) => [fate, FATES[fate][weather] * (emphasis[kindOf(fate)] ?? 1)]),
    )
  }

  #carry(message: Message, fate: Fate, what: string): void {
    const bring = (answered: HubAnswer): void => this.#later(message, () => this.#bring(message, answered))
    const deliver = (): void => this.#later(message, () => this.#deliver(message, bring))
    if (fate === 'delivered') {
      deliver()
      return
    }
    // A hole is traced only when there are lines to remove.
    if (fate !== 'answer has a hole') this.#world.trace.fault(fate, `${this.#name} ${what}`)
    const action = this.#world.actions.begin(kindOf(fate))
    const fail = (): void => {
      action.tookEffect()
      message.fail('ECONNRESET')
    }
    const actions: Record<Exclude<Fate, 'delivered'>, () => void> = {
      'request lost': () => this.#later(message, fail),
      'request swallowed': () => action.tookEffect(),
      'request late': () =>
        this.#muchLater(message, () => {
          action.tookEffect()
          this.#deliver(message, bring)
        }),
      'answer lost': () =>
        this.#later(message, () => this.#deliver(message, () => this.#later(message, fail))),
      'answer swallowed': () => this.#later(message, () => this.#deliver(message, () => action.tookEffect())),
      'answer late': () =>
        this.#later(message, () =>
          this.#deliver(message, (answered) =>
            this.#muchLater(message, () => {
              action.tookEffect()
              this.#bring(message, answered)
            }),
          ),
        ),
      'answer cut': () => this.#bringPart(message, action, 'break'),
      'answer ends early': () => this.#bringPart(message, action, 'end'),
      'answer stalls': () => this.#bringPart(message, action, 'nothing more'),
      'answer has a hole': () =>
        this.#later(message, () =>
          this.#deliver(message, (answered) =>
            this.#later(message, () => message.answer(this.#holed(message, action, answered))),
          ),
        ),
      'delivered twice': () => {
        at(message.random.spread(1, 60_000), () => this.#deliver(unheard(message), () => action.tookEffect()))
        deliver()
      },
      'delivered at once to two': () =>
        this.#later(message, () => {
          this.#deliver(unheard(message), () => action.tookEffect())
          this.#deliver(message, bring)
        }),
      'bad gateway': () =>
        this.#later(message, () => {
          action.tookEffect()
          message.answer(badGateway(message.random))
        }),
    }
    if (action.isBroken) deliver()
    else actions[fate]()
  }

  /** Delivers the message to one of the processes at the hub's address. */
  #deliver(message: Message, then: (answered: HubAnswer) => void): void {
    const { path, init, signal, fail, random } = message
    beat()
    const hub = random.pick(this.#world.hubs)
    if (!hub.isUp) {
      this.#later(message, () => fail('ECONNREFUSED'))
      return
    }
    const hangUp = new AbortController()
    // A dead connection does not notify the hub.
    signal?.addEventListener('abort', () => this.weather !== 'dead' && hangUp.abort(), { once: true })
    hub
      .fetch(path, { ...init, signal: hangUp.signal })
      .then(then, () => this.#later(message, () => fail('ECONNRESET')))
  }

  #bring({ answer, fail }: Message, answered: HubAnswer): void {
    if (this.weather === 'cut') fail('ENETUNREACH')
    else if (this.weather !== 'dead') answer(whole(answered))
  }

  #bringPart(message: Message, action: Action, after: PartEnd): void {
    this.#later(message, () =>
      this.#deliver(message, (answered) =>
        this.#later(message, () => {
          const { signal, random } = message
          if (!WITHOUT_BODY.has(answered.status)) action.tookEffect()
          else action.prevented('an answer without a body')
          message.answer(partOf(answered, after, signal, random))
        }),
      ),
    )
  }

  /** Returns the response with some lines removed from the middle, as by a faulty cache or proxy. */
  #holed({ what, random }: Message, action: Action, answered: HubAnswer): Response {
    const lines = Buffer.from(unpacked(answered)).toString('utf8').split('\n')
    const isLines = answered.headers.get('Content-Type')?.includes('ndjson') === true
    if (lines.length < 4 || !isLines) {
      action.prevented('no lines to leave out')
      return whole(answered)
    }
    action.tookEffect()
    this.#world.trace.fault('answer has a hole', `${this.#name} ${what}`)
    const start = random.between(1, lines.length - 3)
    lines.splice(start, random.between(1, lines.length - 2 - start))
    return responseOf(answered, lines.join('\n'))
  }
}

/** Returns a duplicate of the message, whose response is ignored. */
const unheard = (message: Message): Message => ({
  ...message,
  random: message.random.fork(),
  signal: undefined,
  answer: () => undefined,
  fail: () => undefined,
})

/** Returns the decompressed body, as fetch would. */
function unpacked({ headers, body }: HubAnswer): Uint8Array {
  if (headers.get('Content-Encoding') !== 'gzip') return body
  try {
    return gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return new Uint8Array()
  }
}

function responseOf({ status, headers }: HubAnswer, body: BodyInit | null): Response {
  const kept = new Headers(headers)
  kept.delete('Content-Encoding')
  kept.delete('Content-Length')
  return new Response(body, { status, headers: kept })
}

const WITHOUT_BODY = new Set([101, 204, 205, 304])

function whole(answered: HubAnswer): Response {
  return responseOf(answered, WITHOUT_BODY.has(answered.status) ? null : Buffer.from(unpacked(answered)))
}

function partOf(
  answered: HubAnswer,
  after: PartEnd,
  signal: AbortSignal | undefined,
  random: Random,
): Response {
  const { body, status } = answered
  if (WITHOUT_BODY.has(status)) return whole(answered)
  const part = unpacked({ ...answered, body: body.slice(0, random.below(body.length + 1)) })
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (part.length > 0) controller.enqueue(part)
      if (after === 'end') controller.close()
      if (after === 'end') return
      // Aborting the signal also ends the body, as with a real fetch.
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true })
      if (after === 'nothing more') return
      at(1, () => {
        beat()
        controller.error(new TypeError('terminated', { cause: new Error('other side closed') }))
      })
    },
  })
  return responseOf(answered, stream)
}

const portal = (): Response =>
  new Response('<html><body>Welcome to Hotel WiFi</body></html>', {
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })

function badGateway(random: Random): Response {
  const headers = { 'Content-Type': 'text/html', ...(random.chance(0.3) && { 'Retry-After': '3' }) }
  return new Response('<html>Bad Gateway</html>', { status: random.pick([502, 503, 504]), headers })
}

export const isHubUrl = (url: string): boolean => url.startsWith(HUB_ORIGIN)
