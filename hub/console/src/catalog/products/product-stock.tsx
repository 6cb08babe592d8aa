import { Paper, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Product } from '#shared/contracts/catalog/products.ts'
import { STOCK } from '#shared/contracts/inventory/stock.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import panel from '../panel.module.css'

/** Shows the stock of the product in each store. */
export function ProductStock({ product: { id, kind } }: { product: Product }) {
  const t = useText()
  const { quantity } = useFormat()
  const isShown = useMay()('inventory.view') && kind === 'Good'
  const { data } = useQuery({
    queryKey: [STOCK.path, 'of-product', id],
    enabled: isShown,
    queryFn: ({ signal }) =>
      call(STOCK, {
        query: { productId: id, stockMode: 'nonEmpty', withReserved: 'true', pageSize: 200 },
        signal,
      }),
  })
  if (!isShown || !data) return null
  return (
    <Paper component="section" className={panel.panel}>
      <Title order={2} className={panel.title}>
        {t('products.stock')}
      </Title>
      {data.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('products.noStock')}
        </Text>
      ) : (
        <Table aria-label={t('products.stock')} horizontalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('products.store')}</Table.Th>
              <Table.Th className="number">{t('products.quantity')}</Table.Th>
              <Table.Th className="number">{t('products.available')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.items.map((row) => (
              <Table.Tr key={row.storeId}>
                <Table.Td>{row.storeName}</Table.Td>
                <Table.Td className="number">{quantity(row.quantity)}</Table.Td>
                <Table.Td className="number">{quantity(row.available ?? row.quantity)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  )
}
