import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PostingEvent } from '#shared/contracts/postings.ts'
import type { PriceOverride } from '#shared/contracts/price-overrides.ts'
import type { SaleFlag } from '#shared/contracts/sales/retail-sales.ts'
import type { Amount, Rate } from '#shared/money/decimal.ts'
import type { SaleDiscount, SaleTrace, TerminalData } from '#shared/sync/sale.ts'
import { counterparties, retailPoints, stores } from './catalog.ts'
import {
  amountColumn,
  costColumn,
  jsonColumn,
  percentColumn,
  quantityColumn,
  recordColumns,
  timeColumn,
} from './columns.ts'
import { bytes } from './platform.ts'
import { products } from './products.ts'

/**
 * Money of a receipt in a currency other than the accounting currency, as reported by its till, with the
 * exchange rate of its booking.
 */
export interface ForeignMoney {
  /** Three-letter code of ISO 4217. */
  currencyCode: string
  rate: Rate
  multiplicity: number
  sum: Amount
  changeSum: Amount
  /** Amount of each payment. */
  payments: Amount[]
}

export const retailSales = pgTable(
  'retail_sales',
  {
    ...recordColumns,
    /** The hub's own document number. It is never printed as the receipt number (docs/sync.md I-13). */
    number: text().notNull(),
    /** Year of the back office numbering. 0 for receipts of tills, and when numbers never restart. */
    numberYear: integer().notNull().default(0),
    receiptNumber: text(),
    /** Time at which the document takes effect in the books. */
    date: timeColumn().notNull(),
    status: text().$type<'Draft' | 'Posted'>().notNull(),
    isReturn: boolean().notNull(),
    /**
     * In a return, the original sale as reported by the till. It may not have arrived yet (docs/sync.md
     * I-12), so there is no foreign key.
     */
    originalSaleId: uuid(),
    /** In an exchange, the other half as reported by the till. It may not have arrived yet. */
    exchangeSaleId: uuid(),
    storeId: uuid().notNull(),
    /** Shift as reported by the till. */
    shiftId: uuid(),
    retailPointId: uuid(),
    deviceId: uuid(),
    /** Id of the till, as reported by the till. */
    tillId: text(),
    cashierId: uuid(),
    cashierName: text(),
    customerId: uuid(),
    /** Customer reported by the till that does not exist in the organization. */
    unknownCustomerId: uuid(),
    /** Card as reported by the till. */
    loyaltyCardId: uuid(),
    /** Phone number for the electronic receipt. */
    customerPhone: text(),
    customerEmail: text(),
    /** Tax system of the retail point at the time of the sale. */
    taxSystem: text(),
    /** Number within the shift, starting at 1, as counted by the till. */
    shiftReceiptNumber: integer(),
    /** Reason why a return refunds more in some payment type than was paid in it. */
    refundReason: text(),
    comment: text(),
    createdById: uuid(),
    postedById: uuid(),
    priceOverrides: jsonColumn<PriceOverride[]>().notNull().default([]),
    postings: jsonColumn<PostingEvent[]>().notNull().default([]),
    /** True when the prices of the lines include VAT. */
    vatIncluded: boolean().notNull().default(true),
    sum: amountColumn().notNull(),
    vatSum: amountColumn().notNull(),
    discountSum: amountColumn().notNull(),
    /** Amount that rounding added to the sums of the lines. Negative when it was deducted. */
    roundingSum: amountColumn()
      .notNull()
      .default(0 as Amount),
    /** Sources of the line discounts, as reported by the till. */
    discounts: jsonColumn<SaleDiscount[]>().notNull().default([]),
    /** Result of each promotion and of the card, including why there was no discount, as reported by the till. */
    trace: jsonColumn<SaleTrace[]>().notNull().default([]),
    /** Points spent and earned by the receipt. For a return, points given back and taken back. */
    bonusSpent: amountColumn()
      .notNull()
      .default(0 as Amount),
    bonusEarned: amountColumn()
      .notNull()
      .default(0 as Amount),
    /**
     * Prepaid amount for the vouchers of the receipt, in addition to `sum`
     * (docs/domain.md#vouchers-sold-at-tills).
     */
    voucherSum: amountColumn()
      .notNull()
      .default(0 as Amount),
    changeSum: amountColumn().notNull(),
    /** Null for a receipt in the accounting currency, or in a currency without a rate, which is booked unchanged. */
    foreignMoney: jsonColumn<ForeignMoney>(),
    linesCount: integer().notNull(),
    source: text().$type<'BackOffice' | 'Pos' | 'Import'>().notNull(),
    soldAt: timeColumn().notNull(),
    receivedAt: timeColumn().notNull(),
    postedAt: timeColumn(),
    flags: jsonColumn<SaleFlag[]>().notNull(),
    /** Time when a user reviewed the flags. Null until then. */
    reviewedAt: timeColumn(),
    reviewedById: uuid(),
    reviewNote: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('retail_sales_number_key').on(table.organizationId, table.numberYear, table.number),
    foreignKey({
      columns: [table.organizationId, table.storeId],
      foreignColumns: [stores.organizationId, stores.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.retailPointId],
      foreignColumns: [retailPoints.organizationId, retailPoints.id],
    }),
    index('retail_sales_date_idx').on(table.organizationId, table.date, table.id),
    index('retail_sales_receipt_idx').on(table.organizationId, table.receiptNumber),
    index('retail_sales_original_idx').on(table.organizationId, table.originalSaleId),
    index('retail_sales_shift_idx').on(table.organizationId, table.shiftId).where(sql`shift_id is not null`),
    foreignKey({
      columns: [table.organizationId, table.customerId],
      foreignColumns: [counterparties.organizationId, counterparties.id],
    }),
    index('retail_sales_customer_idx')
      .on(table.organizationId, table.customerId)
      .where(sql`customer_id is not null`),
    index('retail_sales_card_idx')
      .on(table.organizationId, table.loyaltyCardId)
      .where(sql`loyalty_card_id is not null`),
    // Few rows, used by the notices of large returns.
    index('retail_sales_returns_idx').on(table.organizationId, table.createdAt).where(sql`is_return`),
    index('retail_sales_flagged_idx')
      .on(table.organizationId, table.date, table.id)
      .where(sql`flags <> '[]'::jsonb`),
    index('retail_sales_review_idx')
      .on(table.organizationId, table.date, table.id)
      .where(sql`reviewed_at is null and flags <> '[]'::jsonb`),
    // Few rows, used when an unknown voucher becomes known.
    index('retail_sales_voucher_unknown_idx')
      .on(table.organizationId)
      .where(sql`flags @> '[{"code": "voucher_unknown"}]'::jsonb`),
    // Few rows, used to find reservations. Nearly all sales come from tills, and back office sales are rare.
    index('retail_sales_back_office_idx')
      .on(table.organizationId, table.date, table.id)
      .where(sql`source = 'BackOffice'`),
    index('retail_sales_draft_idx').on(table.organizationId, table.source).where(sql`status = 'Draft'`),
    index('retail_sales_cashier_idx').on(table.organizationId, table.cashierId, table.date),
    index('retail_sales_store_idx').on(table.organizationId, table.storeId, table.date),
  ],
)

export const retailSaleLines = pgTable(
  'retail_sale_lines',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    saleId: uuid().notNull(),
    lineNo: integer().notNull(),
    productId: uuid().notNull(),
    /** Product name on the receipt. */
    productName: text().notNull(),
    quantity: quantityColumn().notNull(),
    price: amountColumn().notNull(),
    discountAmount: amountColumn().notNull(),
    /** For information only. Null when the discount was given as an amount, as tills do. */
    discountPercent: percentColumn(),
    sum: amountColumn().notNull(),
    vatRate: percentColumn(),
    vatSum: amountColumn().notNull(),
    unitCost: costColumn().notNull(),
    originalLineNo: integer(),
    /** Value of the product at the time of the sale. Null when unknown. */
    trackingType: text(),
    paymentSubject: text(),
    ntin: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('retail_sale_lines_line_no_key').on(table.organizationId, table.saleId, table.lineNo),
    foreignKey({
      columns: [table.organizationId, table.saleId],
      foreignColumns: [retailSales.organizationId, retailSales.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.productId],
      foreignColumns: [products.organizationId, products.id],
    }),
    index('retail_sale_lines_product_idx').on(table.organizationId, table.productId),
  ],
)

/** Marking codes of the pieces of a line (docs/domain.md#marking-codes). */
export const retailSaleMarkingCodes = pgTable(
  'retail_sale_marking_codes',
  {
    organizationId: uuid().notNull(),
    saleId: uuid().notNull(),
    lineNo: integer().notNull(),
    position: integer().notNull(),
    code: text().notNull(),
    /** Key of the piece, which is the same for every reading of its code. */
    key: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.saleId, table.lineNo, table.position] }),
    foreignKey({
      name: 'retail_sale_marking_codes_line_fk',
      columns: [table.organizationId, table.saleId, table.lineNo],
      foreignColumns: [retailSaleLines.organizationId, retailSaleLines.saleId, retailSaleLines.lineNo],
    }).onDelete('cascade'),
    index('retail_sale_marking_codes_key_idx').on(table.organizationId, table.key),
  ],
)

export const retailSalePayments = pgTable(
  'retail_sale_payments',
  {
    organizationId: uuid().notNull(),
    saleId: uuid().notNull(),
    position: integer().notNull(),
    type: text().notNull(),
    amount: amountColumn().notNull(),
    reference: text(),
    /** For SetOff, the original payment type. */
    originType: text(),
    /** Part of the payment that was given back as change. Null when not reported. */
    changeAmount: amountColumn(),
    /** Response of the card terminal or the payment service. */
    terminalData: jsonColumn<TerminalData>(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.saleId, table.position] }),
    foreignKey({
      columns: [table.organizationId, table.saleId],
      foreignColumns: [retailSales.organizationId, retailSales.id],
    }).onDelete('cascade'),
    // Cash and card payments are found by day. The other types are few.
    index('retail_sale_payments_type_idx')
      .on(table.organizationId, table.type, table.saleId)
      .where(sql`type not in ('Cash', 'Card')`),
  ],
)

/** Gift vouchers sold or reloaded with a receipt. For a return, those taken back. */
export const retailSaleVouchers = pgTable(
  'retail_sale_vouchers',
  {
    organizationId: uuid().notNull(),
    saleId: uuid().notNull(),
    position: integer().notNull(),
    number: text().notNull(),
    amount: amountColumn().notNull(),
    isReload: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.saleId, table.position] }),
    foreignKey({
      columns: [table.organizationId, table.saleId],
      foreignColumns: [retailSales.organizationId, retailSales.id],
    }).onDelete('cascade'),
  ],
)

/**
 * Public pages of receipts. They are looked up by token, before the organization is known
 * (hub/db/sql/tenancy.sql).
 */
export const receiptLinks = pgTable(
  'receipt_links',
  {
    organizationId: uuid().notNull(),
    saleId: uuid().notNull(),
    tokenHash: bytes().notNull().unique('receipt_links_token_key'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.saleId] })],
)
