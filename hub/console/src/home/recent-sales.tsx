import { Anchor, Badge, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useText } from '../i18n/use-text.ts'
import { Part } from '../kinds/details/details.tsx'
import { MoreLink } from './more-link.tsx'
import { useRecentSales } from './use-recent-sales.ts'

/** The last receipts, live. */
export function RecentSales() {
  const t = useText()
  const format = useFormat()
  const sales = useRecentSales()
  return (
    <Part title={t('home.recentSales')}>
      {sales?.length === 0 && <Text c="dimmed">{t('home.noSales')}</Text>}
      <Table aria-label={t('home.recentSales')} aria-live="polite">
        <Table.Tbody>
          {sales?.map(({ id, number, receiptNumber, date, isReturn, storeName, retailPointName, sum }) => (
            <Table.Tr key={id}>
              <Table.Td>{format.time(date)}</Table.Td>
              <Table.Td>
                <Anchor size="sm" renderRoot={(props) => <Link to={`/sales/${id}` as '/'} {...props} />}>
                  {receiptNumber ?? number}
                </Anchor>
                {isReturn && (
                  <Badge ml={6} size="xs" variant="light" color="orange">
                    {t('home.return')}
                  </Badge>
                )}
                <Text size="xs" c="dimmed">
                  {retailPointName ?? storeName}
                </Text>
              </Table.Td>
              <Table.Td className="number">{format.amount(isReturn ? -sum : sum)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <MoreLink to="/sales">{t('home.toReceipts')}</MoreLink>
    </Part>
  )
}
