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

/** Takes a request out of the hub's hands: true when it has answered it, in whatever way. */
export type Interference = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>

/** The hub's side of the protocol of shared/sync, over a real socket, with levers for everything that goes wrong. */
export class FakeHub implements AsyncDisposable {
  readonly catalog = new FakeCatalog()
  /** Every item of every upload, in the order of arrival: repeats included. */
  readonly deliveries: UploadItem[] = []
  /** Items that came packed up; like the hub, it keeps them for a person. */
  readonly raw: RawItem[] = []
  /** Of the uploads that brought items. */
  readonly uploads: { items: number; encoding: string | undefined; bootId: string | undefined }[] = []
  readonly reports: AgentReport[] = []
  /** The chains that the device has, as it said last. */
  chains: UploadRequest['chains'] = []
  /** Paths with their query, in the order of arrival. */
  readonly requests: string[] = []
  readonly deviceId = newId()
  /** By default a sale is accepted, and a repeat is a duplicate. */
  outcomeOf: (item: UploadItem) => UploadOutcome = (item) =>
    this.#custody.has(item.id) ? 'duplicate' : 'accepted'
  interfere: Interference | null = null
  /** Cuts the bodies of downloads; `endsWell`: the connection then ends as if that were all. */
  cut: { at: (body: string) => number; endsWell: boolean } | null = null
  /** A connection gives so many bytes of the snapshot file, and breaks. */
  fileBytesPerConnection = Number.POSITIVE_INFINITY
  /** A status to answer an upload with, instead of looking at it. */
  refuse: ((sales: readonly Sent[]) => number | null) | null = null
  isDeviceRevoked = false
  /** Of the next enrolment. */
  replacesDeviceId: string | null = null
  /** What the hub says it holds, when it is not what it does hold. */
  claim: ((custody: ChainCustody[]) => ChainCustody[]) | null = null
  directives: Directive[] = []
  /** Points of loyalty cards, as they are told when a till asks. */
  readonly balances = new Map<string, number>()
  /** By their path, as uploads are served: the content, and what it is said to be. */
  readonly pictures = new Map<string, { content: Uint8Array; type: string }>()
  /** As tills have arranged them, in the order of arrival. */
  readonly favourites: Favourites[] = []
  /** What it says of products, by their ids. */
  readonly productStocks = new Map<string, ProductStock>()
  /** Gift vouchers by the keys of their numbers, as they are told when a till asks. */
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

  /** What head office has, each sale once. */
  get sales(): SaleBody[] {
    return this.bodies<SaleBody>('sale')
  }

  /** What head office has of one type, each once. */
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

  /** One commit at head office. */
  change(...lines: RecordLine[]): void {
    this.catalog.change(...lines)
  }

  /** As after a restore from a backup: cursors of before are no longer understood. */
  forgetHistory(): void {
    this.catalog.forgetHistory()
  }

  /** As after a restart with other keys: tokens of before are refused. */
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
    const told = this.vouchers.get(voucherKeyOf(number)) ?? { state: 'Unknown', balance: 0 }
    json(response, 200, { ...told, at: new Date().toISOString() })
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
    const asked = /^bytes=(\d+)-$/.exec(headers.range ?? '')
    const from = asked && headers['if-range'] === etag ? Number(asked[1]) : 0
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

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
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
