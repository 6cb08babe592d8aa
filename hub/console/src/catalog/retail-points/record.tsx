import { RETAIL_POINTS } from '#shared/contracts/catalog/retail-points.ts'
import { CashRounding, CashRoundingScope } from '#shared/domain/cash-rounding.ts'
import { RECEIPT_LANGUAGES } from '#shared/domain/receipt-languages.ts'
import { TaxSystem } from '#shared/domain/tax-system.ts'
import { TILL_TENDER_TYPES } from '#shared/domain/tenders.ts'
import { ZeroLines } from '#shared/domain/zero-lines.ts'
import { record } from '../../kinds/record/record-definition.ts'
import { prepareRecord, RecordPage } from '../../kinds/record/record-page.tsx'
import { EMPLOYEE, PRICE_TYPE, PRODUCT_GROUP, STORE } from '../references.ts'
import { Logo } from './logo.tsx'
import { Tills } from './tills.tsx'

const isRounded = ({ cashRounding }: { cashRounding?: unknown }): boolean => cashRounding !== 'None'

const retailPoint = record({
  resource: RETAIL_POINTS,
  texts: 'retailPoints',
  path: '/retail-points',
  may: { create: 'catalog.create', update: 'catalog.update', delete: 'catalog.delete' },
  titleOf: ({ name }) => name,
  initial: {
    isActive: true,
    numberPrefix: '',
    productGroupIds: [],
    cashierIds: [],
    maxDiscountPercent: 100,
    allowDiscount: true,
    allowDeleteLines: true,
    allowReturnFromClosedShift: true,
    vatIncluded: true,
    cashRounding: 'None',
    cashRoundingStep: 1,
    cashRoundingAppliesTo: 'CashOnly',
    paymentTypes: ['Cash', 'Card'],
    offlineVoucherLimit: 0,
    maxVoucherSale: 0,
    receiptLanguage: 'ru',
    paperWidth: 80,
  },
  sections: [
    {
      key: null,
      fields: [
        { name: 'name', kind: 'text', isRequired: true },
        { name: 'code', kind: 'text' },
        { name: 'address', kind: 'text', isWide: true },
        { name: 'storeId', kind: 'reference', to: STORE, isRequired: true },
        { name: 'priceTypeId', kind: 'reference', to: PRICE_TYPE, isRequired: true },
        { name: 'numberPrefix', kind: 'text' },
        { name: 'isActive', kind: 'yes-no' },
      ],
    },
    {
      key: 'sectionGoods',
      fields: [
        { name: 'productGroupIds', kind: 'references', to: PRODUCT_GROUP, isWide: true },
        { name: 'onlyInStock', kind: 'yes-no' },
        { name: 'controlStock', kind: 'yes-no' },
      ],
    },
    {
      key: 'sectionCashiers',
      fields: [
        { name: 'cashierIds', kind: 'references', to: EMPLOYEE, isWide: true, may: 'employees.view' },
        { name: 'allowDiscount', kind: 'yes-no' },
        {
          name: 'maxDiscountPercent',
          kind: 'percent',
          min: 0,
          max: 100,
          isShown: ({ allowDiscount }) => allowDiscount === true,
        },
        {
          name: 'zeroLines',
          kind: 'choice',
          isRequired: true,
          texts: 'zeroLines',
          options: ZeroLines.options,
          isShown: ({ allowDiscount }) => allowDiscount === true,
        },
        { name: 'allowCustomPrice', kind: 'yes-no' },
        { name: 'allowDeleteLines', kind: 'yes-no' },
        { name: 'requireCashierChoice', kind: 'yes-no' },
        { name: 'requireShift', kind: 'yes-no' },
        { name: 'blindClose', kind: 'yes-no' },
      ],
    },
    {
      key: 'sectionReturns',
      fields: [
        { name: 'allowReturnWithoutBasis', kind: 'yes-no' },
        { name: 'allowReturnFromClosedShift', kind: 'yes-no' },
        { name: 'allowRefundOtherTender', kind: 'yes-no' },
      ],
    },
    {
      key: 'sectionPayment',
      fields: [
        { name: 'paymentTypes', kind: 'choices', texts: 'tender', isWide: true, options: TILL_TENDER_TYPES },
        {
          name: 'offlineVoucherLimit',
          kind: 'money',
          min: 0,
          isShown: ({ paymentTypes = [] }) => (paymentTypes as string[]).includes('GiftCard'),
        },
        { name: 'maxVoucherSale', kind: 'money', min: 0 },
        {
          name: 'cashRounding',
          kind: 'choice',
          isRequired: true,
          texts: 'cashRounding',
          options: CashRounding.options,
        },
        { name: 'cashRoundingStep', kind: 'money', isShown: isRounded },
        {
          name: 'cashRoundingAppliesTo',
          kind: 'choice',
          isRequired: true,
          texts: 'cashRoundingScope',
          options: CashRoundingScope.options,
          isShown: isRounded,
        },
      ],
    },
    {
      key: 'sectionTaxes',
      fields: [
        { name: 'taxSystem', kind: 'choice', options: TaxSystem.options, texts: 'taxSystem' },
        { name: 'vatIncluded', kind: 'yes-no' },
      ],
    },
    {
      key: 'sectionReceipts',
      fields: [
        { name: 'receiptHeader', kind: 'paragraph' },
        { name: 'receiptFooter', kind: 'paragraph' },
        {
          name: 'receiptLanguage',
          kind: 'choice',
          isRequired: true,
          texts: 'receiptLanguage',
          options: RECEIPT_LANGUAGES,
        },
        { name: 'paperWidth', kind: 'choice', isRequired: true, texts: 'paperWidth', options: [58, 80] },
        { name: 'printAlways', kind: 'yes-no' },
      ],
    },
    {
      key: 'sectionCustomers',
      fields: [{ name: 'syncCustomers', kind: 'yes-no' }],
    },
  ],
  aside: (item) => (
    <>
      <Tills retailPoint={item} />
      <Logo retailPoint={item} />
    </>
  ),
})

export const prepare = prepareRecord(retailPoint)
export const Page = () => <RecordPage definition={retailPoint} />
