import { Badge } from '@mantine/core'
import {
  DocumentExportQuery,
  DocumentStatus,
  type DocumentSummary,
  type HeaderMember,
} from '#shared/contracts/documents.ts'
import { exportOf, listOf } from '#shared/contracts/endpoint.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { NameOf } from '../catalog/name-of.tsx'
import { COUNTERPARTY, STORE } from '../catalog/references.ts'
import type { Reference } from '../fields/reference.ts'
import { useText } from '../i18n/use-text.ts'
import type { DocumentDefinition } from '../kinds/document/document-definition.ts'
import { isPricedTable } from '../kinds/document/line-columns.ts'
import { type Column, type ListDefinition, list } from '../kinds/list/list-definition.ts'
import type { ListEndpoint } from '../kinds/list/list-endpoint.ts'
import { PRODUCT } from './references.ts'

type DocumentColumn = Column<DocumentSummary>

const OF_COUNTERPARTY = {
  name: 'counterpartyId',
  label: 'documents.counterpartyId',
  kind: 'reference',
  to: COUNTERPARTY,
} as const

/** Creates the list page for a kind of document, with columns and filters from its contract. */
export function documentList({ table, texts, path }: DocumentDefinition) {
  const { members, area } = table
  const has = (member: HeaderMember) => members.header.includes(member)
  const isPriced = isPricedTable(members.line)
  const phoneMember = has('counterpartyId') ? 'counterpartyId' : has('storeId') ? 'storeId' : 'targetStoreId'
  const named = (member: 'storeId' | 'sourceStoreId' | 'targetStoreId' | 'counterpartyId', to: Reference) =>
    has(member)
      ? [
          {
            id: member,
            label: `documents.${member}`,
            width: member === 'counterpartyId' ? 185 : 150,
            ...(member === phoneMember && { phone: 'rest' as const }),
            cell: (row: DocumentSummary) => <NameOf to={to} id={row[member] ?? null} />,
          },
        ]
      : []
  const columns: DocumentColumn[] = [
    {
      id: 'number',
      label: 'documents.number',
      sort: 'number',
      width: 90,
      phone: 90,
      cell: ({ number }) => number,
    },
    {
      id: 'date',
      label: 'documents.date',
      sort: 'date',
      width: 175,
      cell: ({ date }, { dateTime }) => dateTime(date),
    },
    {
      id: 'status',
      label: 'documents.status',
      width: 100,
      ...(!isPriced && { phone: 110 }),
      cell: ({ status }) => <Status status={status} />,
    },
    ...named('counterpartyId', COUNTERPARTY),
    ...named('storeId', STORE),
    ...named('sourceStoreId', STORE),
    ...named('targetStoreId', STORE),
    ...(has('incomingNumber')
      ? [
          {
            id: 'incomingNumber',
            label: 'documents.incomingNumber',
            width: 140,
            cell: ({ incomingNumber }: DocumentSummary) => incomingNumber,
          },
        ]
      : []),
    ...(isPriced
      ? [
          {
            id: 'sum',
            label: 'documents.sum',
            sort: 'sum',
            width: 115,
            phone: 110,
            isNumber: true,
            cell: ({ sumInOrganizationCurrency }: DocumentSummary, { amount }) =>
              amount(sumInOrganizationCurrency),
          } satisfies DocumentColumn,
        ]
      : []),
    {
      id: 'costSum',
      label: 'documents.costSum',
      width: 115,
      isNumber: true,
      may: 'costs.view' as const,
      cell: ({ costSum, status }, { amount }) =>
        costSum === undefined || status === 'Draft' ? '' : amount(costSum),
    },
    { id: 'comment', label: 'documents.comment', width: 130, cell: ({ comment }) => comment },
  ]
  return list({
    endpoint: listOf(table),
    texts,
    columns,
    filters: [
      {
        name: 'status',
        label: 'documents.status',
        kind: 'choice',
        options: DocumentStatus.options,
        texts: 'documentStatus',
      },
      { name: 'from', label: 'documents.from', kind: 'day' },
      { name: 'to', label: 'documents.to', kind: 'day' },
      { name: 'storeId', label: 'documents.storeId', kind: 'reference', to: STORE },
      ...(has('counterpartyId') ? [OF_COUNTERPARTY] : []),
      { name: 'productId', label: 'documents.product', kind: 'reference', to: PRODUCT },
    ],
    open: ({ id }) => `${path}/${id}`,
    create: { to: `${path}/new`, may: `${area}.create` as Permission },
    export: { endpoint: exportOf(table, DocumentExportQuery), may: `${area}.export` as Permission },
  }) as unknown as ListDefinition<ListEndpoint>
}

function Status({ status }: { status: DocumentStatus }) {
  const t = useText()
  return (
    <Badge size="sm" variant="light" color={status === 'Posted' ? 'teal' : 'gray'}>
      {t(`documentStatus.${status}`)}
    </Badge>
  )
}
