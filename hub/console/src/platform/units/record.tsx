import { PLATFORM_UNITS } from '#shared/contracts/catalog/units-of-measure.ts'
import { record } from '../../kinds/record/record-definition.ts'
import { prepareRecord, RecordPage } from '../../kinds/record/record-page.tsx'

const unit = record({
  resource: PLATFORM_UNITS,
  texts: 'platformUnits',
  path: '/platform/units',
  may: { create: 'super-admin', update: 'super-admin', delete: 'super-admin' },
  titleOf: ({ name }) => name,
  initial: { fiscalMeasure: 0 },
  sections: [
    {
      key: null,
      fields: [
        { name: 'name', kind: 'text', isRequired: true },
        { name: 'code', kind: 'text', isRequired: true },
        { name: 'fullName', kind: 'text', isWide: true },
        { name: 'nameKk', kind: 'text' },
        { name: 'nameEn', kind: 'text' },
        { name: 'fiscalMeasure', kind: 'number', min: 0, max: 255, isRequired: true },
        { name: 'isFractional', kind: 'yes-no' },
      ],
    },
  ],
})

export const prepare = prepareRecord(unit)
export const Page = () => <RecordPage definition={unit} />
