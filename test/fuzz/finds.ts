import { must } from '#shared/std/must.ts'
import type { Draft, Request } from './draft.ts'

/** Something that must not happen, with the first request after which it did. */
export interface Find {
  kind: string
  /** The operation, or the side where it was noticed. */
  where: string
  what: string
  /** Of the request; undefined: no single request is to blame. */
  number: number | undefined
  mutations: string[]
  request: Request | undefined
  times: number
}

/** A request that has gone out. */
export interface Sent {
  number: number
  draft: Draft
  request: Request
  startedAt: number
  /** Infinite as long as it is under way. */
  endedAt: number
}

const MOST_REMEMBERED = 3000

/** What has been found so far, each thing once; and the last requests, to name the one that a log line or a stall belongs to. */
export class Finds {
  readonly #finds = new Map<string, Find>()
  readonly #sent = new Map<number, Sent>()
  readonly #onFind: ((find: Find) => void) | undefined

  constructor(onFind: ((find: Find) => void) | undefined) {
    this.#onFind = onFind
  }

  get all(): Find[] {
    return [...this.#finds.values()]
  }

  remember(sent: Sent): void {
    this.#sent.set(sent.number, sent)
    if (this.#sent.size > MOST_REMEMBERED) this.#sent.delete(must(this.#sent.keys().next().value))
  }

  sentWith(number: number): Sent | undefined {
    return this.#sent.get(number)
  }

  /** Which were under way at some moment between the two. */
  underWay(from: number, to: number): Sent[] {
    return [...this.#sent.values()].filter(({ startedAt, endedAt }) => startedAt < to && endedAt > from)
  }

  note(kind: string, where: string, what: string, sent?: Sent): void {
    const key = [kind, where, kind === 'logged error' ? what.slice(0, 60) : ''].join('\n')
    const known = this.#finds.get(key)
    if (known) {
      known.times += 1
      return
    }
    const { number, draft, request } = sent ?? {}
    const find: Find = { kind, where, what, number, mutations: draft?.mutations ?? [], request, times: 1 }
    this.#finds.set(key, find)
    this.#onFind?.(find)
  }
}
