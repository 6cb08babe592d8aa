import { Anchor, Badge, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useText } from '../i18n/use-text.ts'
import { Part } from '../kinds/details/details.tsx'
import classes from './home.module.css'
import { MoreLink } from './more-link.tsx'
import { useRecentSales } from './use-recent-sales.ts'

/** Lists the latest receipts, updated live. */
export function RecentSales() {
  const t = useText()
  const format = useFormat()
  const sales = useRecentSales()
  return (
    <Part title={t('home.recentSales')}>
      {sales?.length === 0 && <Text c="dimmed">{t('home.noSales')}</Text>}
      <table className={classes.rows} aria-label={t('home.recentSales')} aria-live="polite">
        <tbody>
          {sales?.map(({ id, number, receiptNumber, date, isReturn, storeName, retailPointName, sum }) => (
            <tr key={id}>
              <td>{format.time(date)}</td>
              <td>
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
              </td>
              <td className="number">{format.amount(isReturn ? -sum : sum)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreLink to="/sales">{t('home.toReceipts')}</MoreLink>
    </Part>
  )
}
