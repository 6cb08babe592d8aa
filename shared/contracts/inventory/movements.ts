import { z } from 'zod'
import { Count, Day, Id, Position, UtcTime } from '#shared/domain/fields.ts'
import { CostOut, QuantityOut } from '#shared/money/wire.ts'
import { CostPending, pageQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const DOCUMENT_TYPES = [
  'RetailSale',
  'Demand',
  'Supply',
  'SupplierReturn',
  'Enter',
  'Loss',
  'Transfer',
  'Inventory',
] as const

export const StockMovement = z
  .object({
    id: Id,
    moment: UtcTime,
    seq: Count.meta({ description: 'Order of posting, which distinguishes movements of one moment' }),
    storeId: Id,
    storeName: z.string(),
    productId: Id,
    productName: z.string(),
    documentType: z.string(),
    documentId: Id,
    documentNumber: z.string().nullable(),
    lineNo: Position,
    counterpartyName: z.string().nullable(),
    employeeName: z.string().nullable().meta({ description: 'Name of the user who sold or posted it' }),
    quantity: QuantityOut.meta({ description: 'Signed: incoming goods are positive' }),
    unitCost: CostOut.optional(),
    costSum: CostOut.optional(),
    balanceAfter: QuantityOut.meta({
      description: 'Balance of the product in the store after this movement',
    }),
    averageAfter: CostOut.optional(),
    costPending: CostPending.optional(),
  })
  .meta({ id: 'StockMovement' })
export type StockMovement = z.infer<typeof StockMovement>

/**
 * Page of the ledger. It has no total, and the next page continues after the last entry of this one: entries
 * are only ever added.
 */
const StockMovementPage = z
  .object({
    items: z.array(StockMovement),
    next: z.string().nullable().meta({ description: 'Value for `after`; null: this was the last page' }),
  })
  .meta({ id: 'StockMovementPage' })

export const StockMovementQuery = z.object({
  productId: Id.optional(),
  storeId: Id.optional(),
  documentType: z.enum(DOCUMENT_TYPES).optional(),
  documentId: Id.optional(),
  from: Day.optional().meta({ description: 'First day, in the time zone of the organization' }),
  to: Day.optional().meta({ description: 'Last day, included' }),
  after: z
    .string()
    .regex(/^\d{1,15}:\d{1,18}$/)
    .optional()
    .meta({ description: 'The `next` of the previous page' }),
  pageSize: pageQuery.pageSize,
})
export type StockMovementQuery = z.output<typeof StockMovementQuery>

export const MOVEMENTS = endpoint({
  method: 'get',
  path: '/api/inventory/movements',
  query: StockMovementQuery,
  answer: StockMovementPage,
})
