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

interface BookedSale {
  id: string
  status: string
  isReturn: boolean
  sum: number
  linesCount: number
  shiftId: string | null
}
/** Fiscal receipt of a sale at the hub. */
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

/** State of the hub's tables checked by the oracle. The ledger is checked separately by `checkLedger`. */
export interface HubState {
  uploads: Map<string, HeldUpload>
  conflicts: { id: string; body: string }[]
  sales: Map<string, BookedSale>
  /** Fiscal receipts by sale id. */
  fiscal: Map<string, FiscalRow>
  workItems: WorkItem[]
  /** Stores whose stock is not completely published to tills yet. */
  unpublishedStores: string[]
  /** Stores whose receipts are not completely published to tills yet. */
  storesWithUnpublishedReceipts: string[]
  /** True while changes of loyalty cards are not published to tills yet. */
  hasUnpublishedCards: boolean
  hasUnpublishedVouchers: boolean
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
  const stockUnpublished = await database.read<{ storeId: string }>(
    'SELECT store_id AS "storeId" FROM platform_till_stock_to_publish()',
  )
  const unpublished = await database.read<{ storeId: string }>(
    `SELECT store_id AS "storeId" FROM platform_till_receipts_to_publish('-infinity')`,
  )
  const unpublishedVouchers = await database.read('SELECT FROM platform_till_vouchers_to_publish(now())')
  const unpublishedCards = await database.read('SELECT FROM platform_till_cards_to_publish(now())')
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
    unpublishedStores: stockUnpublished.map(({ storeId }) => storeId),
    hasUnpublishedCards: unpublishedCards.length > 0,
    hasUnpublishedVouchers: unpublishedVouchers.length > 0,
    storesWithUnpublishedReceipts: unpublished.map(({ storeId }) => storeId),
    receiptsSince: window?.since ?? new Date(0),
  }
}

/** Returns the sale uploaded under an id, or null when there is none or it is unreadable. */
export function saleOf(upload: HeldUpload | undefined): SaleBody | null {
  if (upload?.type !== 'sale') return null
  try {
    return JSON.parse(upload.body) as SaleBody
  } catch {
    return null
  }
}
