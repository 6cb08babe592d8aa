import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AtolDesk } from './atol.ts'
import type { Books } from './books.ts'
import { CloudKassirDesk } from './cloud-kassir.ts'
import { OrangeDataDesk } from './orange-data.ts'
import { ReKassaDesk } from './rekassa.ts'
import { WebkassaDesk } from './webkassa.ts'

/** Content sent by the client, whose types are not known. */
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

/** Reply of the provider; null closes the connection without a response. */
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | null

export interface Desk {
  books: Books
  /** Returns the reply, or undefined when the request does not belong to this protocol. */
  answer(received: ProviderRequest): Reply | undefined
}

export interface FiscalEmulator extends AsyncDisposable {
  url: string
  atol: AtolDesk
  webkassa: WebkassaDesk
  reKassa: ReKassaDesk
  orangeData: OrangeDataDesk
  cloudKassir: CloudKassirDesk
  /** Processes a request as a repeated or late delivery would. The client does not receive the returned reply. */
  deliver(received: ProviderRequest): Reply | undefined
}

/**
 * Observer that is called before each request is processed, and again before the reply is sent. It can inject
 * a fault. Lost: the request is not processed, or its reply is not sent. Wrong: an invalid reply is sent
 * instead.
 */
export type Watch = (
  when: 'before' | 'after',
  received: ProviderRequest,
) => Promise<'lost' | 'wrong' | undefined> | undefined

/** Starts emulators of all fiscal providers at one address, distinguished by path. They keep their data in memory. */
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

/** Serves each request with `answer`. An undefined reply becomes 404. */
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
