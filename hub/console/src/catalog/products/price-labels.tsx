import { Button, Group, Loader, NumberInput, Select, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { PRODUCTS, type Product } from '#shared/contracts/catalog/products.ts'
import { MAX_LISTED_IDS } from '#shared/contracts/common.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { labelDocument } from '#shared/receipts/label-document.ts'
import { LANGUAGES } from '#shared/std/languages.ts'
import { initialLanguage, LANGUAGE_NAMES } from '#shared/ui/i18n/language.ts'
import { Paper } from '#shared/ui/paper/paper.tsx'
import { call } from '../../api/call.ts'
import { useOrganization } from '../../api/use-organization.ts'
import { useNames } from '../../fields/reference.ts'
import { useText } from '../../i18n/use-text.ts'
import { PageHeader } from '../../kinds/page-header.tsx'
import type { Where } from '../../page-entry.ts'
import { Notice } from '../../shell/notice.tsx'
import { priceTypeOptions } from '../price-types/price-type-options.ts'
import { CURRENCY } from '../references.ts'
import classes from './price-labels.module.css'

const WIDTHS = [58, 80] as const
type Width = (typeof WIDTHS)[number]

/** Query for the products to label, which the URL gives by `ids` or by the filters of the list. */
const productOptions = (search: Record<string, string>) =>
  queryOptions({
    queryKey: [PRODUCTS.base, 'labels', search],
    queryFn: ({ signal }) => {
      const { page: _page, columns: _columns, view: _view, ...query } = search
      return call(listOf(PRODUCTS), { query: { ...query, pageSize: MAX_LISTED_IDS }, signal })
    },
  })

export const prepare = (client: QueryClient, { search }: Where) =>
  client.prefetchQuery(productOptions(search))

/** Page of price labels, printed with any printer of the browser. */
export function Page() {
  const t = useText()
  const organization = useOrganization()
  const search = useLocation({ select: (location) => location.search }) as Record<string, string>
  const { data, error } = useQuery(productOptions(search))
  const { data: types = [] } = useQuery(priceTypeOptions)
  const currencyName = useNames(CURRENCY)
  const [priceTypeId, setPriceTypeId] = useState<string | null>(null)
  const [width, setWidth] = useState<Width>(58)
  const [copies, setCopies] = useState(1)
  const [language, setLanguage] = useState(initialLanguage())
  const [at] = useState(() => new Date().toISOString())
  const type = types.find(({ id, isDefault }) => (priceTypeId ? id === priceTypeId : isDefault))
  const layout = { language, paperWidth: width, timeZone: organization?.timeZone ?? 'UTC' }
  const currencyCode = currencyName(type?.currencyId) || (organization?.currency ?? 'KZT')
  return (
    <div className={classes.page}>
      <div className={classes.controls}>
        <PageHeader title={t('labels.title')} back={{ to: '/products', label: t('products.title') }}>
          <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            {t('labels.print')}
          </Button>
        </PageHeader>
        <Group px={20} pb="md" align="flex-end">
          <Select
            label={t('products.priceType')}
            allowDeselect={false}
            data={types.map(({ id, name }) => ({ value: id, label: name }))}
            value={type?.id ?? null}
            onChange={setPriceTypeId}
          />
          <Select
            label={t('labels.width')}
            allowDeselect={false}
            w={130}
            data={WIDTHS.map((each) => ({
              value: String(each),
              label: t('labels.millimetres', { width: each }),
            }))}
            value={String(width)}
            onChange={(next) => setWidth(Number(next) as Width)}
          />
          <NumberInput
            label={t('labels.copies')}
            w={100}
            min={1}
            max={50}
            value={copies}
            onChange={(next) => setCopies(Math.min(Math.max(Math.trunc(Number(next)) || 1, 1), 50))}
          />
          <Select
            label={t('language.title')}
            allowDeselect={false}
            w={130}
            data={LANGUAGES.map((each) => ({ value: each, label: LANGUAGE_NAMES[each] }))}
            value={language}
            onChange={(next) => next && setLanguage(next as typeof language)}
          />
        </Group>
      </div>
      {error && <Notice title={t('list.failed')} />}
      {!data && !error && <Loader m="xl" aria-label={t('shell.starting')} />}
      {data && data.total > data.items.length && (
        <Text px={20} className={classes.controls}>
          {t('labels.cut', { shown: data.items.length, total: data.total })}
        </Text>
      )}
      <div className={classes.labels}>
        {data?.items.flatMap((product) =>
          Array.from({ length: copies }, (_, copy) => (
            <Paper
              // biome-ignore lint/suspicious/noArrayIndexKey: copies are all alike
              key={`${product.id} ${copy}`}
              label={product.name}
              document={labelDocument(labelled(product, type?.id, currencyCode), layout, { copies: 1, at })}
            />
          )),
        )}
      </div>
    </div>
  )
}

const labelled = (product: Product, priceTypeId: string | undefined, currencyCode: string) => ({
  ...product,
  barcodes: product.barcodes.map(({ value }) => value),
  price: product.prices.find((price) => price.priceTypeId === priceTypeId)?.value ?? 0,
  currencyCode,
})
