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
  lines: BookedLine[]
}
export interface BookedLine {
  lineNo: number
  id: string
  productId: string
  kind: string
  quantity: number
}
export interface Movement {
  documentId: string
  lineNo: number
  storeId: string
  productId: string
  quantity: number
}
export interface Balance {
  storeId: string
  productId: string
  quantity: number
}
export interface WorkItem {
  kind: string
  subject: string
  uploadId: string | null
  reasons: unknown
}

/** Everything the oracle looks at of the hub, as the tables have it. Quantities are whole steps. */
export interface HubState {
  uploads: Map<string, HeldUpload>
  conflicts: { id: string; body: string }[]
  sales: Map<string, BookedSale>
  movements: Movement[]
  balances: Balance[]
  workItems: WorkItem[]
}

export async function readHub({ database }: World): Promise<HubState> {
  const uploads = await database.read<Omit<HeldUpload, 'body'> & { bytes: Buffer }>(
    'SELECT id, device_id AS "deviceId", chain_id AS "chainId", seq, type, hash, status, bytes FROM uploads',
  )
  const conflicts = await database.read<{ id: string; bytes: Buffer }>(
    'SELECT id, bytes FROM upload_conflicts',
  )
  const sales = await database.read<Omit<BookedSale, 'lines' | 'sum'> & { sum: string }>(
    'SELECT id, status, is_return AS "isReturn", sum FROM retail_sales',
  )
  const lines = await database.read<Omit<BookedLine, 'quantity'> & { saleId: string; quantity: string }>(
    `SELECT l.id, l.line_no AS "lineNo", l.sale_id AS "saleId", l.product_id AS "productId", l.quantity, p.kind
     FROM retail_sale_lines l JOIN products p ON p.organization_id = l.organization_id AND p.id = l.product_id`,
  )
  const movements = await database.read<Omit<Movement, 'quantity'> & { quantity: string }>(
    `SELECT document_id AS "documentId", line_no AS "lineNo", store_id AS "storeId", product_id AS "productId", quantity
     FROM stock_movements`,
  )
  const balances = await database.read<Omit<Balance, 'quantity'> & { quantity: string }>(
    'SELECT store_id AS "storeId", product_id AS "productId", quantity FROM stock_balances',
  )
  const workItems = await database.read<WorkItem>(
    'SELECT kind, subject, upload_id AS "uploadId", reasons FROM work_items',
  )
  const booked = new Map(
    sales.map((sale): [string, BookedSale] => [sale.id, { ...sale, sum: Number(sale.sum), lines: [] }]),
  )
  for (const { saleId, quantity, ...line } of lines) {
    booked.get(saleId)?.lines.push({ ...line, quantity: Number(quantity) })
  }
  return {
    uploads: new Map(
      uploads.map(({ bytes, ...rest }) => [rest.id, { ...rest, body: bytes.toString('utf8') }]),
    ),
    conflicts: conflicts.map(({ id, bytes }) => ({ id, body: bytes.toString('utf8') })),
    sales: booked,
    movements: movements.map((each) => ({ ...each, quantity: Number(each.quantity) })),
    balances: balances.map((each) => ({ ...each, quantity: Number(each.quantity) })),
    workItems,
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
