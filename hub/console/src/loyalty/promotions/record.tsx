import { EFFECT_NEEDS, LIMITED_KINDS, PROMOTIONS } from '#shared/contracts/loyalty/promotions.ts'
import type { PromotionEffect, PromotionKind } from '#shared/domain/promotion.ts'
import { PRODUCT_GROUP, RETAIL_POINT, STORE } from '../../catalog/references.ts'
import { PRODUCT } from '../../documents/references.ts'
import { record, type Values } from '../../kinds/record/record-definition.ts'
import { prepareRecord, RecordPage } from '../../kinds/record/record-page.tsx'
import { PeriodState } from '../period-state.tsx'
import { PROGRAM } from '../references.ts'
import { BundleInput } from './bundle-input.tsx'
import { DaysInput } from './days-input.tsx'
import { KindInput } from './kind-input.tsx'
import { TryOut } from './try-out.tsx'

const kindOf = ({ kind }: Values) => kind as PromotionKind

/** Returns a predicate that is true when the effect of the selected kind has this field. */
const has =
  (name: keyof PromotionEffect) =>
  (values: Values): boolean =>
    EFFECT_NEEDS[kindOf(values)].flat().includes(name)

const hasPrograms = ({ requiresCard, programIds }: Values): boolean =>
  requiresCard === true || (programIds as string[]).length > 0

const promotion = record({
  resource: PROMOTIONS,
  texts: 'promotions',
  path: '/promotions',
  may: { create: 'loyalty.create', update: 'loyalty.update', delete: 'loyalty.delete' },
  titleOf: ({ name }) => name,
  initial: {
    kind: 'PercentDiscount',
    effect: {},
    conditions: {},
    isActive: true,
    priority: 0,
    daysOfWeek: [],
    storeIds: [],
    retailPointIds: [],
    programIds: [],
    combinable: true,
  },
  sections: [
    {
      key: null,
      fields: [
        { name: 'name', kind: 'text', isRequired: true, isWide: true },
        { name: 'kind', kind: 'custom', Input: KindInput, isWide: true },
        {
          name: 'effect',
          kind: 'members',
          fields: [
            { name: 'buyQuantity', kind: 'number', min: 1, isShown: has('buyQuantity') },
            { name: 'getQuantity', kind: 'number', min: 1, isShown: has('getQuantity') },
            { name: 'everyNth', kind: 'number', min: 2, isShown: has('everyNth') },
            { name: 'threshold', kind: 'money', min: 0, isShown: has('threshold') },
            { name: 'percent', kind: 'percent', min: 0, max: 100, isShown: has('percent') },
            { name: 'amount', kind: 'money', min: 0, isShown: has('amount') },
            { name: 'isPerUnit', kind: 'yes-no', isShown: ({ kind }) => kind === 'AmountDiscount' },
            { name: 'bundle', kind: 'custom', Input: BundleInput, isWide: true, isShown: has('bundle') },
            { name: 'price', kind: 'money', min: 0, isShown: has('price') },
            { name: 'points', kind: 'money', min: 0, isShown: has('points') },
          ],
        },
        {
          name: 'maxPerReceipt',
          kind: 'number',
          min: 1,
          isShown: (values) => LIMITED_KINDS.includes(kindOf(values)),
        },
      ],
    },
    {
      key: 'sectionGoods',
      fields: [
        {
          name: 'conditions',
          kind: 'members',
          fields: [
            { name: 'productIds', kind: 'references', to: PRODUCT, isWide: true },
            { name: 'groupIds', kind: 'references', to: PRODUCT_GROUP, isWide: true },
            { name: 'minQuantity', kind: 'quantity', min: 0 },
            { name: 'minAmount', kind: 'money', min: 0 },
          ],
        },
      ],
    },
    {
      key: 'sectionWhen',
      fields: [
        { name: 'isActive', kind: 'yes-no', isWide: true },
        { name: 'startsAt', kind: 'moment' },
        { name: 'endsAt', kind: 'moment' },
        { name: 'daysOfWeek', kind: 'custom', Input: DaysInput, isWide: true },
        { name: 'timeFrom', kind: 'time' },
        { name: 'timeTo', kind: 'time' },
      ],
    },
    {
      key: 'sectionWho',
      fields: [
        { name: 'couponCode', kind: 'text' },
        { name: 'requiresCard', kind: 'yes-no' },
        { name: 'programIds', kind: 'references', to: PROGRAM, isWide: true, isShown: hasPrograms },
        { name: 'retailPointIds', kind: 'references', to: RETAIL_POINT, isWide: true },
        { name: 'storeIds', kind: 'references', to: STORE, isWide: true },
      ],
    },
    {
      key: 'sectionOthers',
      fields: [
        { name: 'combinable', kind: 'yes-no' },
        { name: 'priority', kind: 'number' },
      ],
    },
  ],
  preview: (values) => <TryOut draft={values} />,
  beside: (item) => <PeriodState of={item} />,
})

export const prepare = prepareRecord(promotion)
export const Page = () => <RecordPage definition={promotion} />
