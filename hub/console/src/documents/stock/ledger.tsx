import { Select } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import type { QueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { DOCUMENT_TYPES, StockMovementQuery } from '#shared/contracts/inventory/movements.ts'
import { STORE } from '../../catalog/references.ts'
import { ReferenceSelect } from '../../fields/reference-select.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Movements, movementOptions } from '../../kinds/document/movements.tsx'
import { PageHeader } from '../../kinds/page-header.tsx'
import type { Where } from '../../page-entry.ts'
import { PRODUCT } from '../references.ts'
import classes from './stock.module.css'

/** Returns the query from the URL, limited to parameters that the contract allows. */
function queryOf(search: Record<string, string>): Record<string, string> {
  const { shape } = StockMovementQuery
  const own = ['productId', 'storeId', 'documentType', 'documentId', 'from', 'to'] as const
  return Object.fromEntries(
    own.flatMap((name) => {
      const value = search[name]
      return value !== undefined && shape[name].safeParse(value).success ? [[name, value]] : []
    }),
  )
}

export const prepare = (client: QueryClient, { search }: Where) =>
  client.prefetchInfiniteQuery(movementOptions(queryOf(search)))

/** Page of all stock movements, latest first. */
export function Page() {
  const t = useText()
  const navigate = useNavigate()
  const search = useLocation({ select: (location) => location.search }) as Record<string, string>
  const query = queryOf(search)
  const set = (name: string, value: string | null): void => {
    const { [name]: _, ...rest } = query
    void navigate({ to: '.', search: (value ? { ...rest, [name]: value } : rest) as never })
  }
  return (
    <>
      <PageHeader title={t('movements.title')} />
      <div className={classes.bar}>
        <ReferenceSelect
          aria-label={t('movements.product')}
          placeholder={t('movements.product')}
          to={PRODUCT}
          w={280}
          value={query.productId ?? null}
          onChange={(id) => set('productId', id)}
        />
        <ReferenceSelect
          aria-label={t('movements.store')}
          placeholder={t('movements.store')}
          to={STORE}
          w={200}
          value={query.storeId ?? null}
          onChange={(id) => set('storeId', id)}
        />
        <Select
          aria-label={t('movements.document')}
          placeholder={t('movements.document')}
          clearable
          w={190}
          data={DOCUMENT_TYPES.map((type) => ({ value: type, label: t(`paper.${type}`) }))}
          value={query.documentType ?? null}
          onChange={(type) => set('documentType', type)}
        />
        <DateInput
          aria-label={t('documents.from')}
          placeholder={t('documents.from')}
          clearable
          w={150}
          value={query.from ?? null}
          onChange={(day) => set('from', day)}
        />
        <DateInput
          aria-label={t('documents.to')}
          placeholder={t('documents.to')}
          clearable
          w={150}
          value={query.to ?? null}
          onChange={(day) => set('to', day)}
        />
      </div>
      <section className={classes.panel} aria-label={t('movements.title')}>
        <Movements query={query} />
      </section>
    </>
  )
}
