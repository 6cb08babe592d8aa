import { Agent, type IncomingMessage, request } from 'node:http'
import type { Request } from './draft.ts'

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
  /** True when the response was not complete at the client's time limit. */
  isCut: boolean
  ms: number
}

/** Maximum number of response bytes to keep. Further bytes are only counted. */
const MOST_BYTES = 128 * 1024 * 1024

/** Thrown when there is no response. */
export class NoAnswer extends Error {
  /** True when Node itself refuses to send the request. */
  readonly isUnsendable: boolean

  constructor(message: string, isUnsendable = false) {
    super(message)
    this.isUnsendable = isUnsendable
  }
}

/**
 * Sends requests that a well-behaved client would not send. Throws NoAnswer when the connection ends without
 * a response, or when none starts within `patienceMs`.
 */
export class Sender implements Disposable {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 })

  async send(url: string, given: Request, patienceMs: number): Promise<Answer> {
    for (;;) {
      try {
        return await this.#once(url, given, patienceMs)
      } catch (error) {
        // The server has just closed this kept-alive connection, so the request is repeated. Other
        // connections can be stale too.
        if (!(error as { wasReused?: boolean }).wasReused) throw error
      }
    }
  }

  #once(url: string, { method, path, headers, body }: Request, patienceMs: number): Promise<Answer> {
    const { hostname, port, host } = new URL(url)
    const named = new Set(headers.map(([name]) => name.toLowerCase()))
    const all: [string, string][] = [
      ...(named.has('host') ? [] : ([['Host', host]] as [string, string][])),
      ...headers,
      ...((body || method !== 'GET') && !named.has('content-length') ? [lengthOf(body)] : []),
    ]
    const startedAt = performance.now()
    return new Promise((resolve, reject) => {
      let sent: ReturnType<typeof request>
      try {
        sent = request({ agent: this.#agent, hostname, port, method, path, headers: all.flat() })
      } catch (error) {
        reject(new NoAnswer((error as Error).message, true))
        return
      }
      let response: IncomingMessage | undefined
      const chunks: Buffer[] = []
      let bytes = 0
      const finish = (isCut: boolean): void => {
        clearTimeout(timer)
        if (!response) return
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body: Buffer.concat(chunks), isCut, ms: performance.now() - startedAt })
      }
      const timer = setTimeout(() => {
        finish(true)
        sent.destroy()
        reject(new NoAnswer(`no answer within ${patienceMs} ms`))
      }, patienceMs)
      sent.on('response', (message) => {
        response = message
        message.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes <= MOST_BYTES) chunks.push(chunk)
          else sent.destroy()
        })
        message.on('end', () => finish(false))
        message.on('error', () => finish(true))
        message.on('aborted', () => finish(true))
      })
      sent.on('error', (error) => {
        // An error response arrived before the body was sent completely.
        if (response) return
        clearTimeout(timer)
        const { code, message } = error as NodeJS.ErrnoException
        const failure = new NoAnswer(code ?? message)
        reject(Object.assign(failure, { wasReused: sent.reusedSocket && code === 'ECONNRESET' }))
      })
      sent.end(body)
    })
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }
}

const lengthOf = (body: Buffer | undefined): [string, string] => ['Content-Length', String(body?.length ?? 0)]
