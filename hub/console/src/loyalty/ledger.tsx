import { Anchor, Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useText } from '../i18n/use-text.ts'
import { Part } from '../kinds/details/details.tsx'
import { Rows } from '../kinds/details/rows.tsx'

interface LedgerRow {
  id: string
  at: string
  /** Description of the event. */
  what: string
  amount: number
  note: string | null
  saleId: string | null
}

interface LedgerProps {
  title: string
  /** Query key. It starts with the path that is refetched after a change. */
  queryKey: readonly string[]
  read: (page: number, signal: AbortSignal) => Promise<{ rows: LedgerRow[]; total: number }>
}

/** Lists movements of points or money, latest first. */
export function Ledger({ title, queryKey, read }: LedgerProps) {
  const t = useText()
  const format = useFormat()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.reduce((sum, { rows }) => sum + rows.length, 0) < total ? pages.length + 1 : undefined,
  })
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <Part title={title} isWide>
      {data && rows.length === 0 ? (
        <Text c="dimmed">{t('loyalty.noEntries')}</Text>
      ) : (
        <Rows
          label={title}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { head: t('loyalty.at'), cell: ({ at }) => format.dateTime(at) },
            { head: t('loyalty.what'), cell: ({ what }) => what },
            { head: t('loyalty.amount'), isNumber: true, cell: ({ amount }) => format.signed(amount) },
            {
              head: t('loyalty.note'),
              cell: ({ note, saleId }) =>
                saleId ? (
                  <Anchor
                    size="sm"
                    renderRoot={(props) => <Link to={`/sales/${saleId}` as '/'} {...props} />}
                  >
                    {t('loyalty.receipt')}
                  </Anchor>
                ) : (
                  note
                ),
            },
          ]}
        />
      )}
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('loyalty.more')}
        </Button>
      )}
    </Part>
  )
}
