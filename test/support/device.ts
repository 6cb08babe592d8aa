import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { barcodeTypeOf } from '#shared/domain/barcode.ts'
import { newId } from '#shared/std/ids.ts'
import type { DownloadFooter, DownloadHeader, DownloadLine } from '#shared/sync/download.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { hashInput, type UploadItem } from '#shared/sync/upload.ts'
import { type Answer, ApiClient, type Organization, type TestHub } from './hub.ts'

export interface Download {
  header: DownloadHeader
  lines: DownloadLine[]
  footer: DownloadFooter
}

/** An enrolled device that sends the same requests to the hub as an agent. */
export interface Device {
  id: string
  series: string
  api: ApiClient
  credentials: { client_id: string; client_secret: string }
  download(query?: string): Promise<Download>
  upload(items: unknown[]): Promise<Answer>
  /** Returns the next upload item in the chain of this device. */
  item(body: unknown, overrides?: Partial<UploadItem>): UploadItem
}

let addresses = 0

export async function enrolDevice(
  door: TestHub,
  shop: Organization,
  retailPointId = shop.retailPointId,
  pairingRequest?: { replacesDeviceId: string },
): Promise<Device> {
  const pairing = await shop.api.post(
    `/api/catalog/retail-points/${retailPointId}/pairing-code`,
    pairingRequest,
  )
  addresses += 1
  const anonymous = new ApiClient(door).with({
    'X-Forwarded-For': `10.20.${addresses >> 8}.${addresses & 255}`,
  })
  const enrolled = await anonymous.post('/api/pos/v1/enrol', {
    pairingCode: pairing.body.code,
    deviceName: 'till-1',
    agentVersion: '0.1.0',
  })
  if (enrolled.status !== 201) throw new Error(`enrolment failed: ${JSON.stringify(enrolled.body)}`)
  const credentials = { client_id: enrolled.body.clientId, client_secret: enrolled.body.clientSecret }
  const token = await anonymous.token({ grant_type: 'client_credentials', ...credentials })
  const api = new ApiClient(door, token.body.access_token)
  let seq = 0
  let prevHash = ''
  return {
    id: enrolled.body.deviceId,
    series: enrolled.body.series,
    api,
    credentials,
    download: async (query = '') => parseDownload((await api.get(`/api/pos/v1/sync${query}`)).body),
    upload: (items) => api.post('/api/pos/v1/sales', { sales: items }),
    item: (body, overrides = {}) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const id = (body as { id?: string }).id ?? newId()
      seq += 1
      const unsealed = { id, seq, type: 'sale', prevHash, body: text, ...overrides }
      const hash = createHash('sha256').update(hashInput(unsealed)).digest('hex')
      prevHash = hash
      return { ...unsealed, hash, ...overrides }
    },
  }
}

export function parseDownload(text: string): Download {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { header: lines[0], lines: lines.slice(1, -1), footer: lines.at(-1) }
}

export function unzip(bytes: ArrayBuffer): string {
  return gunzipSync(new Uint8Array(bytes)).toString('utf8')
}

interface Line {
  productId: string
  quantity?: number
  price?: number
  name?: string
  originalLineNo?: number
}

let receipts = 0

/** Returns the till event for mailing a receipt to a customer. */
export const receiptEmailed = (
  shop: Organization,
  saleId: string,
  email: unknown,
  receiptNumber = 'T-1',
) => ({
  schema: 1,
  id: newId(),
  retailPointId: shop.retailPointId,
  tillId: 'till-1',
  kind: 'receipt_emailed',
  cashierId: shop.employeeId,
  cashierName: 'Owner',
  happenedAt: '2026-03-10T09:31:00.000Z',
  clock: { utcOffsetMinutes: 300, timeZone: 'Asia/Almaty', bootId: 'boot', monotonicMs: 1, hubOffsetMs: 0 },
  details: { saleId, receiptNumber, email },
})

/** Returns a sale as uploaded by a till, with correct totals unless overridden. */
export function saleBody(shop: Organization, lines: Line[], overrides: Partial<SaleBody> = {}): SaleBody {
  receipts += 1
  const full = lines.map(({ productId, quantity = 1, price = 100, name = 'Tea', originalLineNo }, i) => ({
    lineNo: i + 1,
    productId,
    name,
    quantity,
    price,
    discountAmount: 0,
    sum: Math.round(quantity * price * 100) / 100,
    vatRate: null,
    vatSum: 0,
    ...(originalLineNo && { originalLineNo }),
  }))
  const sum = full.reduce((total, line) => Math.round((total + line.sum) * 100) / 100, 0)
  return {
    schema: 1,
    id: newId(),
    receiptNumber: `T${process.pid}-${String(receipts).padStart(6, '0')}`,
    isReturn: false,
    retailPointId: shop.retailPointId,
    storeId: shop.storeId,
    tillId: 'till-test',
    // Present by default, so that the sale is accepted where a shift is required.
    shiftId: newId(),
    cashierId: shop.employeeId,
    cashierName: 'Owner',
    soldAt: new Date().toISOString(),
    clock: { utcOffsetMinutes: 300, timeZone: 'Asia/Almaty', bootId: 'boot', monotonicMs: 1, hubOffsetMs: 0 },
    currencyCode: 'KZT',
    vatIncluded: true,
    lines: full,
    sum,
    vatSum: 0,
    discountSum: 0,
    payments: sum > 0 ? [{ type: 'Cash', amount: sum }] : [],
    changeSum: 0,
    ...overrides,
  }
}

/** Creates a product through the API and returns its id. `barcode` becomes its only barcode. */
export async function createProduct(
  shop: Organization,
  { barcode, ...overrides }: Record<string, unknown> & { barcode?: string } = {},
): Promise<string> {
  const made = await shop.api.post('/api/catalog/products', {
    name: `Tea ${newId().slice(-6)}`,
    retailPrice: 100,
    ...(barcode !== undefined && { barcodes: [{ value: barcode, type: barcodeTypeOf(barcode) }] }),
    ...overrides,
  })
  if (made.status !== 201) throw new Error(`the product was refused: ${JSON.stringify(made.body)}`)
  return made.body.id
}
