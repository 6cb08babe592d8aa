import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, Response } from 'playwright-core'
import { TILL_API } from '#shared/contracts/till/routes.ts'
import { must } from '#shared/std/must.ts'

interface Answer {
  status: number
  contentType: string
  body: Buffer
}

interface Recorded extends Answer {
  /** How many requests had changed something by then. */
  changes: number
}

/**
 * The floor of what is timed in the page: the same page, served by a bare server that answers each request with what the
 * agent has answered to it before, from memory: to what changes something in the order in which it did, to what reads after
 * as many changes, however often the page reads.
 */
export class RecordedAgent implements AsyncDisposable {
  readonly #agentUrl: string
  readonly #answers = new Map<string, Recorded[]>()
  /** How many have been given to each request that changes something. */
  readonly #given = new Map<string, number>()
  #changes = 0
  readonly #files = new Map<string, Promise<Answer>>()
  readonly #server = createServer((request, response) => {
    const path = must(request.url)
    request.resume()
    void this.#answer(must(request.method), path).then((answer) => send(response, answer))
  })
  #pending: Promise<void>[] = []

  constructor(agentUrl: string) {
    this.#agentUrl = agentUrl
  }

  /** From now on what the agent answers to the page is kept. Resolves, when called, once all of it has been read. */
  record(page: Page): () => Promise<void> {
    const keep = (response: Response): void => {
      if (new URL(response.url()).pathname.startsWith(TILL_API)) this.#pending.push(this.#keep(response))
    }
    page.on('response', keep)
    return async () => {
      page.off('response', keep)
      await Promise.all(this.#pending)
      this.#pending = []
    }
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async #keep(response: Response): Promise<void> {
    const { pathname, search } = new URL(response.url())
    const method = response.request().method()
    const key = `${method} ${pathname}${search}`
    if (method !== 'GET') this.#changes += 1
    const answer: Recorded = {
      status: response.status(),
      contentType: (await response.headerValue('content-type')) ?? '',
      body: Buffer.alloc(0),
      changes: this.#changes,
    }
    const others = this.#answers.get(key) ?? []
    // In their place at once: bodies may be read in another order.
    this.#answers.set(key, others)
    others.push(answer)
    try {
      answer.body = await response.body()
    } catch {
      // What was asked for and not waited for has no body any more.
      others.splice(others.indexOf(answer), 1)
    }
  }

  /** The next page is the first again. */
  rewind(): void {
    this.#given.clear()
    this.#changes = 0
  }

  async #answer(method: string, path: string): Promise<Answer> {
    if (!path.startsWith(TILL_API)) return this.#file(path)
    const key = `${method} ${path}`
    const answers = this.#answers.get(key) ?? []
    if (method === 'GET')
      return answers.findLast(({ changes }) => changes <= this.#changes) ?? answers[0] ?? NOT_FOUND
    this.#changes += 1
    const given = this.#given.get(key) ?? 0
    this.#given.set(key, given + 1)
    return answers[given] ?? answers.at(-1) ?? NOT_FOUND
  }

  #file(path: string): Promise<Answer> {
    const file = this.#files.get(path) ?? this.#fetch(path)
    this.#files.set(path, file)
    return file
  }

  async #fetch(path: string): Promise<Answer> {
    const response = await fetch(this.#agentUrl + path)
    const contentType = response.headers.get('content-type') ?? ''
    return { status: response.status, contentType, body: Buffer.from(await response.arrayBuffer()) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}

const NOT_FOUND: Answer = { status: 404, contentType: 'text/plain', body: Buffer.alloc(0) }

function send(response: ServerResponse, { status, contentType, body }: Answer): void {
  const hasBody = body.length > 0
  response.writeHead(status, {
    ...(hasBody && { 'Content-Type': contentType, 'Content-Length': body.length }),
  })
  response.end(hasBody ? body : undefined)
}
