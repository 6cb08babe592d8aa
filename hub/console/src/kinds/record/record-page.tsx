import { Badge, Loader } from '@mantine/core'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { getOf, type ResourceTable } from '#shared/contracts/endpoint.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Where } from '../../page-entry.ts'
import { MissingNotice } from '../missing-notice.tsx'
import { PageHeader } from '../page-header.tsx'
import classes from './record.module.css'
import type { ItemOf, RecordDefinition } from './record-definition.ts'
import { RecordForm } from './record-form.tsx'

/** Placeholder for the id in the URL of a new record. */
const NEW = 'new'

const oneOptions = <Table extends ResourceTable>(resource: Table, id: string) =>
  queryOptions({
    queryKey: [resource.base, 'one', id],
    queryFn: async ({ signal }) => (await call(getOf(resource), { params: { id }, signal })) as ItemOf<Table>,
  })

export const prepareRecord =
  <Table extends ResourceTable>({ resource }: RecordDefinition<Table>) =>
  (client: QueryClient, { params: { id = NEW } }: Where) =>
    id === NEW ? undefined : client.prefetchQuery(oneOptions(resource, id))

/** Page to view, edit and create a record. */
export function RecordPage<Table extends ResourceTable>({
  definition,
}: {
  definition: RecordDefinition<Table>
}) {
  const t = useText()
  const { id = NEW } = useParams({ strict: false }) as { id?: string }
  const isNew = id === NEW
  const { texts, path, titleOf } = definition
  const { data: item, error, refetch } = useQuery({ ...oneOptions(definition.resource, id), enabled: !isNew })
  const back = { to: path, label: t(`${texts}.title`) }
  if (error && !item) {
    return <MissingNotice error={error} onRetry={() => void refetch()} />
  }
  if (!isNew && !item) return <Loader className={classes.loader ?? ''} aria-label={t('shell.starting')} />
  const isArchived = item && 'isArchived' in item && item.isArchived === true
  return (
    <div className={classes.whole}>
      <PageHeader
        title={item ? titleOf(item) : t(`${texts}.new`)}
        back={back}
        beside={
          isArchived ? <Badge color="gray">{t('record.archived')}</Badge> : item && definition.beside?.(item)
        }
      >
        {item && definition.actions?.(item)}
      </PageHeader>
      <div className={classes.columns}>
        <RecordForm key={item?.id ?? NEW} definition={definition} item={item ?? null} />
        {item && definition.aside && <aside className={classes.aside}>{definition.aside(item)}</aside>}
      </div>
    </div>
  )
}
