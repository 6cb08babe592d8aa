import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { begin } from './activity.ts'
import { asSimulator, Crash, currentProcess, type SimProcess } from './process.ts'

/**
 * Requests of the hub over real sockets: counted while they are under way in real time, not while whoever was asked lets
 * virtual time go by (`letWait`). What a process has sent arrives also when it dies.
 */
export interface SentRequest {
  process: SimProcess
  /** Ends what is counted, when it is. */
  rest(): void
  isOver: boolean
}

/** By which the simulated party knows whose request it has got. */
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
  // A connection of its own: one that is kept would end by a real clock.
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

/** Undefined: nobody waits for the answer any more, or no simulated process has sent it. */
export const sentRequest = (headers: http.IncomingHttpHeaders): SentRequest | undefined =>
  sent.get(String(headers[HEADER]))

/** Until `over` resolves, which takes virtual time alone, nothing is under way for the request. */
export async function letWait(request: SentRequest | undefined, over: Promise<void>): Promise<void> {
  request?.rest()
  await over
  if (request) count(request)
}
