import { Loader } from '@mantine/core'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { getOf } from '#shared/contracts/endpoint.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Where } from '../../page-entry.ts'
import { MissingNotice } from '../missing-notice.tsx'
import classes from '../record/record.module.css'
import type { DocumentDefinition, EditedTable } from './document-definition.ts'
import { DocumentEditor } from './document-editor.tsx'
import { copyOf } from './draft.ts'

/** Placeholder for the id in the URL of a new document. */
const NEW = 'new'

export const documentOptions = ({ base, contracts }: EditedTable, id: string) =>
  queryOptions({
    queryKey: [base, 'one', id],
    queryFn: ({ signal }) => call(getOf({ base, contracts }), { params: { id }, signal }),
  })

export const prepareDocument =
  ({ table }: DocumentDefinition) =>
  (client: QueryClient, { params: { id = NEW } }: Where) =>
    id === NEW ? undefined : client.prefetchQuery(documentOptions(table, id))

/** Page to edit, save, post and print a document. A new document can be created from another one. */
export function DocumentPage({ definition }: { definition: DocumentDefinition }) {
  const t = useText()
  const { id = NEW } = useParams({ strict: false }) as { id?: string }
  // Updated together with the id, unlike the location.
  const search = useSearch({ strict: false }) as Record<string, string>
  const isNew = id === NEW
  const one = useQuery({ ...documentOptions(definition.table, id), enabled: !isNew })
  const begin = useQuery({
    queryKey: [definition.table.base, 'begin', search],
    enabled: isNew,
    gcTime: 0,
    queryFn: () => beginOf(definition, search),
  })
  // After a new document is saved, the editor stays mounted at the new URL. Any other URL opens another
  // draft.
  const [bornId, setBornId] = useState<string | null>(null)
  const address = `${id} ${JSON.stringify(search)}`
  const [seen, setSeen] = useState({ address, visit: 0 })
  if (address !== seen.address) {
    setSeen({ address, visit: id === bornId ? seen.visit : seen.visit + 1 })
    setBornId(null)
  }
  const { error } = isNew ? begin : one
  if (error && !one.data) {
    return <MissingNotice error={error} onRetry={() => void one.refetch()} />
  }
  if (isNew ? begin.data === undefined : !one.data)
    return <Loader className={classes.loader ?? ''} aria-label={t('shell.starting')} />
  return (
    <DocumentEditor
      key={seen.visit}
      definition={definition}
      item={one.data ?? null}
      begin={begin.data ?? null}
      onBorn={setBornId}
    />
  )
}

async function beginOf(definition: DocumentDefinition, search: Record<string, string>) {
  const { copyOf: copied } = search
  if (copied) return copyOf(definition, await call(getOf(definition.table), { params: { id: copied } }))
  return (await definition.begin?.(search)) ?? null
}
