import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

export const MOYSKLAD_TOKEN = 'a5d2cf6ab0cbd2e5d1f4a0f7b7ff8fd0f3cd4e67'
export const MOYSKLAD_LOGIN = { login: 'admin@shop', password: 'пароль 1' }

type Row = Record<string, unknown> & { id: string; updated?: string; archived?: boolean }
/** Error sent instead of the normal response. */
export interface Fault {
  status: number
  headers?: Record<string, string>
  error?: string
}

const BASIC = `Basic ${Buffer.from(`${MOYSKLAD_LOGIN.login}:${MOYSKLAD_LOGIN.password}`).toString('base64')}`

/** Test server for the part of MoySklad's JSON API 1.2 that the hub reads. */
export class MoySkladServer implements AsyncDisposable {
  /** Rows by entity, such as `product`, `counterparty` or `store`. */
  readonly entities = new Map<string, Row[]>()
  priceTypes: { id: string; name: string }[] = []
  stock: { assortmentId: string; storeId: string; stock: number }[] = []
  /** Image content by the id in `download/{id}`. */
  readonly images = new Map<string, Uint8Array>()
  /** All received requests, such as `entity/product?limit=100&offset=0`. */
  readonly requested: string[] = []
  /** Hook for each request. It can return an error, or 'cut' to drop the connection. */
  onRequest: (path: string) => Fault | 'cut' | undefined = () => undefined
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<MoySkladServer> {
    const server = createServer()
    const emulator = new MoySkladServer(server)
    server.on('request', (request, response) => emulator.#answer(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return emulator
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/remap/1.2`
  }

  /** Returns a reference to an entity in the format of the API. */
  ref(entity: string, id: string) {
    const type = entity.split('/').at(-1)
    return {
      meta: { href: `${this.url}/entity/${entity}/${id}`, type, mediaType: 'application/json' },
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): unknown {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const path = pathname.replace('/api/remap/1.2/', '')
    this.requested.push(`${path}${searchParams.size > 0 ? `?${searchParams}` : ''}`)
    const fault = this.onRequest(path)
    if (fault === 'cut') return request.socket.destroy()
    const encodings = String(request.headers['accept-encoding'] ?? '')
    if (!encodings.split(/,\s*/).includes('gzip')) return response.writeHead(415).end()
    if (fault) return this.#refuse(response, fault)
    const { authorization } = request.headers
    if (authorization !== `Bearer ${MOYSKLAD_TOKEN}` && authorization !== BASIC)
      return this.#refuse(response, {
        status: 401,
        error: 'Ошибка аутентификации: Неправильный пароль или имя пользователя',
      })
    const image = path.startsWith('download/') && this.images.get(path.slice('download/'.length))
    if (image) return send(response, 200, image, { 'Content-Type': 'image/png' })
    const body = this.#bodyOf(path, searchParams)
    if (body === undefined) return this.#refuse(response, { status: 404, error: 'Неизвестный тип' })
    return sendJson(response, 200, body)
  }

  #bodyOf(path: string, query: URLSearchParams): unknown {
    if (path === 'context/employee') return { id: '1', fullName: 'Администратор', name: 'Администратор' }
    if (path === 'context/companysettings/pricetype') return this.priceTypes
    if (path === 'report/stock/bystore/current') return this.stock
    const entity = /^entity\/(\w+)$/.exec(path)?.[1]
    return entity === undefined ? undefined : this.#listOf(entity, query)
  }

  #listOf(entity: string, query: URLSearchParams) {
    const expand = query.get('expand')
    const requested = Number(query.get('limit') ?? 1000)
    const limit = Math.min(requested, expand ? 100 : 1000)
    const offset = Number(query.get('offset') ?? 0)
    const rows = (this.entities.get(entity) ?? []).filter((row) => passes(row, query.get('filter') ?? ''))
    const href = (at: number) => `${this.url}/entity/${entity}?limit=${limit}&offset=${at}`
    const meta = { href: href(offset), type: entity, mediaType: 'application/json', limit, offset }
    return {
      context: { employee: {} },
      meta: {
        ...meta,
        size: rows.length,
        ...(offset + limit < rows.length && { nextHref: href(offset + limit) }),
      },
      rows: rows.slice(offset, offset + limit),
    }
  }

  #refuse(response: ServerResponse, { status, headers = {}, error }: Fault): void {
    const errors = [{ error: error ?? `Ошибка ${status}`, code: 1000 + status }]
    sendJson(response, status, { errors }, headers)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/**
 * Returns true if the row matches a filter such as `archived=false;archived=true;updated>=2026-01-02
 * 03:04:05`. Conditions on `archived` are alternatives. Without one, only rows that are not archived match.
 */
function passes(row: Row, filter: string): boolean {
  const conditions = filter === '' ? [] : filter.split(';')
  const archived = conditions.flatMap((each) => /^archived=(\w+)$/.exec(each)?.[1] ?? [])
  const since = conditions.flatMap((each) => /^updated>=(.+)$/.exec(each)?.[1] ?? [])
  const isArchived = String(row.archived ?? false)
  const wanted = archived.length > 0 ? archived.includes(isArchived) : isArchived === 'false'
  return wanted && since.every((time) => (row.updated ?? '') >= time)
}

const sendJson = (response: ServerResponse, status: number, body: unknown, headers = {}): void =>
  send(response, status, Buffer.from(JSON.stringify(body)), {
    'Content-Type': 'application/json;charset=utf-8',
    ...headers,
  })

function send(response: ServerResponse, status: number, bytes: Uint8Array, headers: object): void {
  response.writeHead(status, { 'Content-Encoding': 'gzip', ...headers }).end(gzipSync(bytes))
}
