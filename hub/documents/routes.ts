import type { OpenAPIHono } from '@hono/zod-openapi'
import type { z } from 'zod'
import type { Actor } from '#hub/auth/actor.ts'
import { AREA_PERMISSIONS } from '#hub/auth/area-permissions.ts'
import type { Tx } from '#hub/db/transact.ts'
import { exportRoute } from '#hub/exports/export-route.ts'
import { area } from '#hub/http/area.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { actionRoute } from '#hub/http/operations.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { printRoute } from '#hub/print/print-route.ts'
import { DocumentExportQuery, type DocumentInput } from '#shared/contracts/documents.ts'
import { postOf, unpostOf } from '#shared/contracts/endpoint.ts'
import { PostingQuery } from '#shared/contracts/postings.ts'
import { documentFile } from './export-documents.ts'
import type { DocumentKind, FullDocument } from './kind.ts'
import { postDocument, unpostDocument } from './post-document.ts'
import { presentDocument, presentSummary } from './present.ts'
import { printDocument } from './print-document.ts'
import { getDocument, type ListedDocument, listDocuments, withLiveLines } from './queries.ts'
import { createDocument, deleteDocument, updateDocument } from './save-document.ts'

/**
 * Returns the routes of one kind of document: the seven of specification 4.2, an export of the list, and a
 * print form.
 */
export function documentRoutes(kind: DocumentKind): OpenAPIHono<HubEnv> {
  const { base, tag, nouns, contracts } = kind
  const may = AREA_PERMISSIONS[kind.area]
  return area(
    exportRoute({
      base,
      tag,
      noun: nouns[1],
      may: may.export,
      stores: 'own',
      description: 'Takes the filters of the list. Costs are included only for users who may see them.',
      query: DocumentExportQuery,
      file: (_, query, actor) => documentFile(kind, query, actor),
    }),
    standardResource({
      base,
      tag,
      nouns,
      area: kind.area,
      stores: 'own',
      contracts,
      presentListed: (row: ListedDocument, actor) => presentSummary(kind, row, actor),
      present: (document: FullDocument, actor) => presentDocument(kind, document, actor),
      commands: {
        list: (tx, query) => listDocuments(tx, kind, query),
        get: async (tx, id) => withLiveLines(tx, kind, await getDocument(tx, kind, id)),
        create: async (tx, input, actor) => {
          const { document, isNew } = await createDocument(tx, kind, input as DocumentInput, actor)
          return { row: await withLiveLines(tx, kind, document), isNew }
        },
        update: async (tx, id, input, actor) =>
          withLiveLines(tx, kind, await updateDocument(tx, kind, id, input as DocumentInput, actor)),
        remove: (tx, id, actor) => deleteDocument(tx, kind, id, actor),
      },
    }),
    printRoute({
      base,
      tag,
      noun: nouns[0],
      may: may.view,
      stores: 'own',
      page: (tx, id, language) => printDocument(tx, kind, id, language),
    }),
    postingRoutes({
      base,
      tag,
      area: kind.area,
      noun: nouns[0],
      contracts,
      present: (document: FullDocument, actor) => presentDocument(kind, document, actor),
      query: PostingQuery,
      post: (tx, id, actor, query) => postDocument(tx, kind, id, actor, query),
      unpost: async (tx, id, actor, query) =>
        withLiveLines(tx, kind, await unpostDocument(tx, kind, id, actor, query)),
    }),
  )
}

interface Posting<Full, Query extends typeof PostingQuery>
  extends Pick<DocumentKind, 'base' | 'area' | 'tag'> {
  noun: string
  contracts: { item: z.ZodType }
  present(document: Full, actor: Actor): object
  /** Query of posting. Unposting accepts only overridePeriod. */
  query: Query
  post(tx: Tx, id: string, actor: Actor, query: z.output<Query>): Promise<Full>
  unpost(tx: Tx, id: string, actor: Actor, query: PostingQuery): Promise<Full>
}

/** Returns the post and unpost routes for all kinds of document and for retail sales. */
export function postingRoutes<Full, Query extends typeof PostingQuery>({
  tag,
  noun,
  present,
  query,
  post,
  unpost,
  ...table
}: Posting<Full, Query>): OpenAPIHono<HubEnv> {
  const may = AREA_PERMISSIONS[table.area]
  return area(
    actionRoute({
      ...postOf(table, query),
      may: may.post,
      stores: 'own',
      tag,
      summary: `Post a ${noun}: book its movements and lock it against changes`,
      command: (tx, { id, query, actor }) => post(tx, id, actor, query as z.output<Query>),
      present,
    }),
    actionRoute({
      ...unpostOf(table),
      may: may.unpost,
      stores: 'own',
      tag,
      summary: `Unpost a ${noun}: turn it into a draft again and reverse its movements`,
      command: (tx, { id, query, actor }) => unpost(tx, id, actor, query),
      present,
    }),
  )
}
