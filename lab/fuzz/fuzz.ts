import { must } from '#shared/std/must.ts'
import { Random } from '#test/support/random.ts'
import { type Draft, type Request, render, usualActor, validDraft } from './draft.ts'
import {
  checkAgentSettles,
  checkAllBooks,
  checkAuditLogs,
  compareMemory,
  type Memories,
  weigh,
} from './final-checks.ts'
import { type Find, Finds, type Sent } from './finds.ts'
import { faultOfTwo, faultsOf, isTransient } from './judge.ts'
import { mutate } from './mutations/mutate.ts'
import { asAnotherActor } from './mutations/requests.ts'
import { nameOf, type Operation } from './operations.ts'
import type { Caller } from './preparation.ts'
import { CLOSED, prepare } from './prepare.ts'
import { startProbe } from './probe.ts'
import { type Answer, NoAnswer, Sender } from './send.ts'
import { Watch } from './watch.ts'
import { type FuzzedDatabase, openWorld, type World } from './world.ts'

export interface FuzzOptions extends FuzzedDatabase {
  seed: string
  /** Number of the first request. */
  from: number
  /** Number of requests, or undefined for as many as fit into the time. */
  requests?: number | undefined
  seconds?: number | undefined
  /** True when slow responses by the wall clock are findings. False on a machine that may be busy. */
  isTimed: boolean
  onFind?: (find: Find) => void
  /** Called when a valid request was refused. */
  onRefused?: (operation: string, answer: Answer) => void
}

/** Requests of one operation, and their results. */
export interface Tally {
  operation: Operation
  /** Number of valid requests. */
  intended: number
  done: number
  refused: number
  failed: number
  /** Number of transient refusals, such as those caused by concurrent requests. */
  transient: number
  slowestMs: number
}

export interface Report {
  seed: string
  requests: number
  seconds: number
  tallies: Tally[]
  finds: Find[]
  memory: { before: Memories; after: Memories }
  /** Number of successful commands, and the commands missing in all audit logs. */
  audit: { commands: number; unaudited: string[] }
  longestHoldMs: number
  longestProbeMs: number
}

/** Number of concurrent requests. */
const LANES = 4
/** Number of valid requests for each operation before any mutation. Another actor sends the next one. */
const ROUNDS = 2
/** Number of valid requests after which an operation that has never succeeded is a finding. */
const TRIES = 10
const VALID_SHARE = 0.2
/** Fraction of valid state-changing requests that are sent twice concurrently. */
const TWICE_SHARE = 0.4
/** Time limit in ms, generous because it only needs to detect hanging requests. Stalls are measured separately. */
const PATIENCE_MS = 300_000
/** Time in ms after which long polls are aborted. */
const STREAM_PATIENCE_MS = 1500

/** Sends valid and invalid requests to every described operation of a hub and an agent, and checks the responses. */
export async function fuzz(options: FuzzOptions): Promise<Report> {
  const finds = new Finds(options.onFind)
  const watch = new Watch(finds)
  await using world = await openWorld(options, watch)
  watch.isOn = true
  using sender = new Sender()
  const startedAt = performance.now()
  const run = new Run(options, world, finds, sender)
  const { stop } = await startProbes(options, world, watch)
  await run.warmUp()
  const before = await weigh(world)
  await run.goOn()
  await stop()
  const isAlive = run.isAlive()
  let audit: Report['audit'] = { commands: 0, unaudited: [] }
  const after = isAlive ? await weigh(world) : before
  if (isAlive) {
    compareMemory(finds, before, after)
    await checkAgentSettles(finds, world)
    await checkAllBooks(finds, options.databaseUrl)
    audit = await checkAuditLogs(finds, options.databaseUrl, run.report().tallies)
  }
  return {
    ...run.report(),
    seed: options.seed,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    finds: finds.all,
    memory: { before, after },
    audit,
    longestHoldMs: Math.round(watch.longestHoldMs),
    longestProbeMs: Math.round(watch.longestProbeMs),
  }
}

class Run {
  readonly #options: FuzzOptions
  readonly #world: World
  readonly #finds: Finds
  readonly #sender: Sender
  readonly #tallies: Map<string, Tally>
  readonly #orderly: Operation[]
  readonly #deadline: number
  #next: number
  #isBroken = false

  constructor(options: FuzzOptions, world: World, finds: Finds, sender: Sender) {
    this.#options = options
    this.#world = world
    this.#finds = finds
    this.#sender = sender
    this.#orderly = orderOf(world.operations)
    this.#next = options.from
    this.#deadline = performance.now() + (options.seconds ?? Number.POSITIVE_INFINITY) * 1000
    const none = { intended: 0, done: 0, refused: 0, failed: 0, transient: 0, slowestMs: 0 }
    this.#tallies = new Map(
      world.operations.map((operation) => [nameOf(operation), { operation, ...none }] as const),
    )
  }

  /** Sends valid requests that fill caches and create records. */
  warmUp(): Promise<void> {
    return this.#until(this.#options.from + this.#orderly.length * ROUNDS)
  }

  goOn(): Promise<void> {
    return this.#until(Number.POSITIVE_INFINITY)
  }

  report(): Pick<Report, 'requests' | 'tallies'> {
    const tallies = [...this.#tallies.values()]
    // An operation that refuses every request tests nothing.
    for (const { operation, intended, done } of tallies) {
      if (done === 0 && intended >= TRIES && !(nameOf(operation) in CLOSED))
        this.#finds.note('never worked', nameOf(operation), `refused ${intended} times`)
    }
    return { requests: this.#next - this.#options.from, tallies }
  }

  /** Returns false and records a finding when a process has ended, which ends the run. */
  isAlive(): boolean {
    const dead = (['hub', 'agent'] as const).filter((side) => !this.#world[side].isRunning)
    for (const side of dead) this.#finds.note('ended', side, 'the process is gone')
    return dead.length === 0
  }

  async #until(end: number): Promise<void> {
    const { from, requests = Number.POSITIVE_INFINITY } = this.#options
    const last = Math.min(end, from + requests)
    const isOver = () => this.#isBroken || performance.now() > this.#deadline || !this.isAlive()
    const work = async (lane: number): Promise<void> => {
      try {
        while (this.#next < last && !isOver()) await this.#step(this.#next++, lane)
      } catch (error) {
        this.#isBroken = true
        throw error
      }
    }
    await Promise.all(Array.from({ length: LANES }, (_, lane) => work(lane)))
  }

  async #step(number: number, lane: number): Promise<void> {
    const { seed, from } = this.#options
    const { known, operations } = this.#world
    const random = new Random(`${seed} ${number}`)
    const round = Math.floor((number - from) / this.#orderly.length)
    const orderly = must(this.#orderly[(number - from) % this.#orderly.length])
    const isOrderly = round <= ROUNDS
    const operation = isOrderly ? orderly : random.pick(operations)
    const draft = validDraft(operation, known, random)
    await prepare(draft, this.#world, random, this.#caller(operation, lane))
    if (round === ROUNDS) draft.mutations.push(asAnotherActor(draft, random))
    else if (!isOrderly && !random.chance(VALID_SHARE)) mutate(draft, random, this.#world)
    this.#world.spare(draft)
    const isIntended = draft.mutations.length === 0
    const isTwice = isIntended && draft.method !== 'GET' && !isOrderly && random.chance(TWICE_SHARE)
    if (isTwice) await this.#sendTwice(number, lane, draft, random)
    else await this.#sendOnce(number, lane, draft, isIntended)
  }

  async #sendOnce(number: number, lane: number, draft: Draft, isIntended: boolean): Promise<void> {
    const { operation } = draft
    const answer = await this.#send(number, lane, draft)
    if (!answer) return
    if (isIntended) {
      this.#tallyOf(operation).intended += 1
      if (answer.status >= 400) this.#options.onRefused?.(nameOf(operation), answer)
      if (answer.status === 401 || answer.status === 403) this.#world.forget(draft.actor)
      const isGone = answer.status === 404 || (draft.method === 'DELETE' && answer.status < 300)
      if (isGone) this.#world.known.forget(operation, draft.pathParameters)
    }
    if (answer.status < 300 && draft.actor === usualActor(operation)) this.#learn(draft, answer)
  }

  /** Sends the same request twice concurrently. It must take effect at most once. */
  async #sendTwice(number: number, lane: number, draft: Draft, random: Random): Promise<void> {
    const { operation } = draft
    const isKeyed = operation.isRepeatable && random.chance(0.5)
    if (isKeyed) draft.headers.push(['Idempotency-Key', `twice-${number}`])
    draft.mutations.push(isKeyed ? 'twice, with a key' : 'twice')
    const answers = await Promise.all([this.#send(number, lane, draft), this.#send(number, lane, draft)])
    const [first, second] = answers
    if (!first || !second) return
    const fault = faultOfTwo(draft, first, second, isKeyed)
    if (fault) this.#finds.note('twice', nameOf(operation), fault, this.#finds.sentWith(number))
    for (const answer of answers) if (answer && answer.status < 300) this.#learn(draft, answer)
  }

  async #send(number: number, lane: number, draft: Draft): Promise<Answer | undefined> {
    const { operation } = draft
    const request = render(draft)
    // Each request has its own client address, so that rate limits do not hide later results.
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    const given = new Set(request.headers.map(([name]) => name.toLowerCase()))
    const own: [string, string][] = [
      ['X-Forwarded-For', address],
      ['traceparent', `00-${number.toString(16).padStart(32, '0')}-0000000000000001-01`],
      ...(await this.#world.headersOf(draft.actor, lane)),
    ]
    request.headers = [...own.filter(([name]) => !given.has(name.toLowerCase())), ...request.headers]
    const startedAt = performance.now()
    const sent: Sent = { number, draft, request, startedAt, endedAt: Number.POSITIVE_INFINITY }
    this.#finds.remember(sent)
    const isStream = operation.files.some((type) => type.includes('ndjson'))
    const { url } = operation.side === 'hub' ? this.#world.hub : this.#world.agent
    try {
      const answer = await this.#sender.send(url, request, isStream ? STREAM_PATIENCE_MS : PATIENCE_MS)
      this.#count(draft, answer)
      for (const [kind, what] of faultsOf(draft, answer, this.#world))
        this.#finds.note(kind, nameOf(operation), what, sent)
      return answer
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      if (!error.isUnsendable && !isStream)
        this.#finds.note('no answer', nameOf(operation), error.message, sent)
      return undefined
    } finally {
      sent.endedAt = performance.now()
    }
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

  #learn({ operation, method, pathParameters }: Draft, { headers, body, isCut }: Answer): void {
    const isReadable = /^application\/json/.test(String(headers['content-type'])) && body.length < 1e6
    if (!isReadable || isCut || method === 'HEAD') return
    if (operation.path.startsWith('/api/super-admin/organizations') || operation.path.endsWith('/audit-log'))
      return
    // The response to a sign-up belongs to another organization.
    if (operation.permission === 'public' && !operation.path.startsWith('/~/connect/')) return
    this.#world.known.learn(operation, pathParameters, JSON.parse(body.toString('utf8')))
  }

  #caller(operation: Operation, lane: number): Caller {
    const { url } = operation.side === 'hub' ? this.#world.hub : this.#world.agent
    const actor = usualActor(operation)
    const send = async (request: Request): Promise<{ status: number; body: unknown }> => {
      request.headers = [...(await this.#world.headersOf(actor, lane)), ...request.headers]
      const answer = await this.#sender.send(url, request, PATIENCE_MS)
      if (answer.status === 401) this.#world.forget(actor)
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
}

/** Starts probes for uninvolved clients, which must not be affected by the attack. */
async function startProbes({ isTimed }: FuzzOptions, { hub, agent, headersOf }: World, watch: Watch) {
  if (!isTimed) return { stop: async () => 0 }
  const headers = Object.fromEntries(await headersOf('other', 0))
  const targets = [
    { name: 'hub', url: `${hub.url}/healthz` },
    { name: 'hub, for another organization', url: `${hub.url}/api/catalog/stores`, headers },
    { name: 'agent', url: `${agent.url}/health` },
  ]
  return startProbe(targets, (probed) => watch.onProbed(probed))
}

/** Returns the operations sorted so that records are read, then created, then deleted. */
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
