import { Loader } from '@mantine/core'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Endpoint } from '#shared/contracts/endpoint.ts'
import { type AnswerOf, call, type Given } from '../../api/call.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Where } from '../../page-entry.ts'
import { MissingNotice } from '../missing-notice.tsx'

/** Endpoint that returns one record by its id. */
type OneEndpoint = Endpoint & { path: `/${string}{id}` }

/**
 * Returns the path of the record's list. It is the query key, so that an operation on one record also
 * refetches the list.
 */
const baseOf = ({ path }: Endpoint): string => path.replace(/\/{id}$/, '')

const oneOptions = <const Some extends OneEndpoint>(endpoint: Some, id: string) =>
  queryOptions({
    queryKey: [baseOf(endpoint), 'one', id],
    queryFn: ({ signal }): Promise<AnswerOf<Some>> =>
      call(endpoint as Endpoint, { params: { id }, signal } as Given<Endpoint>) as Promise<AnswerOf<Some>>,
  })

export const prepareOne =
  (endpoint: OneEndpoint) =>
  (client: QueryClient, { params: { id = '' } }: Where) =>
    client.prefetchQuery(oneOptions(endpoint, id))

interface LoadedRecordProps<Some extends OneEndpoint> {
  endpoint: Some
  /** Refetch interval in ms. If omitted, the record is refetched when the user returns to the page. */
  refreshMs?: number
  children: (item: AnswerOf<Some>) => ReactNode
}

/** Shows the record named in the URL, or the reason why it cannot be shown. */
export function LoadedRecord<const Some extends OneEndpoint>({
  endpoint,
  refreshMs,
  children,
}: LoadedRecordProps<Some>) {
  const t = useText()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data, error, refetch } = useQuery({
    ...oneOptions(endpoint, id),
    ...(refreshMs !== undefined && { refetchInterval: refreshMs }),
  })
  if (data !== undefined) return children(data as AnswerOf<Some>)
  if (!error) return <Loader m="20vh auto" display="block" aria-label={t('shell.starting')} />
  return <MissingNotice error={error} onRetry={() => void refetch()} />
}
