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

/** The money of a receipt in another currency than the books, as its till told it, and the rate at which it is booked. */
export interface ForeignMoney {
  /** Letters of ISO 4217. */
  currencyCode: string
  rate: Rate
  multiplicity: number
  sum: Amount
  changeSum: Amount
  /** Of each payment. */
  payments: Amount[]
}

export const retailSales = pgTable(
  'retail_sales',
  {
    ...recordColumns,
    /** The hub's own document number; never printed as the receipt number (docs/sync.md I-13). */
    number: text().notNull(),
    /** Of the numbering of the back office; 0 for receipts of tills and when numbers go on for ever. */
    numberYear: integer().notNull().default(0),
    receiptNumber: text(),
    /** Moment of the document in the books. */
    date: timeColumn().notNull(),
    status: text().$type<'Draft' | 'Posted'>().notNull(),
    isReturn: boolean().notNull(),
    /**
     * Of a return. As the till named it: the original may not have arrived yet (docs/sync.md I-12), hence no foreign
     * key.
     */
    originalSaleId: uuid(),
    /** Of an exchange its other half, as the till named it: it may not have arrived yet. */
    exchangeSaleId: uuid(),
    storeId: uuid().notNull(),
    /** As the till named it. */
    shiftId: uuid(),
    retailPointId: uuid(),
    deviceId: uuid(),
    /** As the till calls itself. */
    tillId: text(),
    cashierId: uuid(),
    cashierName: text(),
    customerId: uuid(),
    /** As the till named it, when the organization has no such customer. */
    unknownCustomerId: uuid(),
    /** As the till named it. */
    loyaltyCardId: uuid(),
    /** Where the electronic receipt goes. */
    customerPhone: text(),
    customerEmail: text(),
    /** Of the retail point when it was sold. */
    taxSystem: text(),
    /** Of the shift, from 1, as the till counted. */
    shiftReceiptNumber: integer(),
    /** Why a return gives back more in some way than was paid so. */
    refundReason: text(),
    comment: text(),
    createdById: uuid(),
    postedById: uuid(),
    priceOverrides: jsonColumn<PriceOverride[]>().notNull().default([]),
    postings: jsonColumn<PostingEvent[]>().notNull().default([]),
    /** Whether the prices of the lines have the VAT in them. */
    vatIncluded: boolean().notNull().default(true),
    sum: amountColumn().notNull(),
    vatSum: amountColumn().notNull(),
    discountSum: amountColumn().notNull(),
    /** What rounding has put on the sums of the lines; below 0 when it has taken off. */
    roundingSum: amountColumn()
      .notNull()
      .default(0 as Amount),
    /** What has given the discounts of the lines, as the till tells it. */
    discounts: jsonColumn<SaleDiscount[]>().notNull().default([]),
    /** Why each promotion and the card gave what they gave, or nothing, as the till tells it. */
    trace: jsonColumn<SaleTrace[]>().notNull().default([]),
    /** Points: what the receipt has spent and earned; of a return, what it has given and taken back. */
    bonusSpent: amountColumn()
      .notNull()
      .default(0 as Amount),
    bonusEarned: amountColumn()
      .notNull()
      .default(0 as Amount),
    /** Paid in advance for the vouchers of the receipt, besides `sum` (docs/domain.md#vouchers-sold-at-tills). */
    voucherSum: amountColumn()
      .notNull()
      .default(0 as Amount),
    changeSum: amountColumn().notNull(),
    /** null: in the currency of the books, or in one without a rate, which is booked as it stands. */
    foreignMoney: jsonColumn<ForeignMoney>(),
    linesCount: integer().notNull(),
    source: text().$type<'BackOffice' | 'Pos' | 'Import'>().notNull(),
    soldAt: timeColumn().notNull(),
    receivedAt: timeColumn().notNull(),
    postedAt: timeColumn(),
    flags: jsonColumn<SaleFlag[]>().notNull(),
    /** When a person looked at the flags and what they made of them; null: nobody has. */
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
    // Few, and looked for by who is told of large ones.
    index('retail_sales_returns_idx').on(table.organizationId, table.createdAt).where(sql`is_return`),
    index('retail_sales_flagged_idx')
      .on(table.organizationId, table.date, table.id)
      .where(sql`flags <> '[]'::jsonb`),
    index('retail_sales_review_idx')
      .on(table.organizationId, table.date, table.id)
      .where(sql`reviewed_at is null and flags <> '[]'::jsonb`),
    // Few, and looked for when a voucher comes to be known.
    index('retail_sales_voucher_unknown_idx')
      .on(table.organizationId)
      .where(sql`flags @> '[{"code": "voucher_unknown"}]'::jsonb`),
    // Few, and looked for by what they reserve.
    // Tills make nearly all: those of the back office are rare.
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
    /** The name as it stood on the receipt. */
    productName: text().notNull(),
    quantity: quantityColumn().notNull(),
    price: amountColumn().notNull(),
    discountAmount: amountColumn().notNull(),
    /** Only told: null when the discount was given as an amount, as tills give it. */
    discountPercent: percentColumn(),
    sum: amountColumn().notNull(),
    vatRate: percentColumn(),
    vatSum: amountColumn().notNull(),
    unitCost: costColumn().notNull(),
    originalLineNo: integer(),
    /** As the product was when it was sold; null: not known. */
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

/** Which pieces a line is of (docs/domain.md#marking-codes). */
export const retailSaleMarkingCodes = pgTable(
  'retail_sale_marking_codes',
  {
    organizationId: uuid().notNull(),
    saleId: uuid().notNull(),
    lineNo: integer().notNull(),
    position: integer().notNull(),
    code: text().notNull(),
    /** Of the piece: the same however its code was read. */
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
    /** Of SetOff: how it was paid before. */
    originType: text(),
    /** What of it was given back as change; null: not told. */
    changeAmount: amountColumn(),
    /** What the card terminal or the payment service answered. */
    terminalData: jsonColumn<TerminalData>(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.saleId, table.position] }),
    foreignKey({
      columns: [table.organizationId, table.saleId],
      foreignColumns: [retailSales.organizationId, retailSales.id],
    }).onDelete('cascade'),
    // Cash and cards are found along the days; the others are few.
    index('retail_sale_payments_type_idx')
      .on(table.organizationId, table.type, table.saleId)
      .where(sql`type not in ('Cash', 'Card')`),
  ],
)

/** Gift vouchers that a receipt sells or reloads; of a return: takes back. */
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

/** Pages of receipts. Found by their token, before the organization is known (hub/db/sql/tenancy.sql). */
export const receiptLinks = pgTable(
  'receipt_links',
  {
    organizationId: uuid().notNull(),
    saleId: uuid().notNull(),
    tokenHash: bytes().notNull().unique('receipt_links_token_key'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.saleId] })],
)
