import type { SaleBody } from '#shared/sync/sale.ts'
import type { World } from '../world/world.ts'

export interface HeldUpload {
  id: string
  deviceId: string
  chainId: string
  seq: number | null
  type: string
  hash: string
  status: string
  body: string
}

export interface BookedSale {
  id: string
  status: string
  isReturn: boolean
  sum: number
  linesCount: number
  shiftId: string | null
}
/** Of a sale, as the hub has it. */
export interface FiscalRow {
  saleId: string
  state: string
  result: { sign: string } | null
  code: string | null
  message: string | null
}
export interface WorkItem {
  kind: string
  subject: string
  uploadId: string | null
  reasons: unknown
}

/** Everything the oracle looks at of the hub, as the tables have it; see also checkLedger. */
export interface HubState {
  uploads: Map<string, HeldUpload>
  conflicts: { id: string; body: string }[]
  sales: Map<string, BookedSale>
  /** By the ids of sales. */
  fiscal: Map<string, FiscalRow>
  workItems: WorkItem[]
  /** Stores of whose stock tills are still to be told. */
  untoldStores: string[]
  /** And of whose receipts. */
  storesWithUntoldReceipts: string[]
  /** Tills are to be told of loyalty cards. */
  hasUntoldCards: boolean
  hasUntoldVouchers: boolean
  /** Receipts dated earlier are sent to no till of any store. */
  receiptsSince: Date
}

export async function readHub({ database }: World): Promise<HubState> {
  const uploads = await database.read<Omit<HeldUpload, 'body'> & { bytes: Buffer }>(
    'SELECT id, device_id AS "deviceId", chain_id AS "chainId", seq, type, hash, status, bytes FROM uploads',
  )
  const conflicts = await database.read<{ id: string; bytes: Buffer }>(
    'SELECT id, bytes FROM upload_conflicts',
  )
  const sales = await database.read<Omit<BookedSale, 'sum'> & { sum: string }>(
    `SELECT id, status, is_return AS "isReturn", sum, shift_id AS "shiftId", (
       SELECT count(*)::int FROM retail_sale_lines l
       WHERE l.organization_id = s.organization_id AND l.sale_id = s.id) AS "linesCount"
     FROM retail_sales s`,
  )
  const fiscal = await database.read<FiscalRow>(
    'SELECT sale_id AS "saleId", state, result, code, message FROM fiscal_receipts',
  )
  const workItems = await database.read<WorkItem>(
    'SELECT kind, subject, upload_id AS "uploadId", reasons FROM work_items',
  )
  const untold = await database.read<{ storeId: string }>(
    'SELECT store_id AS "storeId" FROM platform_till_stock_to_publish()',
  )
  const unpublished = await database.read<{ storeId: string }>(
    `SELECT store_id AS "storeId" FROM platform_till_receipts_to_publish('-infinity')`,
  )
  const untoldVouchers = await database.read('SELECT FROM platform_till_vouchers_to_publish(now())')
  const untoldCards = await database.read('SELECT FROM platform_till_cards_to_publish(now())')
  const [window] = await database.read<{ since: Date | null }>(
    'SELECT min(since) AS since FROM till_receipt_stores',
  )
  return {
    uploads: new Map(
      uploads.map(({ bytes, ...rest }) => [rest.id, { ...rest, body: bytes.toString('utf8') }]),
    ),
    conflicts: conflicts.map(({ id, bytes }) => ({ id, body: bytes.toString('utf8') })),
    sales: new Map(sales.map((sale) => [sale.id, { ...sale, sum: Number(sale.sum) }])),
    fiscal: new Map(fiscal.map((row) => [row.saleId, row])),
    workItems,
    untoldStores: untold.map(({ storeId }) => storeId),
    hasUntoldCards: untoldCards.length > 0,
    hasUntoldVouchers: untoldVouchers.length > 0,
    storesWithUntoldReceipts: unpublished.map(({ storeId }) => storeId),
    receiptsSince: window?.since ?? new Date(0),
  }
}

/** The sale that was uploaded under an id; null when there is none, or none that can be read. */
export function saleOf(upload: HeldUpload | undefined): SaleBody | null {
  if (upload?.type !== 'sale') return null
  try {
    return JSON.parse(upload.body) as SaleBody
  } catch {
    return null
  }
}
