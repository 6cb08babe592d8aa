import { Anchor, Button, Text } from '@mantine/core'
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MOVEMENTS, type StockMovement } from '#shared/contracts/inventory/movements.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { problemText } from '../../i18n/problem-text.ts'
import { useText } from '../../i18n/use-text.ts'
import classes from './movements.module.css'
import { paperPath } from './papers.ts'

const PAGE_ROWS = 100

type Query = Partial<Record<'productId' | 'storeId' | 'documentType' | 'documentId' | 'from' | 'to', string>>
type Hidden = 'product' | 'store' | 'document'

export const movementOptions = (query: Query) =>
  infiniteQueryOptions({
    queryKey: [MOVEMENTS.path, query],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(MOVEMENTS, {
        query: { ...query, pageSize: PAGE_ROWS, ...(pageParam && { after: pageParam }) } as never,
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })

interface MovementsProps {
  query: Query
  without?: readonly Hidden[]
}

/** Lists stock movements, latest first, each with the balance before and after. */
export function Movements({ query, without = [] }: MovementsProps) {
  const t = useText()
  const format = useFormat()
  const isAllowed = useMay()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, isPending } = useInfiniteQuery(
    movementOptions(query),
  )
  if (error) return <Text role="alert">{problemText(t, error)}</Text>
  if (isPending) return <Text p="md">{t('shell.starting')}</Text>
  const rows = rowsOf(data)
  if (rows.length === 0) return <Text p="md">{t('movements.empty')}</Text>
  const sees = (part: Hidden) => !without.includes(part)
  const seesCosts = isAllowed('costs.view')
  return (
    <div className={classes.wide}>
      <table className={classes.ledger}>
        <thead>
          <tr>
            <th>{t('movements.moment')}</th>
            {sees('document') && <th>{t('movements.document')}</th>}
            {sees('product') && <th>{t('movements.product')}</th>}
            {sees('store') && <th>{t('movements.store')}</th>}
            <th>{t('movements.who')}</th>
            <th className={classes.number}>{t('movements.before')}</th>
            <th className={classes.number}>{t('movements.quantity')}</th>
            <th className={classes.number}>{t('movements.after')}</th>
            {seesCosts && <th className={classes.number}>{t('movements.costSum')}</th>}
            {seesCosts && <th className={classes.number}>{t('movements.averageAfter')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className={classes.moment}>{format.dateTime(row.moment)}</td>
              {sees('document') && (
                <td>
                  <Paper movement={row} />
                </td>
              )}
              {sees('product') && (
                <td>
                  <Anchor
                    renderRoot={(props) => (
                      <Link
                        to="/stock/why"
                        search={{ productId: row.productId, storeId: row.storeId } as never}
                        {...props}
                      />
                    )}
                  >
                    {row.productName}
                  </Anchor>
                </td>
              )}
              {sees('store') && <td>{row.storeName}</td>}
              <td>{[row.employeeName, row.counterpartyName].filter(Boolean).join(' · ')}</td>
              <td className={classes.number}>
                {format.quantity(Math.round((row.balanceAfter - row.quantity) * 1000) / 1000)}
              </td>
              <td className={classes.number} data-sign={row.quantity < 0 ? 'minus' : 'plus'}>
                {row.quantity > 0 && '+'}
                {format.quantity(row.quantity)}
              </td>
              <td className={classes.number}>
                <strong>{format.quantity(row.balanceAfter)}</strong>
              </td>
              {seesCosts && (
                <td className={classes.number}>
                  {row.costSum === undefined ? '' : format.amount(row.costSum)}
                </td>
              )}
              {seesCosts && (
                <td className={classes.number}>
                  {row.averageAfter === undefined ? '' : format.amount(row.averageAfter)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <Button m="sm" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('movements.older')}
        </Button>
      )}
    </div>
  )
}

export const rowsOf = (data: InfiniteData<{ items: StockMovement[] }> | undefined): StockMovement[] =>
  data?.pages.flatMap(({ items }) => items) ?? []

function Paper({ movement }: { movement: StockMovement }) {
  const t = useText()
  const { documentType, documentId, documentNumber } = movement
  const path = paperPath(documentType, documentId)
  const name = `${t(`paper.${documentType}`)} ${documentNumber ?? ''}`
  return path ? <Anchor renderRoot={(props) => <Link to={path} {...props} />}>{name}</Anchor> : name
}
