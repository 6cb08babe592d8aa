import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AtolDesk } from './atol.ts'
import type { Books } from './books.ts'
import { CloudKassirDesk } from './cloud-kassir.ts'
import { OrangeDataDesk } from './orange-data.ts'
import { ReKassaDesk } from './rekassa.ts'
import { WebkassaDesk } from './webkassa.ts'

/** Untyped content sent by the client. */
// biome-ignore lint/suspicious/noExplicitAny: the emulator itself checks what it needs
export type Wire = any

export interface ProviderRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  text: string
  body: Wire
}

/** Reply of the provider; null cuts the connection without an answer. */
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | null

export interface Desk {
  books: Books
  /** Returns the reply; undefined: not a request of this protocol. */
  answer(received: ProviderRequest): Reply | undefined
}

export interface FiscalEmulator extends AsyncDisposable {
  url: string
  atol: AtolDesk
  webkassa: WebkassaDesk
  reKassa: ReKassaDesk
  orangeData: OrangeDataDesk
  cloudKassir: CloudKassirDesk
  /** Simulates a repeated or late arrival of the request, whose reply nobody receives. */
  deliver(received: ProviderRequest): Reply | undefined
}

/**
 * Observer of each request, before it is processed and between its processing and the reply. Lost: the
 * request never arrives, or its reply is not sent. Wrong: a reply outside of the protocol is sent instead.
 */
export type Watch = (
  when: 'before' | 'after',
  received: ProviderRequest,
) => Promise<'lost' | 'wrong' | undefined> | undefined

/** Starts all fiscal providers at one address, distinguished by their paths. They keep their data in memory. */
export async function startFiscalEmulator(port = 0, watch?: Watch): Promise<FiscalEmulator> {
  const providers = {
    atol: new AtolDesk(),
    webkassa: new WebkassaDesk(),
    reKassa: new ReKassaDesk(),
    orangeData: new OrangeDataDesk(),
    cloudKassir: new CloudKassirDesk(),
  }
  const desks: Desk[] = Object.values(providers)
  const deliver = (received: ProviderRequest): Reply | undefined =>
    desks.map((desk) => desk.answer(received)).find((each) => each !== undefined)
  const server = await serve(async (received) => {
    const isLost = (await watch?.('before', received)) === 'lost'
    const done = isLost ? null : deliver(received)
    const fate = await watch?.('after', received)
    if (done === null || fate === 'lost') return null
    return fate === 'wrong' ? { status: 200, body: '<html>Welcome</html>' } : done
  }, port)
  return { ...server, ...providers, deliver }
}

export interface Served extends AsyncDisposable {
  url: string
}

/** Serves each request by `answer`; undefined gives 404. */
export async function serve(
  answer: (received: ProviderRequest) => Reply | undefined | Promise<Reply | undefined>,
  port = 0,
): Promise<Served> {
  const server = createServer(async (request, response) => {
    const text = (await request.setEncoding('utf8').toArray()).join('')
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://emulator')
    const reply = await answer({
      method: request.method ?? '',
      path,
      query,
      headers: request.headers,
      text,
      body: parsed(text),
    })
    if (reply === null) {
      request.socket.destroy()
      return
    }
    const { status, body = '', headers = {} } = reply ?? { status: 404 }
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
