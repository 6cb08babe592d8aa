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

/** Members that need no effect: the version and names of the record. */
const NAMES = ['version', 'name', 'code', 'address']

const membersOf = ({ shape }: { shape: object }): string[] => Object.keys(shape)
const { conditions, effect, ...ofPromotion } = PromotionUpdate.shape

/** Contracts of settings, with their members. */
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

/** Tests that show the effects of the settings of each contract. */
const SHOWN: Record<string, Shown[]> = {
  organization: [
    [
      'allowNegativeStock closedUntil',
      'test/hub/organization/settings.test.ts',
      'applies settings to documents at once',
    ],
    [
      'yearlyNumbering',
      'test/hub/documents/documents.test.ts',
      'starts numbers again with each year in the time zone of the organization',
    ],
    [
      'updateCostOnSupply',
      'test/hub/documents/supply-effects.test.ts',
      'leaves the cost of the product unchanged where the organization sets it by hand',
    ],
    [
      'recoversVat',
      'test/hub/documents/supply-effects.test.ts',
      'leaves VAT out of the cost where the organization recovers it',
    ],
    ['returnPeriodDays', 'test/hub/sales/retail-returns.test.ts', 'refuses a return after the return period'],
    [
      'vatIncluded',
      'test/hub/organization/product-settings.test.ts',
      'gives a new document the vatIncluded setting when it states none, and keeps that of a draft',
    ],
    [
      'autoBarcode',
      'test/hub/organization/product-settings.test.ts',
      'gives a new product without barcodes one of its own with autoBarcode',
    ],
    [
      'enforceMinPrice',
      'test/edge/tills/point-settings.test.ts',
      'enforces minimum prices only where the organization does',
    ],
    [
      'discountStrategy',
      'test/edge/buyers/loyalty.test.ts',
      'determines the level by the turnover; combines with promotions by the strategy of the organization',
    ],
    [
      'tillReasons',
      'test/browser/reasons.test.ts',
      'offers the reasons of head office instead of its own, and accepts another one',
    ],
    [
      'onlyListedReasons',
      'test/edge/receipts/reasons.test.ts',
      'refuses another reason for %s where only listed reasons are allowed',
    ],
    ['secondFactorRoleIds', 'test/hub/account/second-factor.test.ts', 'accepts only own roles'],
    [
      'weightBarcodePrefixes',
      'test/edge/cart/weight-labels.test.ts',
      'reads labels in the layout of the organization, and follows its changes',
    ],
    [
      'defaultVatRate',
      'test/hub/organization/product-settings.test.ts',
      'gives a new product without a rate and a group the defaultVatRate',
    ],
    [
      'priceRounding',
      'test/hub/organization/product-settings.test.ts',
      'rounds markup prices by priceRounding, and bulk changes that state no rounding',
    ],
  ],
  retailPoint: [
    ['storeId', 'test/hub/sales/sale-point.test.ts', 'requires the store of the point'],
    [
      'taxSystem',
      'test/hub/sales/fiscal-receipts.test.ts',
      'uses the tax system of the retail point, else that of the cash box',
    ],
    [
      'priceTypeId productGroupIds',
      'test/sync/catalog.test.ts',
      'applies the assortment and a future price offline',
    ],
    [
      'isActive',
      'test/hub/sales/retail-back-office.test.ts',
      'refuses to post archived products, and sales from an inactive retail point',
    ],
    [
      'numberPrefix',
      'test/hub/sales/sale-point.test.ts',
      'takes the number prefix from the point, also for a return',
    ],
    [
      'onlyInStock',
      'test/edge/products/stock.test.ts',
      'shows only products in stock where required, and still sells scanned products',
    ],
    ['controlStock', 'test/edge/products/stock.test.ts', 'refuses to sell more than the stock'],
    ['allowDiscount', 'test/edge/cart/discounts.test.ts', 'refuses discounts where they are not allowed'],
    [
      'maxDiscountPercent',
      'test/sync/discounts.test.ts',
      'posts and flags a discount that head office no longer allows',
    ],
    [
      'zeroLines',
      'test/edge/cart/parts-and-lines-of-nothing.test.ts',
      'sells five lines at a discount of 100 percent: %s leaves %d',
    ],
    ['allowCustomPrice', 'test/edge/cart/cart.test.ts', 'refuses other prices where they are not allowed'],
    [
      'allowDeleteLines',
      'test/edge/tills/point-settings.test.ts',
      'refuses to remove or reduce lines where that is not allowed',
    ],
    [
      'allowReturnWithoutBasis',
      'test/edge/receipts/returns.test.ts',
      'refuses a return without a receipt elsewhere',
    ],
    [
      'allowReturnFromClosedShift',
      'test/edge/tills/point-settings.test.ts',
      'refuses returns from a closed shift where they are not allowed',
    ],
    [
      'offlineVoucherLimit',
      'test/edge/vouchers/sold-vouchers.test.ts',
      'accepts a voucher sold at this till at once, offline too, up to its balance',
    ],
    [
      'maxVoucherSale',
      'test/edge/vouchers/sold-vouchers.test.ts',
      'sells up to maxVoucherSale without approval; more requires the permission or a supervisor',
    ],
    [
      'allowRefundOtherTender',
      'test/edge/receipts/returns.test.ts',
      'refunds in another tender only where allowed, with a reason that is sent to head office',
    ],
    [
      'requireShift',
      'test/edge/tills/tills.test.ts',
      'requires an open shift of the same till for every receipt where the retail point demands it',
    ],
    [
      'blindClose',
      'test/edge/shifts/shift-report.test.ts',
      'reveals no sum of an open blind shift at any endpoint before the count',
    ],
    [
      'requireCashierChoice',
      'test/browser/till-settings.test.ts',
      'signs out after each receipt when the point requires a choice of cashier',
    ],
    [
      'printAlways',
      'test/browser/till-settings.test.ts',
      'prints each receipt once by itself when the point always prints',
    ],
    [
      'syncCustomers',
      'test/hub/pos/download-catalog.test.ts',
      'sends customers of the organization, only to points that want them',
    ],
    ['vatIncluded', 'test/hub/sales/sale-point.test.ts', 'takes VAT mode and tax system from the point'],
    [
      'cashRounding cashRoundingStep',
      'test/hub/sales/sale-point.test.ts',
      'rounds cash as the point does, and a return no higher than it was paid',
    ],
    [
      'cashRoundingAppliesTo',
      'test/edge/cart/rounding.test.ts',
      'rounds a sum in any tender where rounding applies to all',
    ],
    [
      'paymentTypes',
      'test/edge/cart/payment.test.ts',
      'takes every tender of the retail point, and no other',
    ],
    ['cashierIds', 'test/edge/tills/point-settings.test.ts', 'signs in only cashiers of the point'],
    [
      'receiptHeader',
      'shared/receipts/receipt-document.test.ts',
      'names the shop once, even if the point and the header repeat its name',
    ],
    [
      'receiptFooter receiptLanguage',
      'test/hub/sales/receipts-online.test.ts',
      'serves a page from the moment the hub has the sale, in the language of the receipt',
    ],
    [
      'receiptQr',
      'test/edge/printing/printing.test.ts',
      'prints the QR code of the receipt page where the point wants it and the hub has an address',
    ],
    ['paperWidth', 'shared/receipts/receipt-document.test.ts', 'keeps every line within the paper of %i mm'],
  ],
  role: [
    [
      'maxDiscountPercent',
      'test/edge/approvals/till-limits.test.ts',
      'limits all discounts of a cashier together, and leaves those of a colleague alone',
    ],
    [
      'allowCustomPrice allowDeleteLines allowReturnWithoutBasis allowCashIn allowCashOut allowXReport allowZReport allowRefundOtherTender allowOpenDrawer allowTraining allowLargeVouchers allowDeviceSetup',
      'test/edge/approvals/till-limits.test.ts',
      'applies %s to a cashier, whatever the retail point allows, and to no colleague (%#)',
    ],
  ],
  program: [
    [
      'isActive startsAt endsAt',
      'test/hub/loyalty/cards.test.ts',
      'finds cards by number or phone, or reports why they cannot be used',
    ],
    [
      'isDefault',
      'test/hub/loyalty/cards.test.ts',
      'uses the default program for a card without one, and allows one default at most',
    ],
    ['kind levels', 'test/hub/loyalty/cards.test.ts', 'raises the level of a card with its purchases'],
    [
      'accumulationPeriodDays',
      'test/hub/loyalty/cards.test.ts',
      'counts only purchases within the period of the program',
    ],
    [
      'discountPercent',
      'test/edge/buyers/loyalty.test.ts',
      "applies a card's percentage, also to goods added later, and uploads it with the sale",
    ],
    [
      'earnPercent',
      'test/edge/buyers/loyalty.test.ts',
      'earns points offline, and limits offline payments with points over all sales together',
    ],
    ['pointStep', 'test/pricing/price-cart.test.ts', 'earns points for the sum paid, rounded down'],
    [
      'maxSpendPercent',
      'test/edge/buyers/loyalty.test.ts',
      'earns points offline, and limits offline payments with points over all sales together',
    ],
    [
      'spendRate',
      'test/pricing/price-cart.test.ts',
      'limits a payment in points to a share of the receipt and to the balance',
    ],
    [
      'earnOnBonusPaidPart',
      'test/pricing/price-cart.test.ts',
      'earns no points for the part paid in points, unless the program allows it',
    ],
    [
      'activationDelayDays expirationDays',
      'test/hub/loyalty/points.test.ts',
      'holds points until they can be spent, and expires them',
    ],
    [
      'welcomeBonus welcomeMode',
      'test/hub/loyalty/points.test.ts',
      'gives welcome points for the first purchase',
    ],
    [
      'offlineSpendLimit',
      'test/edge/buyers/loyalty.test.ts',
      'earns points offline, and limits offline payments with points over all sales together',
    ],
    [
      'excludedGroupIds excludeDiscountedLines',
      'test/pricing/price-cart.test.ts',
      'skips lines that the program excludes',
    ],
  ],
  promotion: [
    [
      'isActive startsAt endsAt storeIds retailPointIds requiresCard couponCode productIds minQuantity minAmount',
      'test/pricing/price-cart.test.ts',
      'reports %s: %j',
    ],
    [
      'priority',
      'test/pricing/price-cart.test.ts',
      'applies the promotion with the higher priority when both save the same',
    ],
    [
      'combinable',
      'test/pricing/price-cart.test.ts',
      'adds percentages up, or applies the best promotion that does not combine alone',
    ],
    [
      'daysOfWeek timeFrom timeTo',
      'test/pricing/price-cart.test.ts',
      'reports other days and hours in the time zone of the shop',
    ],
    [
      'programIds',
      'test/pricing/price-cart.test.ts',
      'reports cards of other programs and inactive programs',
    ],
    ['kind percent', 'test/pricing/price-cart.test.ts', 'takes a percentage off matching lines'],
    [
      'groupIds',
      'test/edge/cart/promotions.test.ts',
      'applies a promotion to goods of its group and those below, and uploads it with the sale',
    ],
    [
      'amount isPerUnit',
      'test/pricing/price-cart.test.ts',
      'takes an amount off each unit or line, but no more than its price',
    ],
    ['price', 'test/pricing/price-cart.test.ts', 'sets a price where it is lower'],
    [
      'buyQuantity getQuantity maxPerReceipt',
      'test/pricing/price-cart.test.ts',
      'makes the cheapest units of each group free',
    ],
    ['everyNth', 'test/pricing/price-cart.test.ts', 'reduces each n-th unit, the dearest first'],
    ['bundle', 'test/pricing/price-cart.test.ts', 'sells a set at its price, as often as it is complete'],
    [
      'threshold',
      'test/pricing/price-cart.test.ts',
      'reduces a whole receipt, split by the sums of its lines',
    ],
    ['points', 'test/pricing/price-cart.test.ts', 'gives points to a card of a program that accepts them'],
  ],
  fiscal: [
    [
      'AtolOnline.baseUrl AtolOnline.login AtolOnline.password',
      'test/fiscal/atol-online.test.ts',
      "passes on the provider's message about a wrong password",
    ],
    ['AtolOnline.protocol', 'test/fiscal/wire.test.ts', 'sends a sale in words of format 1.05 in protocol 4'],
    [
      'AtolOnline.groupCode AtolOnline.inn AtolOnline.paymentAddress AtolOnline.companyEmail',
      'test/fiscal/atol-online.test.ts',
      'registers a receipt, and returns its sign when done',
    ],
    [
      'AtolOnline.taxSystem OrangeData.taxSystem CloudKassir.taxSystem',
      'test/fiscal/wire.test.ts',
      'sends each Russian tax system by its name and its bit',
    ],
    [
      'Webkassa.baseUrl Webkassa.login Webkassa.apiKey Webkassa.password',
      'test/fiscal/answers.test.ts',
      'signs in with the key as a header and the token in the body; a wrong login needs a user',
    ],
    [
      'Webkassa.cashboxUniqueNumber',
      'test/fiscal/answers.test.ts',
      'signs in with the key as a header and the token in the body; a wrong login needs a user',
    ],
    [
      'ReKassa.baseUrl ReKassa.number ReKassa.apiKey ReKassa.password',
      'test/fiscal/answers.test.ts',
      'signs in with the key and the number of the cash register, and sells at that one',
    ],
    [
      'ReKassa.pin',
      'test/fiscal/answers.test.ts',
      'closes the open shift with the PIN, and accepts a closed one',
    ],
    [
      'OrangeData.baseUrl OrangeData.signingKey',
      'test/fiscal/russia.test.ts',
      "needs a user after signing with another account's key",
    ],
    [
      'OrangeData.clientCertificate OrangeData.clientKey',
      'test/fiscal/answers.test.ts',
      'presents the client certificate to OrangeData',
    ],
    [
      'OrangeData.inn OrangeData.group OrangeData.keyName OrangeData.companyEmail OrangeData.ffdVersion',
      'test/fiscal/wire.test.ts',
      'sends a sale with names of units in format 1.05',
    ],
    [
      'CloudKassir.baseUrl CloudKassir.publicId CloudKassir.apiSecret',
      'test/fiscal/answers.test.ts',
      'sends the id of the sale, which makes a repeated request idempotent, with the public id and the secret',
    ],
    ['CloudKassir.inn', 'test/fiscal/wire.test.ts', 'sends a sale by its id, without cash'],
  ],
  extsys: [
    [
      'authKind login',
      'test/extsys/moysklad.test.ts',
      'requests gzip, and signs in with a token, or with login and password',
    ],
    ['secret', 'test/hub/organization/extsys.test.ts', 'disconnects when the secret is removed'],
  ],
  platform: [
    ['signUp', 'test/hub/platform/settings.test.ts', 'closes the sign-up to users without an invitation'],
    [
      'maxRetailPoints',
      'test/hub/platform/settings.test.ts',
      'limits the retail points of each organization',
    ],
    [
      'maxProducts',
      'test/hub/platform/settings.test.ts',
      'limits the products of each organization, imported ones too',
    ],
    [
      'maxRequestsPerMinute',
      'test/hub/platform/settings.test.ts',
      'limits the requests per minute of the users of an organization, but not those of tills',
    ],
    [
      'maintenanceNote',
      'test/hub/platform/settings.test.ts',
      'shows the maintenance note to all users, signed in or not, until it is removed',
    ],
    ['publicUrl backedUpKeyId', 'test/hub/platform/settings.test.ts', 'lists the remaining setup steps'],
    [
      'mail',
      'test/hub/platform/settings.test.ts',
      'sends a test mail to the caller, signed in at the mail server, and reports a refusal',
    ],
    [
      'signOn',
      'test/hub/account/sign-on.test.ts',
      'lists the configured providers, and names the missing settings of the others',
    ],
    [
      'messengerToken',
      'test/hub/organization/messenger.test.ts',
      'shows that the token is invalid or missing',
    ],
  ],
}

const wordsOf = (names: string): string[] => names.split(' ')

describe.each(Object.keys(CONTRACTS))('the settings of the contract %s', (contract) => {
  const settings = new Set(CONTRACTS[contract]?.filter((name) => !NAMES.includes(name)))
  const shown = SHOWN[contract] ?? []

  it('shows an effect of each setting by a test', () => {
    expect(shown.flatMap(([names]) => wordsOf(names)).toSorted()).toEqual([...settings].toSorted())
    const table = shown.map(([names, file, title]) => `| ${names} | \`${file}\` *${title}* |`)
    const rows = shownRowsIn(contract, ['| Setting | Shown by |', '|---|---|', ...table].join('\n'))
    expect(rows.map(({ tests }) => tests.length)).toEqual(shown.map(() => 1))
    expect(missingTests(rows)).toEqual([])
  })
})
