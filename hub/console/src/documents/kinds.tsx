import { Anchor, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { COUNTERPARTIES } from '#shared/contracts/catalog/counterparties.ts'
import {
  DEMANDS,
  ENTERS,
  INVENTORIES,
  LOSSES,
  SUPPLIER_RETURNS,
  SUPPLIES,
  TRANSFERS,
} from '#shared/contracts/document-kinds.ts'
import type { DocumentItem } from '#shared/contracts/documents.ts'
import { getOf } from '#shared/contracts/endpoint.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { LabelsButton } from '../catalog/products/labels-button.tsx'
import { nameOptions } from '../fields/reference.ts'
import { useText } from '../i18n/use-text.ts'
import { document } from '../kinds/document/document-definition.ts'
import { copyOf } from '../kinds/document/draft.ts'
import { ActionButton, useWhyNot } from '../shell/action-button.tsx'
import { fields } from './fields.ts'
import { FillSheetButton } from './fill-sheet.tsx'
import { SUPPLY } from './references.ts'

export const supply = document({
  table: SUPPLIES,
  texts: 'supplies',
  path: '/supplies',
  header: fields('counterpartyId', 'storeId', 'incomingNumber', 'incomingDate', 'date'),
  more: fields(
    ...(['number', 'currencyId', 'rate', 'multiplicity', 'vatEnabled', 'vatIncluded'] as const),
    ...(['overheadSum', 'overheadDistribution', 'updateRetailPrice', 'comment'] as const),
  ),
  firstPrice: ({ cost }) => cost ?? null,
  actions: (item) => (
    <>
      <LabelsOf supply={item} />
      <CreateReturn supply={item} />
    </>
  ),
})

export const supplierReturn = document({
  table: SUPPLIER_RETURNS,
  texts: 'supplierReturns',
  path: '/supplier-returns',
  header: fields('counterpartyId', 'storeId', 'supplyId', 'date'),
  more: fields('number', 'currencyId', 'rate', 'multiplicity', 'vatEnabled', 'vatIncluded', 'comment'),
  begin: async ({ supplyId }) => {
    if (!supplyId) return null
    const { header, lines } = copyOf(supply, await call(getOf(SUPPLIES), { params: { id: supplyId } }))
    const { counterpartyId, storeId, currencyId, vatEnabled, vatIncluded } = header
    return {
      header: { supplyId, counterpartyId, storeId, currencyId, vatEnabled, vatIncluded },
      lines: lines.map(({ retailPrice: _, ...line }) => line),
    }
  },
  related: ({ supplyId }) => supplyId && <Basis id={supplyId} />,
})

export const demand = document({
  table: DEMANDS,
  texts: 'demands',
  path: '/demands',
  header: fields('counterpartyId', 'storeId', 'date', 'shipmentAddress'),
  more: fields('number', 'currencyId', 'rate', 'multiplicity', 'vatEnabled', 'vatIncluded', 'comment'),
  firstPrice: async ({ prices, retailPrice }, { counterpartyId }) => {
    const wanted = counterpartyId ? await priceTypeOf(counterpartyId as string) : null
    return prices.find(({ priceTypeId }) => priceTypeId === wanted)?.value ?? retailPrice
  },
})

export const enter = document({
  table: ENTERS,
  texts: 'enters',
  path: '/enters',
  header: fields('storeId', 'date', 'comment'),
  more: fields('number', 'overheadSum', 'overheadDistribution'),
})

export const loss = document({
  table: LOSSES,
  texts: 'losses',
  path: '/losses',
  header: fields('storeId', 'reason', 'date', 'comment'),
  more: fields('number'),
})

export const transfer = document({
  table: TRANSFERS,
  texts: 'transfers',
  path: '/transfers',
  header: fields('sourceStoreId', 'targetStoreId', 'date', 'comment'),
  more: fields('number', 'overheadSum', 'overheadDistribution'),
})

export const inventory = document({
  table: INVENTORIES,
  texts: 'inventories',
  path: '/inventories',
  header: fields('storeId', 'scope', 'countMode', 'date', 'zeroUncounted'),
  more: fields('number', 'startedAt', 'comment'),
  lineActions: (item, isDirty) => <FillSheetButton item={item} isDirty={isDirty} />,
})

/** Returns the price type of a customer, or null for the default one. */
const priceTypeOf = async (id: string): Promise<string | null> => {
  const queryKey = [COUNTERPARTIES.base, 'priceType', id]
  const queryFn = () => call(getOf(COUNTERPARTIES), { params: { id } })
  return (await queryClient.fetchQuery({ queryKey, queryFn, staleTime: 60_000 })).priceTypeId
}

function LabelsOf({ supply: { lines } }: { supply: DocumentItem }) {
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  return ids.length > 0 && <LabelsButton search={{ ids: ids.join(',') }} count={ids.length} />
}

function CreateReturn({ supply: { id, status } }: { supply: DocumentItem }) {
  const t = useText()
  const whyNot = useWhyNot()
  const isPosted = status === 'Posted'
  return (
    <ActionButton
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      whyNot={whyNot('purchases.create') ?? (isPosted ? undefined : t('supplies.postFirst'))}
      renderRoot={(props) => (
        <Link to="/supplier-returns/new" search={{ supplyId: id } as never} {...props} />
      )}
    >
      {t('supplies.createReturn')}
    </ActionButton>
  )
}

function Basis({ id }: { id: string }) {
  const t = useText()
  const { data } = useQuery(nameOptions(SUPPLY, id))
  return (
    <Text size="sm" mt={10}>
      {t('documents.basis')}{' '}
      <Anchor renderRoot={(props) => <Link to={`/supplies/${id}`} {...props} />}>
        {t('supplies.one', { number: data?.name ?? '' })}
      </Anchor>
    </Text>
  )
}
