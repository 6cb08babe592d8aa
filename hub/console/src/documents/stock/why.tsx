import { Anchor, Stack, Text } from '@mantine/core'
import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { STOCK } from '#shared/contracts/inventory/stock.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { STORE } from '../../catalog/references.ts'
import { nameOptions } from '../../fields/reference.ts'
import { ReferenceSelect } from '../../fields/reference-select.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Movements, movementOptions, rowsOf } from '../../kinds/document/movements.tsx'
import { PageHeader } from '../../kinds/page-header.tsx'
import type { Where } from '../../page-entry.ts'
import { PRODUCT } from '../references.ts'
import classes from './stock.module.css'

const stockOptions = (productId: string, storeId: string) => ({
  queryKey: [STOCK.path, 'place', productId, storeId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(STOCK, { query: { productId, storeId, withReserved: 'true' }, signal }),
})

export const prepare = (client: QueryClient, { search: { productId = '', storeId = '' } }: Where) =>
  productId && storeId ? client.prefetchInfiniteQuery(movementOptions({ productId, storeId })) : undefined

/** Page that explains the stock of a product in a store. If the URL does not name both, the page asks for them. */
export function Page() {
  const { productId, storeId } = useLocation({ select: (location) => location.search }) as Partial<Place>
  if (productId && storeId) return <Why productId={productId} storeId={storeId} />
  return <ChoosePlace productId={productId} storeId={storeId} />
}

interface Place {
  productId: string
  storeId: string
}

function ChoosePlace(place: { [Name in keyof Place]: string | undefined }) {
  const t = useText()
  const navigate = useNavigate()
  const choose = (name: keyof Place) => (id: string | null) =>
    void navigate({ to: '.', search: { ...place, [name]: id ?? undefined } as never, replace: true })
  return (
    <>
      <PageHeader title={t('stock.why')} back={{ to: '/stock', label: t('stock.title') }} />
      <Stack maw={420} px={20}>
        <Text c="dimmed">{t('stock.whyOfWhat')}</Text>
        <ReferenceSelect
          to={PRODUCT}
          label={t('stock.productName')}
          value={place.productId ?? null}
          onChange={choose('productId')}
        />
        <ReferenceSelect
          to={STORE}
          label={t('stock.storeName')}
          value={place.storeId ?? null}
          onChange={choose('storeId')}
        />
      </Stack>
    </>
  )
}

/** Lists the movements, with the balance after each. */
function Why({ productId, storeId }: Place) {
  const t = useText()
  const format = useFormat()
  const product = useQuery(nameOptions(PRODUCT, productId))
  const store = useQuery(nameOptions(STORE, storeId))
  const stock = useQuery(stockOptions(productId, storeId))
  const movements = useInfiniteQuery(movementOptions({ productId, storeId }))
  const rows = rowsOf(movements.data)
  const oldest = rows.at(-1)
  const row = stock.data?.items[0]
  const now = row?.quantity ?? rows[0]?.balanceAfter ?? 0
  const before = oldest ? Math.round((oldest.balanceAfter - oldest.quantity) * 1000) / 1000 : 0
  const sum = (sign: 1 | -1): number =>
    rows.reduce((total, { quantity }) => total + Math.max(0, Math.round(sign * quantity * 1000)), 0) / 1000
  return (
    <>
      <PageHeader
        title={product.data?.name ?? t('stock.why')}
        beside={<span className={classes.quiet}>{store.data?.name}</span>}
        back={{ to: '/stock', label: t('stock.title') }}
      >
        <Anchor renderRoot={(props) => <Link to={`/products/${productId}`} {...props} />}>
          {t('stock.toProduct')}
        </Anchor>
      </PageHeader>
      {movements.data && stock.data && (
        <output className={classes.sum} aria-label={t('stock.why')}>
          <Figure label={t(movements.hasNextPage ? 'stock.beforeOlder' : 'stock.atFirst')} value={before} />
          <Figure label={t('stock.came')} value={sum(1)} sign="+" />
          <Figure label={t('stock.went')} value={sum(-1)} sign="−" />
          <Figure label={t('stock.now')} value={now} sign="=" isMain />
          {row?.reserved !== undefined && row.reserved > 0 && (
            <Text size="sm" c="dimmed">
              {t('stock.reservedOf', {
                reserved: format.quantity(row.reserved),
                available: format.quantity(row.available ?? 0),
              })}
            </Text>
          )}
        </output>
      )}
      <section className={classes.panel} aria-label={t('movements.title')}>
        <Movements query={{ productId, storeId }} without={['product', 'store']} />
      </section>
    </>
  )
}

interface FigureProps {
  label: string
  value: number
  sign?: string
  isMain?: boolean
}

function Figure({ label, value, sign, isMain }: FigureProps) {
  const format = useFormat()
  return (
    <span className={classes.figure} data-main={isMain || undefined}>
      <small>{label}</small>
      <span>
        {sign} {format.quantity(value)}
      </span>
    </span>
  )
}
