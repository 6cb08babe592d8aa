import { CURRENCIES } from '#shared/contracts/catalog/currencies.ts'
import { record } from '../../kinds/record/record-definition.ts'
import { prepareRecord, RecordPage } from '../../kinds/record/record-page.tsx'
import { CurrencyRates } from './currency-rates.tsx'

const isPreset = (item: Record<string, unknown> | null): boolean => item?.isPreset === true

const currency = record({
  resource: CURRENCIES,
  texts: 'currencies',
  path: '/currencies',
  may: { create: 'catalog.create', update: 'catalog.update', delete: null },
  titleOf: ({ name, isoCode }) => `${name} (${isoCode})`,
  sections: [
    {
      key: null,
      fields: [
        { name: 'name', kind: 'text', isRequired: true, isFixed: isPreset },
        { name: 'fullName', kind: 'text', isFixed: isPreset },
        { name: 'isoCode', kind: 'text', isRequired: true, isFixed: isPreset },
        { name: 'code', kind: 'text', isRequired: true, isFixed: isPreset },
        { name: 'symbol', kind: 'text', isFixed: isPreset },
        { name: 'isArchived', kind: 'yes-no' },
      ],
    },
  ],
  aside: (item) => <CurrencyRates currency={item} />,
})

export const prepare = prepareRecord(currency)
export const Page = () => <RecordPage definition={currency} />
