import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AtolDesk } from './atol.ts'
import type { Books } from './books.ts'
import { CloudKassirDesk } from './cloud-kassir.ts'
import { OrangeDataDesk } from './orange-data.ts'
import { ReKassaDesk } from './rekassa.ts'
import { WebkassaDesk } from './webkassa.ts'

/** Whatever the client has sent. */
// biome-ignore lint/suspicious/noExplicitAny: the emulator itself checks what it needs
export type Wire = any

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  text: string
  body: Wire
}

/** null: the connection is cut without an answer. */
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | null

export interface Desk {
  books: Books
  /** undefined: not a request of this protocol. */
  answer(asked: Asked): Reply | undefined
}

export interface FiscalEmulator extends AsyncDisposable {
  url: string
  atol: AtolDesk
  webkassa: WebkassaDesk
  reKassa: ReKassaDesk
  orangeData: OrangeDataDesk
  cloudKassir: CloudKassirDesk
  /** As if it had come over the wire, once more or late; nobody hears the answer. */
  deliver(asked: Asked): Reply | undefined
}

/**
 * Told of each request before it is looked at, and after it was done and before it is answered. Lost: it never came, or its answer
 * is not sent. Wrong: another answer is sent, of no protocol.
 */
export type Watch = (
  when: 'before' | 'after',
  asked: Asked,
) => Promise<'lost' | 'wrong' | undefined> | undefined

/** All fiscal providers at one address, told apart by their paths. They keep what they are told in memory. */
export async function startFiscalEmulator(port = 0, watch?: Watch): Promise<FiscalEmulator> {
  const providers = {
    atol: new AtolDesk(),
    webkassa: new WebkassaDesk(),
    reKassa: new ReKassaDesk(),
    orangeData: new OrangeDataDesk(),
    cloudKassir: new CloudKassirDesk(),
  }
  const desks: Desk[] = Object.values(providers)
  const deliver = (asked: Asked): Reply | undefined =>
    desks.map((desk) => desk.answer(asked)).find((each) => each !== undefined)
  const server = await serve(async (asked) => {
    const isLost = (await watch?.('before', asked)) === 'lost'
    const done = isLost ? null : deliver(asked)
    const fate = await watch?.('after', asked)
    if (done === null || fate === 'lost') return null
    return fate === 'wrong' ? { status: 200, body: '<html>Welcome</html>' } : done
  }, port)
  return { ...server, ...providers, deliver }
}

export interface Served extends AsyncDisposable {
  url: string
}

/** Answers each request so; 404 to what is answered undefined. */
export async function serve(
  answer: (asked: Asked) => Reply | undefined | Promise<Reply | undefined>,
  port = 0,
): Promise<Served> {
  const server = createServer(async (request, response) => {
    const text = (await request.setEncoding('utf8').toArray()).join('')
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://emulator')
    const reply = await answer({
      ...{ method: request.method ?? '', path, query, headers: request.headers, text },
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
