import { Agent, type IncomingMessage, request } from 'node:http'
import type { Request } from './draft.ts'

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
  /** It was still coming when the client had waited long enough. */
  isCut: boolean
  ms: number
}

/** Bytes of an answer that are kept; the rest is counted. */
const MOST_BYTES = 128 * 1024 * 1024

/** Why no answer came. */
export class NoAnswer extends Error {
  /** Node would not send such a request. */
  readonly isUnsendable: boolean

  constructor(message: string, isUnsendable = false) {
    super(message)
    this.isUnsendable = isUnsendable
  }
}

/**
 * Sends requests that a well-behaved client would not. Throws NoAnswer when the connection ends without an answer, or
 * none begins within `patienceMs`.
 */
export class Sender implements Disposable {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 })

  async send(url: string, given: Request, patienceMs: number): Promise<Answer> {
    for (;;) {
      try {
        return await this.#once(url, given, patienceMs)
      } catch (error) {
        // Of a kept connection that the server has closed in the same moment; others of them may be stale as well.
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
        // A refusal came before the body was sent to its end.
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
