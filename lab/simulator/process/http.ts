import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { begin } from './activity.ts'
import { asSimulator, Crash, currentProcess, type SimProcess } from './process.ts'

/**
 * A request from the hub over a real socket. It is counted while it runs in real time, but not while the
 * receiver lets virtual time pass (`letWait`). A sent request arrives even if its process dies.
 */
export interface SentRequest {
  process: SimProcess
  /** Stops counting the request if it is counted. */
  rest(): void
  isOver: boolean
}

/** Header that identifies the request to the simulated receiver. */
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
  // Closing the request takes a moment of real time, so it is counted again.
  options.signal?.addEventListener('abort', () => count(each))
  const headers = { ...(options.headers as http.OutgoingHttpHeaders), [HEADER]: id }
  // Separate connection, because a kept-alive one would be closed by a real clock.
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
 * Returns the request, or undefined when nobody waits for the response any more or the request is not from a
 * simulated process.
 */
export const sentRequest = (headers: http.IncomingHttpHeaders): SentRequest | undefined =>
  sent.get(String(headers[HEADER]))

/** Stops counting the request until `over` resolves, which takes only virtual time. */
export async function letWait(request: SentRequest | undefined, over: Promise<void>): Promise<void> {
  request?.rest()
  await over
  if (request) count(request)
}
