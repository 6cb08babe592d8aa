import { Loader } from '@mantine/core'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Endpoint } from '#shared/contracts/endpoint.ts'
import { type AnswerOf, call, type Given } from '../../api/call.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Where } from '../../page-entry.ts'
import { MissingNotice } from '../missing-notice.tsx'

/** An endpoint that gives one thing by its id. */
type OneEndpoint = Endpoint & { path: `/${string}{id}` }

/** Where a list of it is read: what is done to one makes the list be read again. */
export const baseOf = ({ path }: Endpoint): string => path.replace(/\/{id}$/, '')

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

interface OneProps<Some extends OneEndpoint> {
  endpoint: Some
  /** The time between two reads, in ms; left out: it is read when one comes back to the page. */
  refreshMs?: number
  children: (item: AnswerOf<Some>) => ReactNode
}

/** Shows the thing that the address names, or says why not. */
export function One<const Some extends OneEndpoint>({ endpoint, refreshMs, children }: OneProps<Some>) {
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
