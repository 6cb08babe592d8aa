import { PRODUCT_GROUPS } from '#shared/contracts/catalog/product-groups.ts'
import { DecimalInput } from '../../fields/decimal-input.tsx'
import { useText } from '../../i18n/use-text.ts'
import { type CustomInput, record } from '../../kinds/record/record-definition.ts'
import { prepareRecord, RecordPage } from '../../kinds/record/record-page.tsx'
import { PRODUCT_GROUP } from '../references.ts'

/** Input for a markup, which is a fraction at the hub and a percentage on the page. */
function MarkupInput({ value, onChange, label, error, isReadOnly }: CustomInput) {
  const t = useText()
  const markup = value as number | null | undefined
  return (
    <DecimalInput
      label={label}
      error={error}
      description={t('productGroups.markupWhy')}
      readOnly={isReadOnly}
      places={2}
      min={-100}
      suffix=" %"
      value={markup == null ? null : Math.round(markup * 10_000) / 100}
      onChange={(percent) => onChange(percent === null ? null : Math.round(percent * 100) / 10_000)}
    />
  )
}

const group = record({
  resource: PRODUCT_GROUPS,
  texts: 'productGroups',
  path: '/product-groups',
  may: { create: 'catalog.create', update: 'catalog.update', delete: 'catalog.delete' },
  titleOf: ({ name }) => name,
  initial: { useParentVat: true },
  sections: [
    {
      key: null,
      fields: [
        { name: 'name', kind: 'text', isRequired: true },
        { name: 'parentId', kind: 'reference', to: PRODUCT_GROUP },
        { name: 'markup', kind: 'custom', Input: MarkupInput },
        { name: 'code', kind: 'text' },
        { name: 'useParentVat', kind: 'yes-no' },
        {
          name: 'vatRate',
          kind: 'percent',
          min: 0,
          max: 100,
          isShown: ({ useParentVat }) => useParentVat !== true,
        },
      ],
    },
    {
      key: 'sectionMore',
      fields: [
        { name: 'keywords', kind: 'texts', isWide: true },
        { name: 'sortOrder', kind: 'number', min: 0 },
        { name: 'externalCode', kind: 'text' },
        { name: 'isArchived', kind: 'yes-no' },
      ],
    },
  ],
})

export const prepare = prepareRecord(group)
export const Page = () => <RecordPage definition={group} />
