import { ORGANIZATIONS } from '#shared/contracts/platform/organizations.ts'
import { record } from '../../kinds/record/record-definition.ts'
import { prepareRecord, RecordPage } from '../../kinds/record/record-page.tsx'
import { OrganizationAside } from './organization-aside.tsx'

const organization = record({
  resource: ORGANIZATIONS,
  texts: 'organizations',
  path: '/platform/organizations',
  may: { create: 'super-admin', update: 'super-admin', delete: null },
  titleOf: ({ name }) => name,
  sections: [
    {
      key: null,
      fields: [
        { name: 'name', kind: 'text', isRequired: true },
        { name: 'taxId', kind: 'text' },
      ],
    },
  ],
  aside: (item) => <OrganizationAside organization={item} />,
})

export const prepare = prepareRecord(organization)
export const Page = () => <RecordPage definition={organization} />
