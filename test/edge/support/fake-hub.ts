import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { newId } from '#shared/std/ids.ts'
import { Enrolment, EnrolmentRequest } from '#shared/sync/enrolment.ts'
import { Favourites } from '#shared/sync/favourites.ts'
import type { ProductStock } from '#shared/sync/product-stock.ts'
import { type RecallAnswer, RecallQuery } from '#shared/sync/recall.ts'
import type { AgentReport } from '#shared/sync/report.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { SNAPSHOT_CONTENT_TYPE, SNAPSHOT_HASH_HEADER, SNAPSHOT_SIZE_HEADER } from '#shared/sync/snapshot.ts'
import {
  type ChainCustody,
  type Directive,
  type RawItem,
  type UploadAnswer,
  type UploadItem,
  type UploadOutcome,
  UploadRequest,
} from '#shared/sync/upload.ts'
import { VoucherQuestion, type VoucherState } from '#shared/sync/voucher-balance.ts'
import { base, ORGANIZATION, type RecordLine } from './catalog.ts'
import { FakeCatalog } from './fake-catalog.ts'
import { FakeCustody } from './fake-custody.ts'

export const PAIRING_CODE = 'GOOD-CODE'

type Sent = UploadRequest['sales'][number]

/** Intercepts a request before the hub handles it. Returns true when the hub must not handle it. */
export type Interference = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>

/** Fake hub that implements the protocol of shared/sync on a real socket. Tests can make every part of it fail. */
export class FakeHub implements AsyncDisposable {
  readonly catalog = new FakeCatalog()
  /** All uploaded items in the order of arrival, including repeated ones. */
  readonly deliveries: UploadItem[] = []
  /** Items received as raw base64, which the real hub would store for a user to review. */
  readonly raw: RawItem[] = []
  /** Uploads that contained items. */
  readonly uploads: { items: number; encoding: string | undefined; bootId: string | undefined }[] = []
  readonly reports: AgentReport[] = []
  /** Chains last reported by the device. */
  chains: UploadRequest['chains'] = []
  /** Paths and queries of all requests, in the order of arrival. */
  readonly requests: string[] = []
  readonly deviceId = newId()
  /** Returns the outcome of an item. By default, a new item is accepted, and a repeated one is a duplicate. */
  outcomeOf: (item: UploadItem) => UploadOutcome = (item) =>
    this.#custody.has(item.id) ? 'duplicate' : 'accepted'
  interfere: Interference | null = null
  /** Truncates the bodies of downloads. The connection then ends normally with `endsWell`, and breaks otherwise. */
  cut: { at: (body: string) => number; endsWell: boolean } | null = null
  /** Number of bytes of the snapshot file sent per connection before it breaks. */
  fileBytesPerConnection = Number.POSITIVE_INFINITY
  /** Returns the status for refusing an upload, or null to process it. */
  refuse: ((sales: readonly Sent[]) => number | null) | null = null
  isDeviceRevoked = false
  /** Device that the next enrolled device replaces. */
  replacesDeviceId: string | null = null
  /** Returns the custody reported to the agent instead of the actual custody. */
  claim: ((custody: ChainCustody[]) => ChainCustody[]) | null = null
  directives: Directive[] = []
  /** Points of loyalty cards for balance requests. */
  readonly balances = new Map<string, number>()
  /** Pictures by path, with content and declared type. */
  readonly pictures = new Map<string, { content: Uint8Array; type: string }>()
  /** Favorites uploaded by tills, in the order of arrival. */
  readonly favourites: Favourites[] = []
  /** Responses to stock requests, by product id. */
  readonly productStocks = new Map<string, ProductStock>()
  /** Gift vouchers by voucher key, for balance requests. */
  readonly vouchers = new Map<string, { state: VoucherState; balance: number; isUntouched?: boolean }>()

  #server: Server
  #port = 0
  #custody = new FakeCustody(this.deviceId)
  #validTokens = new Set<string>()

  private constructor(lines: readonly RecordLine[]) {
    this.#server = this.#newServer()
    this.catalog.change(...base(), ...lines)
  }

  static async start(...lines: RecordLine[]): Promise<FakeHub> {
    const hub = new FakeHub(lines)
    await hub.comeBack()
    return hub
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Sales that the hub took into custody, each once. */
  get sales(): SaleBody[] {
    return this.bodies<SaleBody>('sale')
  }

  /** Returns the bodies of one type that the hub took into custody, each once. */
  bodies<Body>(type: string): Body[] {
    const byId = new Map(this.deliveries.map((item) => [item.id, item]))
    return [...byId.values()]
      .filter((item) => item.type === type && this.#custody.has(item.id))
      .map(({ body }) => JSON.parse(body) as Body)
  }

  get custody(): ChainCustody[] {
    return this.claim ? this.claim(this.#custody.list()) : this.#custody.list()
  }

  set offsetMs(value: number) {
    this.catalog.offsetMs = value
  }

  /** Commits a change at the hub. */
  change(...lines: RecordLine[]): void {
    this.catalog.change(...lines)
  }

  /** Simulates a restore from a backup, which invalidates previous cursors. */
  forgetHistory(): void {
    this.catalog.forgetHistory()
  }

  /** Simulates a restart with new keys, which invalidates previous tokens. */
  forgetTokens(): void {
    this.#validTokens = new Set()
  }

  backUp() {
    return { catalog: this.catalog.state(), custody: this.#custody.copy() }
  }

  restore({ catalog, custody }: ReturnType<FakeHub['backUp']>): void {
    this.#custody = custody.copy()
    this.catalog.restore(catalog)
  }

  async goDown(): Promise<void> {
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async comeBack(): Promise<void> {
    if (this.#server.listening) return
    this.#server = this.#newServer()
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.goDown()
  }

  #newServer(): Server {
    return createServer((request, response) => {
      this.requests.push(`${request.method} ${request.url}`)
      this.#answer(request, response).catch((error: Error) => {
        if (!response.headersSent) response.writeHead(500)
        response.end(error.message)
      })
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await this.interfere?.(request, response)) return
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    if (pathname === '/api/pos/v1/enrol') return this.#enrol(request, response)
    if (pathname === '/~/connect/token') return this.#token(request, response)
    const picture = this.pictures.get(pathname)
    if (picture) {
      response.writeHead(200, { 'Content-Type': picture.type }).end(picture.content)
      return
    }
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if (!this.#validTokens.has(token)) return problem(response, 401, 'unauthenticated')
    if (pathname === '/api/pos/v1/sync') return this.#sync(searchParams, response)
    if (pathname === '/api/pos/v1/sync/snapshot' && this.catalog.hasFile) {
      return this.#snapshot(request, response)
    }
    if (pathname === '/api/pos/v1/sales' && request.method === 'GET')
      return this.#recall(searchParams, response)
    if (pathname === '/api/pos/v1/sales') return this.#sales(request, response)
    if (pathname === '/api/pos/v1/favourites') {
      this.favourites.push(Favourites.parse(JSON.parse((await bodyOf(request)).toString())))
      response.writeHead(204).end()
      return
    }
    const stock = this.productStocks.get(pathname.replace('/api/pos/v1/products/', ''))
    if (stock) return json(response, 200, stock)
    if (pathname === '/api/pos/v1/vouchers/balance') return this.#voucher(request, response)
    const balance = this.balances.get(pathname.replace('/api/pos/v1/cards/', ''))
    if (balance !== undefined) return json(response, 200, { balance, at: new Date().toISOString() })
    return problem(response, 404, 'not_found')
  }

  async #voucher(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { number } = VoucherQuestion.parse(JSON.parse((await bodyOf(request)).toString()))
    const known = this.vouchers.get(voucherKeyOf(number)) ?? { state: 'Unknown', balance: 0 }
    json(response, 200, { ...known, at: new Date().toISOString() })
  }

  async #enrol(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pairingCode } = EnrolmentRequest.parse(JSON.parse((await bodyOf(request)).toString()))
    if (pairingCode !== PAIRING_CODE) return problem(response, 400, 'pairing_code_invalid')
    const enrolment: Enrolment = {
      organizationId: ORGANIZATION,
      deviceId: this.deviceId,
      retailPointId: newId(),
      clientId: 'device-1',
      clientSecret: 's3cret',
      series: 'K7',
      replacesDeviceId: this.replacesDeviceId,
    }
    return json(response, 201, Enrolment.parse(enrolment))
  }

  async #token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams((await bodyOf(request)).toString())
    const isOurs =
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_id') === 'device-1' &&
      form.get('client_secret') === 's3cret'
    if (!isOurs || this.isDeviceRevoked) return json(response, 401, { error: 'invalid_client' })
    const token = newId()
    this.#validTokens.add(token)
    return json(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 900 })
  }

  async #sync(query: URLSearchParams, response: ServerResponse): Promise<void> {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const body = await this.catalog.answer(query, () => this.custody, gone.signal)
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
    if (!this.cut) response.end(body)
    else if (this.cut.endsWell) response.end(body.slice(0, this.cut.at(body)))
    else response.write(body.slice(0, this.cut.at(body)), () => response.destroy())
  }

  #snapshot({ headers }: IncomingMessage, response: ServerResponse): void {
    const { packed, etag, sha256, unpackedBytes } = this.catalog.file()
    const requested = /^bytes=(\d+)-$/.exec(headers.range ?? '')
    const from = requested && headers['if-range'] === etag ? Number(requested[1]) : 0
    response.writeHead(from > 0 ? 206 : 200, {
      'Content-Type': SNAPSHOT_CONTENT_TYPE,
      'Content-Length': packed.length - from,
      ETag: etag,
      [SNAPSHOT_HASH_HEADER]: sha256,
      [SNAPSHOT_SIZE_HEADER]: unpackedBytes,
      ...(from > 0 && { 'Content-Range': `bytes ${from}-${packed.length - 1}/${packed.length}` }),
    })
    const to = from + this.fileBytesPerConnection
    if (to >= packed.length) response.end(packed.subarray(from))
    else response.write(packed.subarray(from, to), () => setImmediate(() => response.destroy()))
  }

  #recall(query: URLSearchParams, response: ServerResponse): void {
    const { after = '', limit } = RecallQuery.parse(Object.fromEntries(query))
    const sales = [...new Map(this.deliveries.map((item) => [item.id, item])).values()]
      .filter(({ id, type }) => type === 'sale' && id > after && this.#custody.has(id))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((item) => ({
        ...item,
        chain: item.chain ?? this.deviceId,
        deviceId: this.deviceId,
        receivedAt: new Date().toISOString(),
      }))
    const items = sales.slice(0, limit)
    const next = sales.length > limit ? (items.at(-1)?.id ?? null) : null
    json(response, 200, { items, next } satisfies RecallAnswer)
  }

  async #sales(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const encoding = request.headers['content-encoding']
    const body = await bodyOf(request)
    const { sales, bootId, report, chains } = UploadRequest.parse(
      JSON.parse((encoding === 'gzip' ? gunzipSync(body) : body).toString()),
    )
    const status = this.refuse?.(sales)
    if (status) {
      response.writeHead(status).end()
      return
    }
    if (report) this.reports.push(report)
    this.chains = chains ?? []
    if (sales.length > 0) this.uploads.push({ items: sales.length, encoding, bootId })
    const answer: UploadAnswer = {
      results: sales.map((item, index) => ({
        index,
        id: item.id,
        result: this.#take(item),
        reasons: [],
      })),
      custody: this.custody,
      directives: this.directives,
      serverTime: new Date(Date.now() + this.catalog.offsetMs).toISOString(),
    }
    json(response, 200, answer)
  }

  #take(item: Sent): UploadOutcome {
    if ('raw' in item) {
      this.raw.push(item)
      this.#custody.take(item)
      return 'quarantined'
    }
    this.deliveries.push(item)
    const result = this.outcomeOf(item)
    if (result !== 'later') this.#custody.take(item)
    return result
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(value))
}

export function problem(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/problem+json' })
  response.end(JSON.stringify({ type: 'about:blank', title: code, status, code, detail: `because: ${code}` }))
}
