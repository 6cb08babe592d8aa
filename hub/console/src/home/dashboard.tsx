import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LOW_STOCK, MARGIN, TOP_PRODUCTS } from '#shared/contracts/dashboard/dashboard.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useText } from '../i18n/use-text.ts'
import { Facts, Part } from '../kinds/details/details.tsx'
import classes from './home.module.css'
import { MoreLink } from './more-link.tsx'
import { RecentSales } from './recent-sales.tsx'
import { Stats } from './stats.tsx'

const REFRESH_MS = 60_000

/** Key figures of the organization. Each part links to its report and is shown only to users with access. */
export function Dashboard() {
  const isAllowed = useMay()
  const seesSales = isAllowed('sales.view')
  return (
    <>
      {seesSales && <Stats />}
      {seesSales && <RecentSales />}
      {seesSales && <TopProducts />}
      {seesSales && isAllowed('costs.view') && <Margin />}
      {isAllowed('inventory.view') && <LowStock />}
    </>
  )
}

function TopProducts() {
  const t = useText()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: [TOP_PRODUCTS.path],
    queryFn: () => call(TOP_PRODUCTS),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Part title={t('home.topProducts')}>
      {data?.items.length === 0 && <Text c="dimmed">{t('home.noSales')}</Text>}
      <table className={classes.rows} aria-label={t('home.topProducts')}>
        <tbody>
          {data?.items.map(({ productId, name, quantity, revenue }) => (
            <tr key={productId}>
              <td>
                <ProductLink id={productId} name={name} />
              </td>
              <td className="number">{format.quantity(quantity)}</td>
              <td className="number">{format.amount(revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreLink to="/reports/sales?period=last7">{t('home.toSalesReport')}</MoreLink>
    </Part>
  )
}

function Margin() {
  const t = useText()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: [MARGIN.path],
    queryFn: () => call(MARGIN),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Part title={t('home.margin')}>
      {data && (
        <>
          <Text fz={28} fw={650}>
            {format.money(data.margin)}
          </Text>
          <Facts
            facts={[
              [t('home.revenue'), format.money(data.revenue)],
              [t('home.cost'), format.money(data.costSum)],
              [t('home.salesMargin'), format.percent(Math.round(data.salesMargin * 1000) / 10)],
            ]}
          />
          {data.costPending && <Text c="dimmed">{t('home.costPending')}</Text>}
        </>
      )}
      <MoreLink to="/reports/profit">{t('home.toProfitReport')}</MoreLink>
    </Part>
  )
}

function LowStock() {
  const t = useText()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: [LOW_STOCK.path],
    queryFn: () => call(LOW_STOCK, { query: { limit: 8 } }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Part title={t('home.lowStock')}>
      {data?.items.length === 0 && <Text c="dimmed">{t('home.no_belowMinStock')}</Text>}
      {data && data.items.length > 0 && (
        <table className={classes.rows} aria-label={t('home.lowStock')}>
          <thead>
            <tr>
              <th>{t('home.product')}</th>
              <th className="number">{t('home.left')}</th>
              <th className="number">{t('home.daysOfStock')}</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map(({ productId, name, quantity, minStock, daysOfStock }) => (
              <tr key={productId}>
                <td>
                  <ProductLink id={productId} name={name} />
                </td>
                <td className="number">
                  {format.quantity(quantity)}
                  <Text size="xs" c="dimmed">
                    {t('home.ofMinimum', { minimum: format.quantity(minStock) })}
                  </Text>
                </td>
                <td className="number">
                  {daysOfStock === null ? '—' : format.number(Math.round(daysOfStock))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <MoreLink to="/reports/stock?stockMode=underMinimum&sort=daysOfStock">
        {t('home.toStockReport')}
      </MoreLink>
    </Part>
  )
}

/** Product name, as a link for users who can view products. */
function ProductLink({ id, name }: { id: string; name: string }) {
  const isAllowed = useMay()
  if (!isAllowed('catalog.view')) return name
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to={`/products/${id}` as '/'} {...props} />}>
      {name}
    </Anchor>
  )
}
