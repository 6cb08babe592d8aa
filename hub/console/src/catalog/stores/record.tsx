import { STORES } from '#shared/contracts/catalog/stores.ts'
import { record } from '../../kinds/record/record-definition.ts'
import { prepareRecord, RecordPage } from '../../kinds/record/record-page.tsx'
import { STORE } from '../references.ts'

const store = record({
  resource: STORES,
  texts: 'stores',
  path: '/stores',
  may: { create: 'catalog.create', update: 'catalog.update', delete: 'catalog.delete' },
  titleOf: ({ name }) => name,
  sections: [
    {
      key: null,
      fields: [
        { name: 'name', kind: 'text', isRequired: true },
        { name: 'code', kind: 'text' },
        { name: 'address', kind: 'text', isWide: true },
        { name: 'parentId', kind: 'reference', to: STORE },
        { name: 'isDefault', kind: 'yes-no' },
        { name: 'isArchived', kind: 'yes-no' },
      ],
    },
  ],
})

export const prepare = prepareRecord(store)
export const Page = () => <RecordPage definition={store} />
