import { COUNTRIES } from '#shared/contracts/catalog/countries.ts'
import { record } from '../../kinds/record/record-definition.ts'
import { prepareRecord, RecordPage } from '../../kinds/record/record-page.tsx'

const country = record({
  resource: COUNTRIES,
  texts: 'countries',
  path: '/countries',
  may: { create: 'catalog.create', update: 'catalog.update', delete: 'catalog.delete' },
  titleOf: ({ name }) => name,
  isFixed: ({ isPreset }) => isPreset,
  sections: [
    {
      key: null,
      fields: [
        { name: 'name', kind: 'text', isRequired: true, isWide: true },
        { name: 'alpha2', kind: 'text' },
        { name: 'code', kind: 'text' },
      ],
    },
  ],
})

export const prepare = prepareRecord(country)
export const Page = () => <RecordPage definition={country} />
