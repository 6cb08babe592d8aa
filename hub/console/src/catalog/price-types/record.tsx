import { PRICE_TYPES } from '#shared/contracts/catalog/price-types.ts'
import { record } from '../../kinds/record/record-definition.ts'
import { prepareRecord, RecordPage } from '../../kinds/record/record-page.tsx'
import { CURRENCY } from '../references.ts'

const priceType = record({
  resource: PRICE_TYPES,
  texts: 'priceTypes',
  path: '/price-types',
  may: { create: 'catalog.create', update: 'catalog.update', delete: 'catalog.delete' },
  titleOf: ({ name }) => name,
  sections: [
    {
      key: null,
      fields: [
        { name: 'name', kind: 'text', isRequired: true },
        { name: 'currencyId', kind: 'reference', to: CURRENCY, isFixed: (item) => item !== null },
        { name: 'sortOrder', kind: 'number', min: 0 },
        { name: 'isDefault', kind: 'yes-no' },
      ],
    },
  ],
})

export const prepare = prepareRecord(priceType)
export const Page = () => <RecordPage definition={priceType} />
