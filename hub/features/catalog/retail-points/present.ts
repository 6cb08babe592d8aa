import { logoFolder } from '#hub/features/uploads/image-files.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { RetailPoint } from '#shared/contracts/catalog/retail-points.ts'
import { amountToNumber, percentToNumber } from '#shared/money/decimal.ts'
import type { WholeRetailPoint } from './queries.ts'

export function presentRetailPoint(row: WholeRetailPoint): RetailPoint {
  return {
    ...presentRecord(row),
    name: row.name,
    code: row.code,
    address: row.address,
    storeId: row.storeId,
    priceTypeId: row.priceTypeId,
    isActive: row.isActive,
    numberPrefix: row.numberPrefix,
    productGroupIds: row.productGroupIds,
    onlyInStock: row.onlyInStock,
    controlStock: row.controlStock,
    allowDiscount: row.allowDiscount,
    maxDiscountPercent: percentToNumber(row.maxDiscountPercent),
    zeroLines: row.zeroLines,
    allowCustomPrice: row.allowCustomPrice,
    allowDeleteLines: row.allowDeleteLines,
    allowReturnWithoutBasis: row.allowReturnWithoutBasis,
    allowReturnFromClosedShift: row.allowReturnFromClosedShift,
    allowRefundOtherTender: row.allowRefundOtherTender,
    requireShift: row.requireShift,
    blindClose: row.blindClose,
    offlineVoucherLimit: amountToNumber(row.offlineVoucherLimit),
    maxVoucherSale: amountToNumber(row.maxVoucherSale),
    requireCashierChoice: row.requireCashierChoice,
    printAlways: row.printAlways,
    syncCustomers: row.syncCustomers,
    taxSystem: row.taxSystem,
    vatIncluded: row.vatIncluded,
    cashRounding: row.cashRounding,
    cashRoundingStep: amountToNumber(row.cashRoundingStep),
    cashRoundingAppliesTo: row.cashRoundingAppliesTo,
    paymentTypes: row.paymentTypes,
    cashierIds: row.cashierIds,
    receiptHeader: row.receiptHeader,
    receiptFooter: row.receiptFooter,
    receiptLanguage: row.receiptLanguage,
    paperWidth: row.paperWidth,
    receiptQr: row.receiptQr,
    logoUrl: row.logoKey && `/${logoFolder(row.organizationId, row.logoKey)}/original.png`,
  }
}
