import { availableParallelism, loadavg } from 'node:os'
import { must } from '#shared/std/must.ts'
import { Random } from '#test/support/random.ts'
import { type Draft, type Request, render, usualActor, validDraft } from './draft.ts'
import type { Memory } from './gauge.ts'
import { faultsOf, isTransient } from './judge.ts'
import { mutate } from './mutations.ts'
import { nameOf, type Operation } from './operations.ts'
import { type Asker, CLOSED, prepare } from './prepare.ts'
import { type Probed, startProbe } from './probe.ts'
import { type Answer, NoAnswer, Sender } from './send.ts'
import type { Side, Watcher } from './subject.ts'
import { openWorld, type World } from './world.ts'

export interface FuzzOptions {
  databaseUrl: string
  seed: string
  /** Number of the first request. */
  from: number
  /** Undefined: as many as there is time for. */
  requests?: number | undefined
  seconds?: number | undefined
  /** Answers that take long by the clock of the wall are faults: not where the machine may be busy. */
  isTimed: boolean
  onFind?: (find: Find) => void
  /** What was meant to work and was refused. */
  onRefused?: (operation: string, answer: Answer) => void
}

/** Something that must not happen, with the first request after which it did. */
export interface Find {
  kind: string
  operation: string
  what: string
  number: number
  mutations: string[]
  request: Request | undefined
  times: number
}

/** What was asked of one operation, and how it answered. */
export interface Tally {
  operation: Operation
  /** Requests that were meant to work. */
  meant: number
  done: number
  refused: number
  failed: number
  /** Refused because others were at work, or the like. */
  transient: number
  slowestMs: number
}

export interface Report {
  seed: string
  requests: number
  seconds: number
  tallies: Tally[]
  /** Answers by actor and status. */
  finds: Find[]
  memory: Record<Side, { before: Memory; after: Memory }>
  longestHoldMs: number
  longestProbeMs: number
}

/** Requests under way at once. */
const ABREAST = 4
/** So many times each operation is asked as it is meant before anything odd is done to it. */
const ROUNDS = 3
/** An operation that was asked for as often as it is meant, and never did it, is a find. */
const TRIES = 10
const VALID_SHARE = 0.25
const HELD_MS = 1000
const STALL_MS = 1000
const PATIENCE_MS = 60_000
/** Long polls are left after this. */
const STREAM_PATIENCE_MS = 1500
const MOST_GROWTH = { heapUsed: 48e6, external: 32e6, rss: 300e6 }

/** Asks a hub and an agent for everything that they describe, in every way that is not meant, and looks at what comes. */
export async function fuzz(options: FuzzOptions): Promise<Report> {
  const run = new Run(options)
  await using world = await openWorld(options.databaseUrl, run)
  return await run.through(world)
}

interface Sent {
  number: number
  draft: Draft
  request: Request
  startedAt: number
  endedAt: number
}

class Run implements Watcher {
  readonly #options: FuzzOptions
  readonly #finds = new Map<string, Find>()
  readonly #tallies = new Map<string, Tally>()
  /** The last ones, by number: the log tells later which of them it speaks of. */
  readonly #sent = new Map<number, Sent>()
  readonly #sender = new Sender()
  readonly #secrets = new Set<string>()
  #requests = 0
  #longestHoldMs = 0
  #longestProbeMs = 0

  constructor(options: FuzzOptions) {
    this.#options = options
  }

  onLog(side: Side, text: string): void {
    for (const secret of this.#secrets) {
      if (text.includes(secret))
        this.#find('secret in the log', side, text.replaceAll(secret, '<secret>').slice(0, 500))
    }
    let line: { level?: number; traceId?: string; msg?: string; err?: { message?: string; stack?: string } }
    try {
      line = JSON.parse(text)
    } catch {
      // Node itself has printed it: a warning, or why it ends.
      this.#find('printed', side, text.slice(0, 300))
      return
    }
    if ((line.level ?? 0) < 50) return
    const sent = this.#sent.get(Number.parseInt(line.traceId?.slice(-12) ?? '', 16))
    const what = `${line.msg}: ${line.err?.stack?.slice(0, 700) ?? ''}`
    this.#find('logged error', sent ? nameOf(sent.draft.operation) : side, what, sent)
  }

  onHeld(side: Side, heldMs: number): void {
    // To load a program takes its time.
    if (this.#requests === 0) return
    this.#longestHoldMs = Math.max(this.#longestHoldMs, heldMs)
    if (heldMs < HELD_MS) return
    const now = performance.now()
    const suspects = [...this.#sent.values()].filter(
      ({ draft, endedAt, startedAt }) =>
        draft.operation.side === side && endedAt > now - 500 && startedAt < now - heldMs + 500,
    )
    const suspect = suspects.sort((a, b) => (b.request.body?.length ?? 0) - (a.request.body?.length ?? 0))[0]
    const name = suspect ? nameOf(suspect.draft.operation) : side
    this.#find('event loop held', name, `${Math.round(heldMs)} ms; ${suspects.length} under way`, suspect)
  }

  async through(world: World): Promise<Report> {
    for (const operation of world.operations)
      this.#tallies.set(nameOf(operation), {
        operation,
        meant: 0,
        done: 0,
        refused: 0,
        failed: 0,
        transient: 0,
        slowestMs: 0,
      })
    const probe = await this.#startProbe(world)
    const startedAt = performance.now()
    const { from, requests = Number.POSITIVE_INFINITY, seconds = Number.POSITIVE_INFINITY } = this.#options
    const orderly = orderOf(world.operations)
    const warm = orderly.length * ROUNDS
    let next = from
    let isBroken = false
    const isOver = (): boolean =>
      isBroken ||
      next - from >= requests ||
      performance.now() - startedAt > seconds * 1000 ||
      !this.#isAlive(world)
    const work = async (lane: number, end: number): Promise<void> => {
      try {
        while (next < end && !isOver()) await this.#step(world, next++, lane, orderly)
      } catch (error) {
        isBroken = true
        throw error
      }
    }
    const allAtOnce = (end: number) =>
      Promise.all(Array.from({ length: ABREAST }, (_, lane) => work(lane, end)))
    await allAtOnce(from + warm)
    const before = await weigh(world)
    await allAtOnce(Number.POSITIVE_INFINITY)
    await probe.stop()
    this.#sender[Symbol.dispose]()
    this.#isAlive(world)
    const after = await weigh(world)
    for (const side of ['hub', 'agent'] as const) this.#compare(side, before[side], after[side])
    this.#findNeverDone()
    return {
      seed: this.#options.seed,
      requests: this.#requests,
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      tallies: [...this.#tallies.values()],
      finds: [...this.#finds.values()],
      memory: {
        hub: { before: before.hub, after: after.hub },
        agent: { before: before.agent, after: after.agent },
      },
      longestHoldMs: Math.round(this.#longestHoldMs),
      longestProbeMs: Math.round(this.#longestProbeMs),
    }
  }

  async #step(world: World, number: number, lane: number, orderly: Operation[]): Promise<void> {
    const { seed, from } = this.#options
    const random = new Random(`${seed} ${number}`)
    const isWarming = number - from < orderly.length * ROUNDS
    const operation = isWarming
      ? must(orderly[(number - from) % orderly.length])
      : random.pick(world.operations)
    const draft = validDraft(operation, world.known, random)
    await prepare(draft, world, random, this.#asker(world, operation, lane))
    if (!isWarming && !random.chance(VALID_SHARE)) mutate(draft, random, world)
    const answer = await this.#send(world, number, lane, draft)
    if (!answer) return
    const isValid = draft.mutations.length === 0
    if (isValid && answer.status >= 400) this.#options.onRefused?.(nameOf(operation), answer)
    if (isValid && (answer.status === 401 || answer.status === 403)) world.forget(draft.actor)
    if (isValid) this.#tallyOf(operation).meant += 1
    if (draft.actor !== usualActor(operation)) return
    const isGone = isValid && (answer.status === 404 || (draft.method === 'DELETE' && answer.status < 300))
    if (isGone) world.known.forget(operation, draft.pathParameters)
    else if (answer.status < 300) this.#learn(world, draft, answer)
  }

  async #send(world: World, number: number, lane: number, draft: Draft): Promise<Answer | undefined> {
    const { operation } = draft
    const request = render(draft)
    // Each from an address of its own, so that no rate limit hides what comes after it.
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    const traceId = number.toString(16).padStart(32, '0')
    const given = new Set(request.headers.map(([name]) => name.toLowerCase()))
    const own: [string, string][] = [
      ['X-Forwarded-For', address],
      ['traceparent', `00-${traceId}-0000000000000001-01`],
      ...(await world.headersOf(draft.actor, lane)),
    ]
    request.headers = [...own.filter(([name]) => !given.has(name.toLowerCase())), ...request.headers]
    const sent: Sent = {
      number,
      draft,
      request,
      startedAt: performance.now(),
      endedAt: Number.POSITIVE_INFINITY,
    }
    this.#remember(sent)
    const isStream = operation.files.some((type) => type.includes('ndjson'))
    const side = operation.side === 'hub' ? world.hub : world.agent
    try {
      const answer = await this.#sender.send(side.url, request, isStream ? STREAM_PATIENCE_MS : PATIENCE_MS)
      this.#count(draft, answer)
      for (const [kind, what] of faultsOf(draft, answer, world))
        this.#find(kind, nameOf(operation), what, sent)
      return answer
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      const isAllowed = error.isUnsendable || isStream
      if (!isAllowed) this.#find('no answer', nameOf(operation), error.message, sent)
      return undefined
    } finally {
      sent.endedAt = performance.now()
    }
  }

  #remember(sent: Sent): void {
    this.#requests += 1
    this.#sent.set(sent.number, sent)
    if (this.#sent.size > 3000) this.#sent.delete(must(this.#sent.keys().next().value))
  }

  #tallyOf(operation: Operation): Tally {
    return must(this.#tallies.get(nameOf(operation)))
  }

  #count({ operation }: Draft, answer: Answer): void {
    const tally = this.#tallyOf(operation)
    tally.slowestMs = Math.max(tally.slowestMs, Math.round(answer.ms))
    if (answer.status < 400) tally.done += 1
    else if (answer.status < 500) tally.refused += 1
    else if (isTransient(answer)) tally.transient += 1
    else tally.failed += 1
  }

  #learn(world: World, { operation, method, pathParameters }: Draft, answer: Answer): void {
    const { headers, body, isCut } = answer
    if (!/^application\/json/.test(String(headers['content-type'])) || body.length > 1e6) return
    if (isCut || method === 'HEAD') return
    // Of a sign-up: another organization.
    if (operation.permission === 'public' && !operation.path.startsWith('/~/connect/')) return
    world.known.learn(operation, pathParameters, JSON.parse(body.toString('utf8')))
  }

  #asker(world: World, operation: Operation, lane: number): Asker {
    const side = operation.side === 'hub' ? world.hub : world.agent
    const actor = usualActor(operation)
    const send = async (request: Request): Promise<{ status: number; body: unknown }> => {
      request.headers = [...(await world.headersOf(actor, lane)), ...request.headers]
      const answer = await this.#sender.send(side.url, request, PATIENCE_MS)
      if (answer.status === 401) world.forget(actor)
      const isJson = String(answer.headers['content-type']).includes('json')
      return { status: answer.status, body: isJson ? JSON.parse(answer.body.toString('utf8')) : {} }
    }
    return {
      ask: (path, method = 'GET', body) =>
        send({
          method,
          path,
          headers: body ? [['Content-Type', 'application/json']] : [],
          body: body && Buffer.from(JSON.stringify(body)),
        }),
      send: (draft) => send(render(draft)),
    }
  }

  async #startProbe(world: World): Promise<{ stop(): Promise<number> }> {
    if (!this.#options.isTimed) return { stop: async () => 0 }
    const bystander = Object.fromEntries(await world.headersOf('other', 0))
    const targets = [
      { name: 'hub', url: `${world.hub.url}/healthz` },
      {
        name: 'hub, for another organization',
        url: `${world.hub.url}/api/catalog/stores`,
        headers: bystander,
      },
      { name: 'agent', url: `${world.agent.url}/health` },
    ]
    return startProbe(targets, (probed) => this.#onProbed(probed))
  }

  #onProbed({ name, ms, floorMs }: Probed): void {
    // On a busy machine it is the others' doing; the gauge in the programs counts there, too.
    if ((loadavg()[0] ?? 0) > availableParallelism() + 1) return
    this.#longestProbeMs = Math.max(this.#longestProbeMs, ms - floorMs)
    if (ms < STALL_MS + 4 * floorMs) return
    const now = performance.now()
    const under = [...this.#sent.values()].filter(
      ({ startedAt, endedAt }) => startedAt < now - 500 && endedAt > now - ms,
    )
    const names = under.map(({ draft }) => nameOf(draft.operation)).join(', ')
    this.#find(
      'stall',
      name,
      `${Math.round(ms)} ms, the floor ${Math.round(floorMs)} ms; under way: ${names}`,
      under[0],
    )
  }

  /** One that has ended is a find, and the end of the run. */
  #isAlive(world: World): boolean {
    const dead = (['hub', 'agent'] as const).filter((side) => !world[side].isRunning)
    for (const side of dead) this.#find('ended', side, 'the process is gone')
    return dead.length === 0
  }

  #compare(side: Side, before: Memory, after: Memory): void {
    for (const [name, most] of Object.entries(MOST_GROWTH)) {
      const grown = after[name as keyof Memory] - before[name as keyof Memory]
      if (grown > most) this.#find('memory', side, `${name} has grown by ${Math.round(grown / 1e6)} MB`)
    }
  }

  /** A fuzz that is refused every time shows nothing. */
  #findNeverDone(): void {
    for (const { operation, meant, done } of this.#tallies.values()) {
      const isOpen = !(nameOf(operation) in CLOSED)
      if (isOpen && done === 0 && meant >= TRIES)
        this.#find('never worked', nameOf(operation), 'not once did it succeed')
    }
  }

  #find(kind: string, operation: string, what: string, sent?: Sent): void {
    const key = `${kind} ${operation} ${kind === 'logged error' ? what.slice(0, 60) : ''}`
    const known = this.#finds.get(key)
    if (known) {
      known.times += 1
      return
    }
    const find: Find = {
      kind,
      operation,
      what,
      number: sent?.number ?? -1,
      mutations: sent?.draft.mutations ?? [],
      request: sent?.request,
      times: 1,
    }
    this.#finds.set(key, find)
    this.#options.onFind?.(find)
  }
}

async function weigh(world: World): Promise<Record<Side, Memory>> {
  return { hub: await world.hub.weigh(), agent: await world.agent.weigh() }
}

/** What shows records first, then what makes them, and last what takes them away. */
function orderOf(operations: Operation[]): Operation[] {
  const rank = ({ method, path }: Operation): number => {
    const isOne = path.includes('{')
    if (method === 'GET' && !isOne) return 0
    if (method === 'POST' && !isOne) return 1
    if (method === 'DELETE') return 5
    return method === 'GET' ? 2 : /\/(revoke|unpost)$/.test(path) ? 4 : 3
  }
  return [...operations].sort((a, b) => rank(a) - rank(b))
}
