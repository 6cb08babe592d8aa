import type { ReplicaKind } from './digest.ts'

/**
 * What the records of each kind consist of, by the schema of the download (download.ts) since which it is sent. A till
 * of an older schema is sent the members that it knows. The order is that of the digest: it never changes, a new schema
 * adds to its end.
 */
const MEMBERS_SINCE: Record<ReplicaKind, Record<number, readonly string[]>> = {
  settings: {
    1: [
      ...['organizationName', 'taxId', 'timeZone', 'currencyCode', 'currencySymbol', 'retailPointId'],
      ...['retailPointName', 'address', 'storeId', 'priceTypeId', 'isActive', 'allowCustomPrice'],
      ...['allowReturnWithoutBasis', 'vatIncluded', 'receiptHeader', 'receiptFooter', 'paperWidth'],
    ],
    2: [
      ...['allowDiscount', 'maxDiscountPercent', 'allowDeleteLines', 'allowReturnFromClosedShift'],
      ...['requireCashierChoice', 'printAlways', 'controlStock', 'onlyInStock', 'taxSystem', 'cashRounding'],
      ...['cashRoundingStep', 'requiredCustomerFields', 'productGroupIds', 'cashierIds'],
    ],
    3: ['cashRoundingAppliesTo'],
    4: ['isStockKnown'],
    5: ['paymentTypes'],
    6: ['weightBarcodePrefixes', 'enforceMinPrice', 'returnPeriodDays'],
    8: ['allowRefundOtherTender'],
    12: [
      ...['discountStrategy', 'blindClose', 'offlineVoucherLimit', 'favouriteProductIds'],
      ...['favouritesArrangedAt', 'receiptLanguage'],
    ],
    13: ['logoPath', 'receiptQr'],
    14: ['maxVoucherSale'],
    16: ['isFiscal'],
    17: ['zeroLines'],
    18: ['requireShift'],
    20: ['tillReasons', 'onlyListedReasons'],
  },
  unit: { 1: ['name', 'isFractional'] },
  group: { 1: ['name', 'parentId', 'sortOrder'], 2: ['vatRate', 'useParentVat'] },
  product: {
    1: [
      ...['name', 'code', 'article', 'groupId', 'unitId', 'kind', 'price', 'minPrice', 'vatRate'],
      ...['isWeighed', 'weightCode', 'isDiscountProhibited', 'barcodes'],
    ],
    2: ['useGroupVat', 'nextPrices'],
    7: ['trackingType', 'paymentSubject', 'ntin'],
    12: ['packs', 'minimumAge', 'thumbUrl'],
  },
  cashier: {
    1: ['name', 'pinHash', 'permissions'],
    11: ['limits'],
    12: ['laterLimits'],
    14: ['voucherLimits'],
    15: ['deviceLimits'],
  },
  stock: { 4: ['quantity'] },
  priceType: { 8: ['name', 'isDefault', 'sortOrder', 'currencyCode', 'currencySymbol'] },
  vatRate: { 8: ['rate', 'kind', 'validFrom', 'validTo'] },
  customer: { 9: ['name', 'phone', 'phoneNumber', 'email', 'tags'] },
  receipt: {
    10: [
      ...['number', 'soldAt', 'isReturn', 'originalId', 'cashierName', 'customerId', 'currencyCode'],
      ...['vatIncluded', 'sum', 'roundingSum', 'changeSum', 'payments', 'lines'],
    ],
    12: ['loyaltyCardId'],
    16: ['fiscal'],
  },
  program: {
    12: [
      ...['name', 'isActive', 'startsAt', 'endsAt', 'kind', 'discountPercent', 'levels', 'earnPercent'],
      ...['pointStep', 'spendRate', 'maxSpendPercent', 'earnOnBonusPaidPart', 'offlineSpendLimit'],
      ...['excludedGroupIds', 'excludeDiscountedLines'],
    ],
  },
  promotion: {
    12: [
      ...['name', 'isActive', 'priority', 'startsAt', 'endsAt', 'daysOfWeek', 'timeFrom', 'timeTo'],
      ...['storeIds', 'retailPointIds', 'requiresCard', 'programIds', 'kind', 'conditions', 'effect'],
      ...['combinable', 'maxPerReceipt', 'couponCode'],
    ],
  },
  card: {
    12: [
      ...['cardNumber', 'programId', 'customerId', 'customerName', 'phone', 'phoneNumber', 'isBlocked'],
      ...['expiresAt', 'turnover', 'balance', 'countedAt'],
    ],
  },
  voucher: { 19: ['tag', 'isBlocked', 'expiresAt', 'balance', 'countedAt'] },
}

/** The members of a record in a schema, in order. */
export function membersOf(kind: ReplicaKind, schema: number): string[] {
  return Object.entries(MEMBERS_SINCE[kind]).flatMap(([since, members]) =>
    Number(since) <= schema ? members : [],
  )
}

/** The schema since which the records of a kind have the shape they have now. */
export function shapeSince(kind: ReplicaKind): number {
  return Math.max(...Object.keys(MEMBERS_SINCE[kind]).map(Number))
}
