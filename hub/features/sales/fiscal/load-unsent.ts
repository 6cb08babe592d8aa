import { and, eq, sql } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import { fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import { products } from '#hub/db/tables/products.ts'
import {
  retailSaleLines,
  retailSaleMarkingCodes,
  retailSalePayments,
  retailSales,
  retailSaleVouchers,
} from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { loadSettings } from '#hub/documents/settings.ts'
import { externalIdOf, type Unsent } from '#hub/integrations/fiscal/fiscalise.ts'
import type { FiscalBasis, FiscalSubject } from '#hub/integrations/fiscal/receipt.ts'
import { receiptOfSale } from '#hub/integrations/fiscal/receipt-of-sale.ts'
import { taxSystemOf } from '#hub/integrations/fiscal/tax-systems.ts'
import { PaymentSubject, type TrackingType } from '#shared/domain/product.ts'
import { must } from '#shared/std/must.ts'

const PIECE = { code: '796', name: 'шт', fiscalMeasure: 0 }

const NOT_TRACKED: TrackingType = 'NotTracked'

/** Returns the payment subject that was stored with the sale. Old tills do not send one. */
function subjectOf(stored: string | null, kind: string): FiscalSubject {
  const { data = 'Good' } = PaymentSubject.safeParse(stored)
  return kind === 'Service' ? 'Service' : data
}

/** Returns the data of the sale needed for its fiscal receipt. */
export async function loadUnsent(tx: Tx, saleId: string): Promise<Unsent> {
  const { organizationId } = tx
  const [[sale], lines, codes, payments, vouchers, { timeZone, country, defaultVatRate }] = await awaitAll(
    tx
      .select()
      .from(retailSales)
      .where(and(eq(retailSales.organizationId, organizationId), eq(retailSales.id, saleId))),
    tx
      .select({
        line: retailSaleLines,
        kind: products.kind,
        unit: {
          code: unitsOfMeasure.code,
          name: unitsOfMeasure.name,
          fiscalMeasure: unitsOfMeasure.fiscalMeasure,
        },
      })
      .from(retailSaleLines)
      .innerJoin(
        products,
        and(eq(products.organizationId, organizationId), eq(products.id, retailSaleLines.productId)),
      )
      .leftJoin(unitsOfMeasure, eq(unitsOfMeasure.id, products.unitOfMeasureId))
      .where(and(eq(retailSaleLines.organizationId, organizationId), eq(retailSaleLines.saleId, saleId)))
      .orderBy(retailSaleLines.lineNo),
    tx
      .select()
      .from(retailSaleMarkingCodes)
      .where(
        and(
          eq(retailSaleMarkingCodes.organizationId, organizationId),
          eq(retailSaleMarkingCodes.saleId, saleId),
        ),
      )
      .orderBy(retailSaleMarkingCodes.lineNo, retailSaleMarkingCodes.position),
    tx
      .select()
      .from(retailSalePayments)
      .where(
        and(eq(retailSalePayments.organizationId, organizationId), eq(retailSalePayments.saleId, saleId)),
      )
      .orderBy(retailSalePayments.position),
    tx
      .select()
      .from(retailSaleVouchers)
      .where(
        and(eq(retailSaleVouchers.organizationId, organizationId), eq(retailSaleVouchers.saleId, saleId)),
      )
      .orderBy(retailSaleVouchers.position),
    loadSettings(tx),
  )
  const { isReturn, originalSaleId, soldAt, ...row } = must(sale, 'retail sale')
  return receiptOfSale({
    clientId: saleId,
    isReturn,
    soldAt: soldAt.toISOString(),
    timeZone,
    cashierName: row.cashierName,
    customerEmail: row.customerEmail,
    customerPhone: row.customerPhone,
    taxSystem: taxSystemOf(row.taxSystem),
    roundingSum: row.roundingSum,
    changeSum: row.changeSum,
    lines: lines.map(({ line, kind, unit }) => ({
      name: line.productName,
      quantity: line.quantity,
      price: line.price,
      sum: line.sum,
      vatRate: line.vatRate,
      unit: unit ?? PIECE,
      ntin: line.ntin,
      subject: subjectOf(line.paymentSubject, kind),
      isMarked: (line.trackingType ?? NOT_TRACKED) !== NOT_TRACKED,
      markingCodes: codes.flatMap(({ lineNo, code }) => (lineNo === line.lineNo ? [code] : [])),
    })),
    payments,
    vouchers,
    // In Russia, VAT is already due on an advance payment.
    voucherVatRate: country === 'RU' ? defaultVatRate : null,
    basis: isReturn && originalSaleId !== null ? await basisOf(tx, originalSaleId) : null,
  })
}

/** Returns the original fiscal receipt, or null when the sale has none or it is not issued yet. */
async function basisOf(tx: Tx, originalSaleId: string): Promise<FiscalBasis | null> {
  const { organizationId } = tx
  const [found] = await tx
    .select({
      result: fiscalReceipts.result,
      attempt: fiscalReceipts.attempt,
      // Total as sent to the provider: without points, including vouchers.
      total: sql<string>`${retailSales.sum} + ${retailSales.voucherSum} - coalesce((
        SELECT sum(p.amount) FROM retail_sale_payments p
        WHERE p.organization_id = ${organizationId} AND p.sale_id = ${originalSaleId} AND p.type = 'Bonus'), 0)`,
    })
    .from(fiscalReceipts)
    .innerJoin(
      retailSales,
      and(eq(retailSales.organizationId, organizationId), eq(retailSales.id, fiscalReceipts.saleId)),
    )
    .where(and(eq(fiscalReceipts.organizationId, organizationId), eq(fiscalReceipts.saleId, originalSaleId)))
  if (!found?.result) return null
  return {
    ...found.result,
    externalId: externalIdOf(originalSaleId, found.attempt),
    total: Number(found.total) as FiscalBasis['total'],
  }
}
