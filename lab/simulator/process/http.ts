import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { begin } from './activity.ts'
import { asSimulator, Crash, currentProcess, type SimProcess } from './process.ts'

/**
 * A request of the hub over real sockets. It is counted while it runs in real time, but not while the
 * receiver lets virtual time pass (`letWait`). A sent request arrives even when its process dies.
 */
export interface SentRequest {
  process: SimProcess
  /** Ends the counting, when the request is counted. */
  rest(): void
  isOver: boolean
}

/** Header by which the simulated receiver finds the request. */
const HEADER = 'x-sent-as'
const sent = new Map<string, SentRequest>()
let requests = 0

type Request = (url: string | URL, options: http.RequestOptions, onAnswer: Listener) => http.ClientRequest
type Listener = (response: http.IncomingMessage) => void

const real = http.request as Request
http.request = ((url: string | URL, options: http.RequestOptions, onAnswer: Listener) => {
  const process = currentProcess()
  if (!process) return real(url, options, onAnswer)
  if (process.isDead) throw new Crash(`${process.name} is dead`)
  const id = String(++requests)
  const each: SentRequest = { process, rest: () => {}, isOver: false }
  sent.set(id, each)
  count(each)
  // Ends the request, which takes a moment of real time.
  options.signal?.addEventListener('abort', () => count(each))
  const headers = { ...(options.headers as http.OutgoingHttpHeaders), [HEADER]: id }
  // A connection of its own: a kept connection would end by a real clock.
  const request = real(url, { ...options, headers, agent: false }, onAnswer)
  request.once('close', () => {
    sent.delete(id)
    each.isOver = true
    each.rest()
  })
  return request
}) as typeof http.request
syncBuiltinESMExports()

function count(each: SentRequest): void {
  each.rest()
  if (!each.isOver) each.rest = asSimulator(() => begin('a request over a socket'))
}

/**
 * Returns the request; undefined when nothing waits for the response any more, or no simulated process has
 * sent it.
 */
export const sentRequest = (headers: http.IncomingHttpHeaders): SentRequest | undefined =>
  sent.get(String(headers[HEADER]))

/** Stops counting the request until `over` resolves, which takes only virtual time. */
export async function letWait(request: SentRequest | undefined, over: Promise<void>): Promise<void> {
  request?.rest()
  await over
  if (request) count(request)
}
