import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DocumentItem } from '#shared/contracts/documents.ts'
import { RETAIL, type RetailSale } from '#shared/contracts/sales/retail-sales.ts'
import { fields } from '../documents/fields.ts'
import { useText } from '../i18n/use-text.ts'
import { document, type EditedTable } from '../kinds/document/document-definition.ts'
import { CreateReturn } from './create-return.tsx'
import { FiscalPart } from './fiscal-part.tsx'
import { Payments } from './payments.tsx'

const TABLE = {
  ...RETAIL,
  area: 'sales',
  members: {
    header: ['storeId', 'retailPointId', 'cashierId', 'customerId', 'loyaltyCardId', 'vatIncluded'],
    line: ['quantity', 'salePrice', 'discountPercent', 'discountAmount', 'vatRate'],
  },
} as const

/**
 * Converts the type of a document that is a sale. A sale has all fields that the document page reads,
 * although it lacks other fields of documents (currency, external code).
 */
const saleOf = (item: DocumentItem): RetailSale => item as unknown as RetailSale

/** A retail sale or return created in the console. */
export const retailSale = document({
  table: TABLE as unknown as EditedTable,
  texts: 'retailSales',
  path: '/sales',
  header: fields('storeId', 'retailPointId', 'cashierId', 'customerId', 'loyaltyCardId', 'date'),
  more: fields('number', 'customerPhone', 'customerEmail', 'vatIncluded', 'comment'),
  firstPrice: ({ retailPrice }) => retailPrice,
  allowsServices: true,
  headerOf: (item) => ({
    payments: saleOf(item).payments.map(({ type, amount, reference }) => ({ type, amount, reference })),
  }),
  kept: ['originalLineId'],
  foot: (props) => <Payments {...props} />,
  actions: (item) => !saleOf(item).isReturn && <CreateReturn sale={saleOf(item)} />,
  bound: (item) => (saleOf(item).fiscal ? 'refused.fiscalised' : undefined),
  related: (item) => (
    <>
      <Original id={saleOf(item).originalSaleId} />
      <FiscalPart sale={saleOf(item)} />
    </>
  ),
})

function Original({ id }: { id: string | null }) {
  const t = useText()
  if (id === null) return null
  return (
    <Text size="sm" mt={10}>
      {t('sales.originalSale')}{' '}
      <Anchor size="sm" renderRoot={(props) => <Link to={`/sales/${id}`} {...props} />}>
        {t('sales.openOriginal')}
      </Anchor>
    </Text>
  )
}
