import { and, eq } from 'drizzle-orm'
import { findRecord } from '#hub/db/records.ts'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import { uploads } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import {
  type FiscalOfSale,
  fiscalOfSales,
  presentFiscalOfSale,
} from '#hub/features/sales/fiscal/fiscal-of-sales.ts'
import { logoFolder } from '#hub/features/uploads/image-files.ts'
import { loadLetterhead } from '#hub/print/letterhead.ts'
import { receiptFiscal } from '#shared/domain/sale-fiscal.ts'
import { parseJson } from '#shared/json/json-limits.ts'
import type { PrintedDocument } from '#shared/receipts/document.ts'
import { printableSale } from '#shared/receipts/printable-sale.ts'
import { receiptDocument } from '#shared/receipts/receipt-document.ts'
import { SaleBody } from '#shared/sync/sale.ts'
import { UPLOAD_BODY_LIMITS } from '#shared/sync/upload.ts'

export interface OnlineReceipt {
  document: PrintedDocument
  organizationName: string
  /** Path of the logo on the hub. */
  logoUrl: string | null
  /** Token of the receipt page, or null without a page. */
  token: string | null
}

/**
 * Returns the receipt of an uploaded sale as the till printed it, or null when it does not exist or is
 * unreadable.
 */
export async function findReceipt(tx: Tx, saleId: string): Promise<OnlineReceipt | null> {
  const sale = await findSale(tx, saleId)
  const exchanged = sale?.exchangeSaleId && (await findSale(tx, sale.exchangeSaleId))
  const point = sale && (await findRecord(tx, retailPoints, sale.retailPointId))
  if (!sale || !point || !CURRENCY.test(sale.currencyCode)) return null
  const { name, taxId, timeZone } = await loadLetterhead(tx)
  const { receiptHeader, receiptFooter, receiptLanguage, address, paperWidth, logoKey } = point
  const layout = {
    organizationName: name,
    taxId,
    timeZone,
    retailPointName: point.name,
    address,
    logo: null,
    receiptHeader,
    receiptFooter,
    paperWidth,
    language: receiptLanguage,
  }
  const fiscal = await fiscalOfSales(tx, {
    saleIds: [sale, exchanged].flatMap((each) => (each ? [each.id] : [])),
  })
  const exchange = exchanged ? shownOnline(exchanged, fiscal) : null
  return {
    document: receiptDocument({ ...shownOnline(sale, fiscal), exchange }, layout),
    organizationName: name,
    logoUrl: logoKey && `/${logoFolder(tx.organizationId, logoKey)}/original.png`,
    token: sale.receiptToken ?? null,
  }
}

/** Returns the receipt without voucher barcodes, so that visitors of the page cannot pay with them. */
function shownOnline(sale: SaleBody, fiscal: readonly FiscalOfSale[]): ReturnType<typeof printableSale> {
  const receipt = printableSale(sale)
  const shown = presentFiscalOfSale(fiscal.find(({ saleId }) => saleId === sale.id))
  return {
    ...receipt,
    fiscal: shown && receiptFiscal(shown),
    vouchers: receipt.vouchers.map((voucher) => ({ ...voucher, barcode: null })),
  }
}

async function findSale(tx: Tx, id: string): Promise<SaleBody | null> {
  const [upload] = await tx
    .select({ bytes: uploads.bytes, correctedBody: uploads.correctedBody })
    .from(uploads)
    .where(and(eq(uploads.organizationId, tx.organizationId), eq(uploads.id, id), eq(uploads.type, 'sale')))
  return upload ? readSale(upload.correctedBody ?? upload.bytes.toString('utf8')) : null
}

/** Currency codes that `Intl` can format. */
const CURRENCY = /^[A-Z]{3}$/

function readSale(text: string): SaleBody | null {
  try {
    const json = parseJson(text, UPLOAD_BODY_LIMITS) as SaleBody
    return SaleBody.safeParse(json).success ? json : null
  } catch {
    return null
  }
}
