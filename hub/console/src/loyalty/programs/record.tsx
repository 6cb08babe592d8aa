import { PROGRAMS, WelcomeMode } from '#shared/contracts/loyalty/programs.ts'
import { ProgramKind } from '#shared/domain/program-kind.ts'
import { PRODUCT_GROUP } from '../../catalog/references.ts'
import { record, type Values } from '../../kinds/record/record-definition.ts'
import { prepareRecord, RecordPage } from '../../kinds/record/record-page.tsx'
import { PeriodState } from '../period-state.tsx'
import { LevelsInput } from './levels-input.tsx'

const is =
  (kind: ProgramKind) =>
  (values: Values): boolean =>
    values.kind === kind
const isBonus = is('Bonus')

const program = record({
  resource: PROGRAMS,
  texts: 'programs',
  path: '/loyalty-programs',
  may: { create: 'loyalty.create', update: 'loyalty.update', delete: 'loyalty.delete' },
  titleOf: ({ name }) => name,
  initial: {
    kind: 'Bonus',
    isActive: true,
    levels: [],
    discountPercent: 0,
    excludedGroupIds: [],
    earnPercent: 5,
    pointStep: 'Hundredth',
    spendRate: 1,
    maxSpendPercent: 50,
    activationDelayDays: 0,
    welcomeMode: 'None',
    welcomeBonus: 0,
    offlineSpendLimit: 0,
  },
  sections: [
    {
      key: null,
      fields: [
        { name: 'name', kind: 'text', isRequired: true, isWide: true },
        {
          name: 'kind',
          kind: 'choice',
          isRequired: true,
          isWide: true,
          options: ProgramKind.options,
          texts: 'programKind',
        },
        { name: 'discountPercent', kind: 'percent', min: 0, max: 100, isShown: is('DiscountPercent') },
        { name: 'levels', kind: 'custom', Input: LevelsInput, isWide: true, isShown: is('Accumulative') },
        { name: 'accumulationPeriodDays', kind: 'number', min: 1, isShown: is('Accumulative') },
      ],
    },
    {
      key: 'sectionEarn',
      fields: [
        { name: 'earnPercent', kind: 'percent', min: 0, max: 100, isShown: isBonus },
        {
          name: 'pointStep',
          kind: 'choice',
          isRequired: true,
          isShown: isBonus,
          options: ['Hundredth', 'Whole'],
        },
        { name: 'activationDelayDays', kind: 'number', min: 0, isShown: isBonus },
        { name: 'expirationDays', kind: 'number', min: 1, isShown: isBonus },
        {
          name: 'welcomeMode',
          kind: 'choice',
          isRequired: true,
          isShown: isBonus,
          options: WelcomeMode.options,
          texts: 'welcomeMode',
        },
        {
          name: 'welcomeBonus',
          kind: 'money',
          min: 0,
          isShown: (values) => isBonus(values) && values.welcomeMode !== 'None',
        },
        { name: 'earnOnBonusPaidPart', kind: 'yes-no', isShown: isBonus },
      ],
    },
    {
      key: 'sectionSpend',
      fields: [
        { name: 'spendRate', kind: 'number', min: 0, places: 6, isShown: isBonus },
        { name: 'maxSpendPercent', kind: 'percent', min: 0, max: 100, isShown: isBonus },
        { name: 'offlineSpendLimit', kind: 'money', min: 0, isShown: isBonus },
      ],
    },
    {
      key: 'sectionExcluded',
      fields: [
        { name: 'excludedGroupIds', kind: 'references', to: PRODUCT_GROUP, isWide: true },
        { name: 'excludeDiscountedLines', kind: 'yes-no', isWide: true },
      ],
    },
    {
      key: 'sectionPeriod',
      fields: [
        { name: 'isActive', kind: 'yes-no' },
        { name: 'isDefault', kind: 'yes-no' },
        { name: 'startsAt', kind: 'moment' },
        { name: 'endsAt', kind: 'moment' },
      ],
    },
  ],
  beside: (item) => <PeriodState of={item} />,
})

export const prepare = prepareRecord(program)
export const Page = () => <RecordPage definition={program} />
