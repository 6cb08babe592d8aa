import { z } from 'zod'
import { AmountOut, CostOut, PercentOut, QuantityOut } from '#shared/money/wire.ts'
import { BooleanQuery, Day, Id, listQuery, pageOf, recordFields, UtcTime } from './common.ts'
import { ExportQuery } from './exports.ts'

export const DocumentStatus = z.enum(['Draft', 'Posted'])
export const SaleSource = z.enum(['BackOffice', 'Pos', 'Import'])

/** Something about an uploaded sale that a person should look at. It never stops the sale from being posted. */
export const SaleFlag = z
  .object({ code: z.string(), lineNo: z.int().optional(), detail: z.string() })
  .meta({ id: 'SaleFlag' })
export type SaleFlag = z.infer<typeof SaleFlag>

const header = {
  ...recordFields,
  number: z.string(),
  receiptNumber: z.string().nullable(),
  date: UtcTime,
  status: DocumentStatus,
  isReturn: z.boolean(),
  originalSaleId: Id.nullable(),
  storeId: Id,
  retailPointId: Id.nullable(),
  cashierId: Id.nullable(),
  cashierName: z.string().nullable(),
  sum: AmountOut,
  vatSum: AmountOut,
  discountSum: AmountOut,
  changeSum: AmountOut,
  linesCount: z.int(),
  source: SaleSource,
  soldAt: UtcTime,
  receivedAt: UtcTime,
  postedAt: UtcTime.nullable(),
  flags: z.array(SaleFlag),
}

export const RetailSaleSummary = z.object(header).meta({ id: 'RetailSaleSummary' })
export type RetailSaleSummary = z.infer<typeof RetailSaleSummary>

export const RetailSale = z
  .object({
    ...header,
    lines: z.array(
      z.object({
        id: Id,
        lineNo: z.int(),
        productId: Id,
        productName: z.string(),
        quantity: QuantityOut,
        price: AmountOut,
        discountAmount: AmountOut,
        sum: AmountOut,
        vatRate: PercentOut.nullable(),
        vatSum: AmountOut,
        unitCost: CostOut.optional(),
        originalLineId: Id.nullable(),
        returnedQuantity: QuantityOut,
      }),
    ),
    payments: z.array(z.object({ type: z.string(), amount: AmountOut, reference: z.string().nullable() })),
  })
  .meta({ id: 'RetailSale' })
export type RetailSale = z.infer<typeof RetailSale>

export const RetailSalePage = pageOf(RetailSaleSummary, 'RetailSalePage')
export const RetailSaleListQuery = listQuery(['date', 'number', 'sum', 'receivedAt']).extend({
  status: DocumentStatus.optional(),
  storeId: Id.optional(),
  retailPointId: Id.optional(),
  isReturn: BooleanQuery.optional(),
  from: Day.optional().meta({ description: 'First day, in the time zone of the organization' }),
  to: Day.optional().meta({ description: 'Last day, included' }),
})
export type RetailSaleListQuery = z.output<typeof RetailSaleListQuery>
export const RetailSaleExportQuery = RetailSaleListQuery.omit({
  page: true,
  pageSize: true,
  sort: true,
}).extend(ExportQuery.shape)
export type RetailSaleFilters = Omit<RetailSaleListQuery, 'page' | 'pageSize' | 'sort'>
