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
  /** Number of preceding requests that change state. */
  changes: number
}

/**
 * Floor for times in the page: the same page, served from memory by a bare server that replays the agent's
 * recorded responses. Requests that change state get them in recorded order. A read request gets the response
 * recorded after the same number of changes, no matter how often the page reads.
 */
export class RecordedAgent implements AsyncDisposable {
  readonly #agentUrl: string
  readonly #answers = new Map<string, Recorded[]>()
  /** Number of responses already replayed for each request that changes state. */
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

  /**
   * Records the agent's responses to the page. The returned function stops recording and resolves when all
   * bodies have been read.
   */
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
    // The response is added before its body is read, because bodies can arrive in another order.
    this.#answers.set(key, others)
    others.push(answer)
    try {
      answer.body = await response.body()
    } catch {
      // A request aborted by the page has no body.
      others.splice(others.indexOf(answer), 1)
    }
  }

  /** Restarts the replay for the next page. */
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
