import { describe, expect, it } from 'vitest'
import { RetailPointUpdate } from '#shared/contracts/catalog/retail-points.ts'
import { LoyaltyProgramUpdate } from '#shared/contracts/loyalty/programs.ts'
import { PromotionUpdate } from '#shared/contracts/loyalty/promotions.ts'
import { ExtsysSettingsUpdate } from '#shared/contracts/organization/extsys.ts'
import { FISCAL_PROVIDERS, fiscalFields, fiscalSecrets } from '#shared/contracts/organization/fiscal.ts'
import { OrganizationSettingsUpdate } from '#shared/contracts/organization/settings.ts'
import { PlatformChannelsUpdate, PlatformSettingsUpdate } from '#shared/contracts/platform/settings.ts'
import { TillLimits } from '#shared/contracts/till-limits.ts'
import { missingTests, shownRowsIn } from './shown-by.ts'

/** Version and name of what is set: nothing has to obey them. */
const NAMES = ['version', 'name', 'code', 'address']

const membersOf = ({ shape }: { shape: object }): string[] => Object.keys(shape)
const { conditions, effect, ...ofPromotion } = PromotionUpdate.shape

/** The contracts of settings, with their members. */
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

/** Which test shows what the settings of a contract do. */
const SHOWN: Record<string, Shown[]> = {
  organization: [
    [
      'allowNegativeStock closedUntil',
      'test/hub/organization/settings.test.ts',
      'are obeyed by documents from then on',
    ],
    [
      'yearlyNumbering',
      'test/hub/documents/documents.test.ts',
      'start over with the year of the organization',
    ],
    [
      'updateCostOnSupply',
      'test/hub/documents/supply-effects.test.ts',
      'is no cost of the product where the organization sets it by hand',
    ],
    [
      'recoversVat',
      'test/hub/documents/supply-effects.test.ts',
      'leaves the VAT out of the cost where the organization recovers it',
    ],
    [
      'returnPeriodDays',
      'test/hub/sales/retail-returns.test.ts',
      'is too late when the time to return is over',
    ],
    [
      'vatIncluded',
      'test/hub/organization/product-settings.test.ts',
      'vatIncluded: a new document that does not say has it, a draft keeps its own',
    ],
    [
      'autoBarcode',
      'test/hub/organization/product-settings.test.ts',
      'autoBarcode: a new product without barcodes gets one, of its own',
    ],
    [
      'enforceMinPrice',
      'test/edge/point-settings.test.ts',
      'holds to minimum prices only where the organization does',
    ],
    [
      'discountStrategy',
      'test/edge/loyalty.test.ts',
      'a level counts by the turnover; with promotions by the strategy of the organization',
    ],
    [
      'tillReasons',
      'test/browser/reasons.test.ts',
      'offers the reasons of head office in place of its own, and takes another one',
    ],
    [
      'onlyListedReasons',
      'test/edge/reasons.test.ts',
      'refuses another reason for %s where head office takes its own only',
    ],
    ['secondFactorRoleIds', 'test/hub/account/second-factor.test.ts', 'is of roles of one’s own'],
    [
      'weightBarcodePrefixes',
      'test/edge/weight-labels.test.ts',
      'a label is read as the organization lays it out, and a change of that reaches the till',
    ],
    [
      'defaultVatRate',
      'test/hub/organization/product-settings.test.ts',
      'defaultVatRate: a new product that says neither a rate nor a group has it',
    ],
    [
      'priceRounding',
      'test/hub/organization/product-settings.test.ts',
      'priceRounding: rounds prices by markup, and those of bulk changes that do not say',
    ],
  ],
  retailPoint: [
    ['storeId', 'test/hub/sales/sale-point.test.ts', 'in its store'],
    [
      'taxSystem',
      'test/hub/sales/fiscal-receipts.test.ts',
      'have the tax system of their retail point, else that of the cash box',
    ],
    [
      'priceTypeId productGroupIds',
      'test/sync/catalog.test.ts',
      'sells its assortment, and at a price set for later, with no network',
    ],
    [
      'isActive',
      'test/hub/sales/retail-back-office.test.ts',
      'is not posted of what is archived, or from an inactive point',
    ],
    [
      'numberPrefix',
      'test/hub/sales/sale-point.test.ts',
      'in the prefix of its numbers, and so does a return',
    ],
    [
      'onlyInStock',
      'test/edge/stock.test.ts',
      'only what is in stock is shown where that is wanted, and what is scanned is sold',
    ],
    ['controlStock', 'test/edge/stock.test.ts', 'a till refuses to sell more than there is'],
    ['allowDiscount', 'test/edge/discounts.test.ts', 'nothing is taken off where no discounts are given'],
    [
      'maxDiscountPercent',
      'test/sync/discounts.test.ts',
      'that head office no longer allows is booked all the same, and flagged',
    ],
    [
      'zeroLines',
      'test/edge/parts-and-lines-of-nothing.test.ts',
      'sells five lines with all of it off for nothing where that is allowed: %s leaves %d',
    ],
    ['allowCustomPrice', 'test/edge/cart.test.ts', 'refuses other prices where they are not allowed'],
    [
      'allowDeleteLines',
      'test/edge/point-settings.test.ts',
      'lines are neither removed nor reduced where that is not allowed',
    ],
    ['allowReturnWithoutBasis', 'test/edge/returns.test.ts', 'refuses a return without a receipt elsewhere'],
    [
      'allowReturnFromClosedShift',
      'test/edge/point-settings.test.ts',
      'what was sold in a closed shift is not taken back where that is not allowed',
    ],
    [
      'offlineVoucherLimit',
      'test/edge/sold-vouchers.test.ts',
      'what was sold here can be spent here at once, offline too, up to what is on it',
    ],
    [
      'maxVoucherSale',
      'test/edge/sold-vouchers.test.ts',
      'up to maxVoucherSale nobody is asked; more needs the role or a supervisor',
    ],
    [
      'allowRefundOtherTender',
      'test/edge/returns.test.ts',
      'gives back otherwise only where that is allowed, and with a reason that head office gets',
    ],
    [
      'requireShift',
      'test/edge/tills.test.ts',
      'demands a shift of its own for every receipt where the retail point does',
    ],
    [
      'blindClose',
      'test/edge/shift-report.test.ts',
      'counted blind, no sum of the open shift is told by any door before the drawer is counted',
    ],
    [
      'requireCashierChoice',
      'test/browser/till-settings.test.ts',
      'asks who sells, signs out after each receipt',
    ],
    [
      'printAlways',
      'test/browser/till-settings.test.ts',
      'prints always, prints each receipt once by itself',
    ],
    [
      'syncCustomers',
      'test/hub/pos/download-catalog.test.ts',
      'are those of the organization, for the points that want them',
    ],
    ['vatIncluded', 'test/hub/sales/sale-point.test.ts', 'in its VAT mode and tax system'],
    [
      'cashRounding cashRoundingStep',
      'test/hub/sales/sale-point.test.ts',
      'in its rounding of cash, and a return is rounded no higher than it was paid',
    ],
    ['cashRoundingAppliesTo', 'test/edge/rounding.test.ts', 'however it is paid where that is for all'],
    [
      'paymentTypes',
      'test/edge/payment.test.ts',
      'takes each way to pay that the retail point takes, and no other',
    ],
    ['cashierIds', 'test/edge/point-settings.test.ts', 'only the cashiers of the point sign in there'],
    [
      'receiptHeader',
      'shared/receipts/receipt-document.test.ts',
      'names the shop once, though the point and the header have its name too',
    ],
    [
      'receiptFooter receiptLanguage',
      'test/hub/sales/receipts-online.test.ts',
      'have a page from the moment on that the hub has the sale, in the language of the receipt',
    ],
    [
      'receiptQr',
      'test/edge/printing.test.ts',
      'prints the QR code of the page of the receipt where the point wants it and the hub has an address',
    ],
    ['paperWidth', 'shared/receipts/receipt-document.test.ts', 'keeps every line within the paper of %i mm'],
  ],
  role: [
    [
      'maxDiscountPercent',
      'test/edge/till-limits.test.ts',
      'a cashier gives discounts up to the own limit, all of them together, and leaves alone what a colleague gave',
    ],
    [
      'allowCustomPrice allowDeleteLines allowReturnWithoutBasis allowCashIn allowCashOut allowXReport allowZReport allowRefundOtherTender allowOpenDrawer allowTraining allowLargeVouchers allowDeviceSetup',
      'test/edge/till-limits.test.ts',
      '%s keeps a cashier from it, whatever the retail point allows, and no colleague (%#)',
    ],
  ],
  program: [
    [
      'isActive startsAt endsAt',
      'test/hub/loyalty/cards.test.ts',
      'are found by number or phone, or the answer says why they cannot be used',
    ],
    [
      'isDefault',
      'test/hub/loyalty/cards.test.ts',
      'without a program get the default one, which is one at most',
    ],
    [
      'kind levels',
      'test/hub/loyalty/cards.test.ts',
      'go up the levels of their program with what is bought',
    ],
    [
      'accumulationPeriodDays',
      'test/hub/loyalty/cards.test.ts',
      'count what was bought in the days of their program, and no longer',
    ],
    [
      'discountPercent',
      'test/edge/loyalty.test.ts',
      'a card takes its percentage off, also of goods that come later, and goes up with the sale',
    ],
    [
      'earnPercent',
      'test/edge/loyalty.test.ts',
      'points are earned offline, and pay no more than the program allows offline, all sales together',
    ],
    ['pointStep', 'test/pricing/price-cart.test.ts', 'are earned for what is paid, rounded down'],
    [
      'maxSpendPercent',
      'test/edge/loyalty.test.ts',
      'points are earned offline, and pay no more than the program allows offline, all sales together',
    ],
    [
      'spendRate',
      'test/pricing/price-cart.test.ts',
      'pay a share of the receipt at most, and no more than there are',
    ],
    [
      'earnOnBonusPaidPart',
      'test/pricing/price-cart.test.ts',
      'are not earned for what points pay, unless the program says so',
    ],
    [
      'activationDelayDays expirationDays',
      'test/hub/loyalty/points.test.ts',
      'wait until they can be spent, and expire',
    ],
    [
      'welcomeBonus welcomeMode',
      'test/hub/loyalty/points.test.ts',
      'welcome whoever buys for the first time',
    ],
    [
      'offlineSpendLimit',
      'test/edge/loyalty.test.ts',
      'points are earned offline, and pay no more than the program allows offline, all sales together',
    ],
    [
      'excludedGroupIds excludeDiscountedLines',
      'test/pricing/price-cart.test.ts',
      'leave out what the program leaves out',
    ],
  ],
  promotion: [
    [
      'isActive startsAt endsAt storeIds retailPointIds requiresCard couponCode productIds minQuantity minAmount',
      'test/pricing/price-cart.test.ts',
      '%s: %j',
    ],
    ['priority', 'test/pricing/price-cart.test.ts', 'go by their priority where they save the same'],
    [
      'combinable',
      'test/pricing/price-cart.test.ts',
      'add up as one percentage, or one that does not combine is the best alone',
    ],
    [
      'daysOfWeek timeFrom timeTo',
      'test/pricing/price-cart.test.ts',
      'on other days and at other hours, by the clock of the shop',
    ],
    [
      'programIds',
      'test/pricing/price-cart.test.ts',
      'for cards of other programs, and for a program that is not on',
    ],
    ['kind percent', 'test/pricing/price-cart.test.ts', 'take a percentage off matched lines'],
    [
      'groupIds',
      'test/edge/promotions.test.ts',
      'a promotion counts for goods of its group and those below, and goes up with the sale',
    ],
    [
      'amount isPerUnit',
      'test/pricing/price-cart.test.ts',
      'take an amount off each unit or line, and no more than there is',
    ],
    ['price', 'test/pricing/price-cart.test.ts', 'set a price, where it is lower'],
    [
      'buyQuantity getQuantity maxPerReceipt',
      'test/pricing/price-cart.test.ts',
      'give the cheapest of each so many',
    ],
    ['everyNth', 'test/pricing/price-cart.test.ts', 'reduce each n-th unit, the dearest first'],
    ['bundle', 'test/pricing/price-cart.test.ts', 'sell a set at its price, as many as there are'],
    [
      'threshold',
      'test/pricing/price-cart.test.ts',
      'reduce a whole receipt, split by what its lines come to',
    ],
    ['points', 'test/pricing/price-cart.test.ts', 'give points to a card that takes them'],
  ],
  fiscal: [
    [
      'AtolOnline.baseUrl AtolOnline.login AtolOnline.password',
      'test/fiscal/atol-online.test.ts',
      'says what the provider says of a wrong password',
    ],
    ['AtolOnline.protocol', 'test/fiscal/wire.test.ts', 'a sale in words of format 1.05 in protocol 4'],
    [
      'AtolOnline.groupCode AtolOnline.inn AtolOnline.paymentAddress AtolOnline.companyEmail',
      'test/fiscal/atol-online.test.ts',
      'registers a receipt, and tells its sign when it is done',
    ],
    [
      'AtolOnline.taxSystem OrangeData.taxSystem CloudKassir.taxSystem',
      'test/fiscal/wire.test.ts',
      'each Russian tax system has its name and its bit',
    ],
    [
      'Webkassa.baseUrl Webkassa.login Webkassa.apiKey Webkassa.password',
      'test/fiscal/answers.test.ts',
      'sign-in: the key goes as a header, the token in the body; a wrong login needs a person',
    ],
    [
      'Webkassa.cashboxUniqueNumber',
      'test/fiscal/answers.test.ts',
      'sign-in: the key goes as a header, the token in the body; a wrong login needs a person',
    ],
    [
      'ReKassa.baseUrl ReKassa.number ReKassa.apiKey ReKassa.password',
      'test/fiscal/answers.test.ts',
      'signs in with the key and the number of the cash register, and sells at that one',
    ],
    [
      'ReKassa.pin',
      'test/fiscal/answers.test.ts',
      'closes the shift that is open, with the PIN; a closed one is no failure',
    ],
    [
      'OrangeData.baseUrl OrangeData.signingKey',
      'test/fiscal/russia.test.ts',
      'is refused with a key that is not the account’s',
    ],
    [
      'OrangeData.clientCertificate OrangeData.clientKey',
      'test/fiscal/answers.test.ts',
      'OrangeData is shown the certificate of the client',
    ],
    [
      'OrangeData.inn OrangeData.group OrangeData.keyName OrangeData.companyEmail OrangeData.ffdVersion',
      'test/fiscal/wire.test.ts',
      'a sale with names of units in format 1.05',
    ],
    [
      'CloudKassir.baseUrl CloudKassir.publicId CloudKassir.apiSecret',
      'test/fiscal/answers.test.ts',
      'sending: the id of the sale makes a repeated request one, with the public id and the secret',
    ],
    ['CloudKassir.inn', 'test/fiscal/wire.test.ts', 'a sale by its id, without cash'],
  ],
  extsys: [
    [
      'authKind login',
      'test/extsys/moysklad.test.ts',
      'asks for gzip and signs in with a token, or with login and password',
    ],
    ['secret', 'test/hub/organization/extsys.test.ts', 'disconnect when the secret is taken away'],
  ],
  platform: [
    ['signUp', 'test/hub/platform/settings.test.ts', 'close the sign-up to whoever was not invited'],
    ['maxRetailPoints', 'test/hub/platform/settings.test.ts', 'limit the retail points of each organization'],
    [
      'maxProducts',
      'test/hub/platform/settings.test.ts',
      'limit the products of each organization, imported ones too',
    ],
    [
      'maxRequestsPerMinute',
      'test/hub/platform/settings.test.ts',
      'limit the requests of the people of an organization in a minute, and those of no till',
    ],
    [
      'maintenanceNote',
      'test/hub/platform/settings.test.ts',
      'have a note that everybody is told, signed in or not, until it is taken off',
    ],
    ['publicUrl backedUpKeyId', 'test/hub/platform/settings.test.ts', 'tell what is left to set up'],
    [
      'mail',
      'test/hub/platform/settings.test.ts',
      'comes to who asks, signed in at the mail server, and a refusal is told',
    ],
    [
      'signOn',
      'test/hub/account/sign-on.test.ts',
      'names the providers that are set up, and says what is missing of the others',
    ],
    [
      'messengerToken',
      'test/hub/organization/messenger.test.ts',
      'where the token is of no bot, and where there is none',
    ],
  ],
}

const wordsOf = (names: string): string[] => names.split(' ')

describe.each(Object.keys(CONTRACTS))('the settings of the contract %s', (contract) => {
  const settings = new Set(CONTRACTS[contract]?.filter((name) => !NAMES.includes(name)))
  const shown = SHOWN[contract] ?? []

  it('have an effect each, which a test shows', () => {
    expect(shown.flatMap(([names]) => wordsOf(names)).toSorted()).toEqual([...settings].toSorted())
    const table = shown.map(([names, file, title]) => `| ${names} | \`${file}\` *${title}* |`)
    const rows = shownRowsIn(contract, ['| Setting | Shown by |', '|---|---|', ...table].join('\n'))
    expect(rows.map(({ tests }) => tests.length)).toEqual(shown.map(() => 1))
    expect(missingTests(rows)).toEqual([])
  })
})
