import { must } from '#shared/std/must.ts'
import type { Draft, Request } from './draft.ts'

/** Forbidden behavior, with the first request that caused it. */
export interface Find {
  kind: string
  /** Operation, or side on which the behavior was noticed. */
  where: string
  what: string
  /** Number of the request, or undefined when no single request is the cause. */
  number: number | undefined
  mutations: string[]
  request: Request | undefined
  times: number
}

/** Request that was sent. */
export interface Sent {
  number: number
  draft: Draft
  request: Request
  startedAt: number
  /** End time in ms, infinite while the request is pending. */
  endedAt: number
}

const MOST_REMEMBERED = 3000

/** Distinct findings so far, and the latest requests, which can be matched with a log line or a stall. */
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

  /** Returns the requests that were pending at some time in the interval. */
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
