import { COUNTERPARTIES, CounterpartyKind, Sex } from '#shared/contracts/catalog/counterparties.ts'
import { record } from '../../kinds/record/record-definition.ts'
import { prepareRecord, RecordPage } from '../../kinds/record/record-page.tsx'
import { PRICE_TYPE } from '../references.ts'
import { BankAccountsInput } from './bank-accounts-input.tsx'
import { Turnover } from './turnover.tsx'

const isPerson = ({ kind }: { kind?: unknown }): boolean => kind === 'Individual'

const counterparty = record({
  resource: COUNTERPARTIES,
  texts: 'counterparties',
  path: '/counterparties',
  may: { create: 'catalog.create', update: 'catalog.update', delete: 'catalog.delete' },
  titleOf: ({ name }) => name,
  isFixed: ({ isSystem }) => isSystem,
  initial: { kind: 'LegalEntity', isSupplier: true, isCustomer: true, bankAccounts: [], tags: [] },
  sections: [
    {
      key: null,
      fields: [
        { name: 'name', kind: 'text', isRequired: true, isWide: true },
        {
          name: 'kind',
          kind: 'choice',
          isRequired: true,
          texts: 'counterpartyKind',
          options: CounterpartyKind.options,
        },
        { name: 'code', kind: 'text' },
        { name: 'isSupplier', kind: 'yes-no' },
        { name: 'isCustomer', kind: 'yes-no' },
        { name: 'phone', kind: 'phone' },
        { name: 'email', kind: 'email' },
        { name: 'birthDate', kind: 'day', isShown: isPerson },
        { name: 'sex', kind: 'choice', options: Sex.options, texts: 'sex', isShown: isPerson },
        { name: 'priceTypeId', kind: 'reference', to: PRICE_TYPE },
        { name: 'tags', kind: 'texts' },
        { name: 'description', kind: 'paragraph' },
      ],
    },
    {
      key: 'sectionLegal',
      fields: [
        { name: 'taxId', kind: 'text' },
        { name: 'legalTitle', kind: 'text', isShown: (values) => !isPerson(values) },
        { name: 'kpp', kind: 'text', isShown: ({ kind }) => kind === 'LegalEntity' },
        { name: 'ogrn', kind: 'text', isShown: (values) => !isPerson(values) },
        { name: 'okpo', kind: 'text', isShown: (values) => !isPerson(values) },
        { name: 'legalAddress', kind: 'text', isWide: true },
        { name: 'actualAddress', kind: 'text', isWide: true },
      ],
    },
    {
      key: 'sectionBank',
      fields: [{ name: 'bankAccounts', kind: 'custom', Input: BankAccountsInput, isWide: true }],
    },
    {
      key: 'sectionMore',
      fields: [
        { name: 'externalCode', kind: 'text' },
        { name: 'isArchived', kind: 'yes-no' },
      ],
    },
  ],
  aside: (item) => <Turnover counterparty={item} />,
})

export const prepare = prepareRecord(counterparty)
export const Page = () => <RecordPage definition={counterparty} />
