import { describe, expect, it } from 'vitest'
import { RetailPointUpdate } from '#shared/contracts/catalog/retail-points.ts'
import { LoyaltyProgramUpdate } from '#shared/contracts/loyalty/programs.ts'
import { PromotionUpdate } from '#shared/contracts/loyalty/promotions.ts'
import { ExtsysSettingsUpdate } from '#shared/contracts/organization/extsys.ts'
import { FISCAL_PROVIDERS, fiscalFields, fiscalSecrets } from '#shared/contracts/organization/fiscal.ts'
import { OrganizationSettingsUpdate } from '#shared/contracts/organization/settings.ts'
import { PlatformChannelsUpdate, PlatformSettingsUpdate } from '#shared/contracts/platform/settings.ts'
import { TillLimits } from '#shared/domain/till-limits.ts'
import { missingTests, shownRowsIn } from './shown-by.ts'

/** Members without an effect to test: the version, the names and the address of a record. */
const NAMES = ['version', 'name', 'code', 'address']

const membersOf = ({ shape }: { shape: object }): string[] => Object.keys(shape)
const { conditions, effect, ...ofPromotion } = PromotionUpdate.shape

/** Contracts of settings with their members. */
const CONTRACTS: Record<string, string[]> = {
  organization: membersOf(OrganizationSettingsUpdate),
  retailPoint: membersOf(RetailPointUpdate),
  role: membersOf(TillLimits),
  program: membersOf(LoyaltyProgramUpdate),
  promotion: [...Object.keys(ofPromotion), ...membersOf(conditions.unwrap()), ...membersOf(effect)],
  fiscal: FISCAL_PROVIDERS.flatMap((provider) =>
    [...fiscalFields(provider).map(({ name }) => name), ...fiscalSecrets(provider)].map(
      (name) => `${provider}.${name}`,
    ),
  ),
  extsys: membersOf(ExtsysSettingsUpdate),
  platform: [...membersOf(PlatformSettingsUpdate), ...membersOf(PlatformChannelsUpdate)],
}

type Shown = [settings: string, file: string, title: string]

/** Tests that show the effects of the settings, by contract. */
const SHOWN: Record<string, Shown[]> = {
  organization: [
    [
      'allowNegativeStock closedUntil',
      'test/hub/organization/settings.test.ts',
      'applies changed settings to documents immediately',
    ],
    [
      'yearlyNumbering',
      'test/hub/documents/documents.test.ts',
      'allows the same document number again in the next year, in the time zone of the organization',
    ],
    [
      'updateCostOnSupply',
      'test/hub/documents/supply-effects.test.ts',
      'leaves the product cost unchanged when the organization does not update costs on supply',
    ],
    [
      'recoversVat',
      'test/hub/documents/supply-effects.test.ts',
      'excludes VAT from the cost when the organization recovers VAT',
    ],
    [
      'returnPeriodDays',
      'test/hub/sales/retail-returns.test.ts',
      'refuses a late return without an explicit override by a permitted user',
    ],
    [
      'vatIncluded',
      'test/hub/organization/product-settings.test.ts',
      'applies vatIncluded to a new document that does not state it, and keeps the value of a draft',
    ],
    [
      'autoBarcode',
      'test/hub/organization/product-settings.test.ts',
      'assigns a barcode to a new product without barcodes under autoBarcode',
    ],
    [
      'enforceMinPrice',
      'test/edge/tills/point-settings.test.ts',
      'accepts prices below the minimum price where it is not enforced',
    ],
    [
      'discountStrategy',
      'test/edge/buyers/loyalty.test.ts',
      'determines the level of a card by its turnover, and combines it with promotions as the organization chose',
    ],
    [
      'tillReasons',
      'test/browser/reasons.test.ts',
      'offers the reasons set in the console instead of the built-in ones, and accepts a typed reason',
    ],
    [
      'onlyListedReasons',
      'test/edge/receipts/reasons.test.ts',
      'refuses an unlisted reason for %s where only listed reasons are allowed',
    ],
    [
      'secondFactorRoleIds',
      'test/hub/account/second-factor.test.ts',
      'accepts only roles of the same organization',
    ],
    [
      'weightBarcodePrefixes',
      'test/edge/cart/weight-labels.test.ts',
      'reads labels in the layout of the organization, and no labels in the default layout',
    ],
    [
      'defaultVatRate',
      'test/hub/organization/product-settings.test.ts',
      'assigns defaultVatRate to a new product without a rate and without a group',
    ],
    [
      'priceRounding',
      'test/hub/organization/product-settings.test.ts',
      'applies priceRounding to markup prices and to bulk price changes without a stated rounding',
    ],
  ],
  retailPoint: [
    ['storeId', 'test/hub/sales/sale-point.test.ts', 'requires the store of the retail point'],
    [
      'taxSystem',
      'test/hub/sales/fiscal-receipts.test.ts',
      'uses the tax system of the retail point, and that of the cash box as a fallback',
    ],
    [
      'priceTypeId productGroupIds',
      'test/sync/catalog.test.ts',
      'applies the product groups of the retail point, and a price that becomes due while offline',
    ],
    [
      'isActive',
      'test/hub/sales/retail-back-office.test.ts',
      'refuses to post a sale with an archived product, an archived store or an inactive retail point',
    ],
    [
      'numberPrefix',
      'test/hub/sales/sale-point.test.ts',
      'takes the number prefix from the retail point, even for a return',
    ],
    [
      'onlyInStock',
      'test/edge/products/stock.test.ts',
      'lists only products in stock where configured, but sells scanned products without stock',
    ],
    [
      'controlStock',
      'test/edge/products/stock.test.ts',
      'refuses to sell more than the stock, over all lines of a product',
    ],
    ['allowDiscount', 'test/edge/cart/discounts.test.ts', 'refuses discounts where they are not allowed'],
    [
      'maxDiscountPercent',
      'test/sync/discounts.test.ts',
      'posts and flags a discount that head office no longer allows',
    ],
    [
      'zeroLines',
      'test/edge/cart/parts-and-lines-of-nothing.test.ts',
      'sells and returns five lines with a 100 percent discount: %s leaves %d',
    ],
    ['allowCustomPrice', 'test/edge/cart/cart.test.ts', 'refuses custom prices where they are not allowed'],
    [
      'allowDeleteLines',
      'test/edge/tills/point-settings.test.ts',
      'refuses to remove or reduce lines of a sale, or to clear the cart, where the removal of lines is not allowed',
    ],
    [
      'allowReturnWithoutBasis',
      'test/edge/receipts/returns.test.ts',
      'refuses a return without a receipt where it is not allowed',
    ],
    [
      'allowReturnFromClosedShift',
      'test/edge/tills/point-settings.test.ts',
      'refuses returns from a closed shift where they are not allowed',
    ],
    [
      'offlineVoucherLimit',
      'test/edge/vouchers/sold-vouchers.test.ts',
      'accepts a voucher sold at this till immediately, even offline, up to its balance',
    ],
    [
      'maxVoucherSale',
      'test/edge/vouchers/sold-vouchers.test.ts',
      'sells a voucher of exactly maxVoucherSale, but above it refuses a cashier without permission',
    ],
    [
      'allowRefundOtherTender',
      'test/edge/receipts/returns.test.ts',
      'refunds with another tender only where allowed, with a reason that is uploaded',
    ],
    [
      'requireShift',
      'test/edge/tills/tills.test.ts',
      'requires an open shift at the same till for every sale and return where the retail point demands it',
    ],
    [
      'blindClose',
      'test/edge/shifts/shift-report.test.ts',
      'hides the totals of an open blind shift at every endpoint until the count',
    ],
    [
      'requireCashierChoice',
      'test/browser/till-settings.test.ts',
      'signs out after each receipt when the retail point requires a choice of cashier',
    ],
    [
      'printAlways',
      'test/browser/till-settings.test.ts',
      'prints each receipt once automatically when the retail point always prints',
    ],
    [
      'syncCustomers',
      'test/hub/pos/download-catalog.test.ts',
      'sends customers only to retail points of their organization that synchronize customers',
    ],
    [
      'vatIncluded',
      'test/hub/sales/sale-point.test.ts',
      'takes VAT mode and tax system from the retail point',
    ],
    [
      'cashRounding cashRoundingStep',
      'test/hub/sales/sale-point.test.ts',
      'rounds cash payments by the settings of the retail point, and limits a return to the amount paid',
    ],
    [
      'cashRoundingAppliesTo',
      'test/edge/cart/rounding.test.ts',
      'rounds the sum for every tender where rounding applies to all',
    ],
    [
      'paymentTypes',
      'test/edge/cart/payment.test.ts',
      'accepts all tenders of the retail point and no others',
    ],
    [
      'cashierIds',
      'test/edge/tills/point-settings.test.ts',
      'signs in only cashiers of the retail point, and signs out others',
    ],
    [
      'receiptHeader',
      'shared/receipts/receipt-document.test.ts',
      'prints the store name once even if the retail point and the header repeat it',
    ],
    [
      'receiptFooter receiptLanguage',
      'test/hub/sales/receipts-online.test.ts',
      'serves a page once the hub has the sale, in the language of the receipt',
    ],
    [
      'receiptQr',
      'test/edge/printing/printing.test.ts',
      'prints the QR code of the receipt page when enabled and when the hub has a public address',
    ],
    [
      'paperWidth',
      'shared/receipts/receipt-document.test.ts',
      'keeps every line within the width of %i mm paper',
    ],
  ],
  role: [
    [
      'maxDiscountPercent',
      'test/edge/approvals/till-limits.test.ts',
      'limits the total of all discounts of a cashier, and keeps discounts given by a colleague',
    ],
    [
      'allowCustomPrice allowDeleteLines allowReturnWithoutBasis allowCashIn allowCashOut allowXReport allowZReport allowRefundOtherTender allowOpenDrawer allowTraining allowLargeVouchers allowDeviceSetup',
      'test/edge/approvals/till-limits.test.ts',
      'applies %s to a cashier regardless of the retail point, but not to a colleague (%#)',
    ],
  ],
  program: [
    [
      'isActive startsAt endsAt',
      'test/hub/loyalty/cards.test.ts',
      'finds a card by number or phone, and reports unknown, ambiguous, blocked and expired cards',
    ],
    [
      'isDefault',
      'test/hub/loyalty/cards.test.ts',
      'issues a card in the default program, and allows only one default program',
    ],
    [
      'kind levels',
      'test/hub/loyalty/cards.test.ts',
      'adjusts the discount of a card to the turnover of its purchases and returns',
    ],
    [
      'accumulationPeriodDays',
      'test/hub/loyalty/cards.test.ts',
      'sums only purchases within the accumulation period of the program',
    ],
    [
      'discountPercent',
      'test/edge/buyers/loyalty.test.ts',
      'applies the percentage of a card, also to products added later, and uploads it with the sale',
    ],
    [
      'earnPercent',
      'test/edge/buyers/loyalty.test.ts',
      'earns points offline, and limits offline payments with points over all sales together',
    ],
    [
      'pointStep',
      'test/pricing/price-cart.test.ts',
      'earns points for the amount paid, rounded down, except for excluded lines',
    ],
    [
      'maxSpendPercent',
      'test/edge/buyers/loyalty.test.ts',
      'earns points offline, and limits offline payments with points over all sales together',
    ],
    [
      'spendRate',
      'test/pricing/price-cart.test.ts',
      'limits payments in points to a share of the receipt and to the balance',
    ],
    [
      'earnOnBonusPaidPart',
      'test/pricing/price-cart.test.ts',
      'earns no points for the part paid in points, unless the program allows it',
    ],
    [
      'activationDelayDays expirationDays',
      'test/hub/loyalty/points.test.ts',
      'activates points after the delay of the program and expires them after its period',
    ],
    [
      'welcomeBonus welcomeMode',
      'test/hub/loyalty/points.test.ts',
      'credits welcome points only for the first purchase',
    ],
    [
      'offlineSpendLimit',
      'test/edge/buyers/loyalty.test.ts',
      'earns points offline, and limits offline payments with points over all sales together',
    ],
    [
      'excludedGroupIds excludeDiscountedLines',
      'test/pricing/price-cart.test.ts',
      'applies no card discount to lines excluded by the program',
    ],
  ],
  promotion: [
    [
      'isActive startsAt endsAt storeIds retailPointIds requiresCard couponCode productIds minQuantity minAmount',
      'test/pricing/price-cart.test.ts',
      'reports the reason %s: %j',
    ],
    [
      'priority',
      'test/pricing/price-cart.test.ts',
      'applies the promotion with the higher priority when the savings are equal',
    ],
    [
      'combinable',
      'test/pricing/price-cart.test.ts',
      'adds up combinable percentages, or applies a better non-combinable promotion alone',
    ],
    [
      'daysOfWeek timeFrom timeTo',
      'test/pricing/price-cart.test.ts',
      'reports days and hours outside the promotion, in the time zone of the shop',
    ],
    [
      'programIds',
      'test/pricing/price-cart.test.ts',
      'reports cards of other programs and of inactive programs',
    ],
    ['kind percent', 'test/pricing/price-cart.test.ts', 'applies a percentage discount to matching lines'],
    [
      'groupIds',
      'test/edge/cart/promotions.test.ts',
      'applies a promotion to products of its group and subgroups, and uploads it with the sale',
    ],
    [
      'amount isPerUnit',
      'test/pricing/price-cart.test.ts',
      'applies an amount discount to each unit or line, up to the price less 0.01',
    ],
    ['price', 'test/pricing/price-cart.test.ts', 'applies a special price only when it is lower'],
    [
      'buyQuantity getQuantity maxPerReceipt',
      'test/pricing/price-cart.test.ts',
      'makes the cheapest units of each group free',
    ],
    ['everyNth', 'test/pricing/price-cart.test.ts', 'discounts every n-th unit, dearest first'],
    ['bundle', 'test/pricing/price-cart.test.ts', 'applies a bundle price to every complete bundle'],
    [
      'threshold',
      'test/pricing/price-cart.test.ts',
      'discounts a receipt from a threshold, spread over its lines in proportion to their totals',
    ],
    ['points', 'test/pricing/price-cart.test.ts', 'gives points to a card whose program earns points'],
  ],
  fiscal: [
    [
      'AtolOnline.baseUrl AtolOnline.login AtolOnline.password',
      'test/fiscal/atol-online.test.ts',
      'passes on the message of the provider about a wrong password',
    ],
    [
      'AtolOnline.protocol',
      'test/fiscal/wire.test.ts',
      'sends a sale in format 1.05 with text values in protocol 4',
    ],
    [
      'AtolOnline.groupCode AtolOnline.inn AtolOnline.paymentAddress AtolOnline.companyEmail',
      'test/fiscal/atol-online.test.ts',
      'registers a receipt and returns its fiscal sign when done',
    ],
    [
      'AtolOnline.taxSystem OrangeData.taxSystem CloudKassir.taxSystem',
      'test/fiscal/wire.test.ts',
      'sends each Russian tax system by its name or number, from the retail point or else the cash box',
    ],
    [
      'Webkassa.baseUrl Webkassa.login Webkassa.apiKey Webkassa.password',
      'test/fiscal/answers.test.ts',
      'sends the API key as a header and the token in the body, and reports a wrong login as a failure that a user must resolve',
    ],
    [
      'Webkassa.cashboxUniqueNumber',
      'test/fiscal/answers.test.ts',
      'sends the API key as a header and the token in the body, and reports a wrong login as a failure that a user must resolve',
    ],
    [
      'ReKassa.baseUrl ReKassa.number ReKassa.apiKey ReKassa.password',
      'test/fiscal/answers.test.ts',
      'signs in with the API key and the number of the cash register, and sells at that register',
    ],
    [
      'ReKassa.pin',
      'test/fiscal/answers.test.ts',
      'closes the open shift with the PIN, and accepts that it is already closed',
    ],
    [
      'OrangeData.baseUrl OrangeData.signingKey',
      'test/fiscal/russia.test.ts',
      'reports a signature with the key of another account as a failure that a user must resolve',
    ],
    [
      'OrangeData.clientCertificate OrangeData.clientKey',
      'test/fiscal/answers.test.ts',
      'presents the client certificate to OrangeData',
    ],
    [
      'OrangeData.inn OrangeData.group OrangeData.keyName OrangeData.companyEmail OrangeData.ffdVersion',
      'test/fiscal/wire.test.ts',
      'sends a sale with unit names in format 1.05',
    ],
    [
      'CloudKassir.baseUrl CloudKassir.publicId CloudKassir.apiSecret',
      'test/fiscal/answers.test.ts',
      'sends the sale id, which makes requests idempotent, with the public id and the secret',
    ],
    [
      'CloudKassir.inn',
      'test/fiscal/wire.test.ts',
      'sends a sale with its id, and a return, both paid without cash',
    ],
  ],
  extsys: [
    [
      'authKind login',
      'test/extsys/moysklad.test.ts',
      'requests gzip, and signs in with a token or with login and password',
    ],
    ['secret', 'test/hub/organization/extsys.test.ts', 'disconnects when the secret is removed'],
  ],
  platform: [
    [
      'signUp',
      'test/hub/platform/settings.test.ts',
      'refuses to sign up without an invitation when sign-up is by invitation',
    ],
    [
      'maxRetailPoints',
      'test/hub/platform/settings.test.ts',
      'limits the retail points of each organization',
    ],
    [
      'maxProducts',
      'test/hub/platform/settings.test.ts',
      'limits the products of each organization, including imported ones',
    ],
    [
      'maxRequestsPerMinute',
      'test/hub/platform/settings.test.ts',
      'limits the requests per minute of the users of an organization, but not of its tills',
    ],
    [
      'maintenanceNote',
      'test/hub/platform/settings.test.ts',
      'returns the maintenance note to anonymous users until it is removed',
    ],
    [
      'publicUrl backedUpKeyId',
      'test/hub/platform/settings.test.ts',
      'lists the remaining setup steps of the hub',
    ],
    [
      'mail',
      'test/hub/platform/settings.test.ts',
      'sends a test mail to the caller through the mail server, and reports a refused sign-in',
    ],
    [
      'signOn',
      'test/hub/account/sign-on.test.ts',
      'lists configured providers, and reports how to configure a missing one',
    ],
    [
      'messengerToken',
      'test/hub/organization/messenger.test.ts',
      'reports that the bot token is invalid or missing',
    ],
  ],
}

const wordsOf = (names: string): string[] => names.split(' ')

describe.each(Object.keys(CONTRACTS))('the settings of the contract %s', (contract) => {
  const settings = new Set(CONTRACTS[contract]?.filter((name) => !NAMES.includes(name)))
  const shown = SHOWN[contract] ?? []

  it('names an existing test for the effect of each setting', () => {
    expect(shown.flatMap(([names]) => wordsOf(names)).toSorted()).toEqual([...settings].toSorted())
    const table = shown.map(([names, file, title]) => `| ${names} | \`${file}\` *${title}* |`)
    const rows = shownRowsIn(contract, ['| Setting | Shown by |', '|---|---|', ...table].join('\n'))
    expect(rows.map(({ tests }) => tests.length)).toEqual(shown.map(() => 1))
    expect(missingTests(rows)).toEqual([])
  })
})
