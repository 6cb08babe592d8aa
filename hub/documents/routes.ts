import type { OpenAPIHono } from '@hono/zod-openapi'
import type { z } from 'zod'
import type { Actor } from '#hub/auth/actor.ts'
import type { Tx } from '#hub/db/transact.ts'
import { EXPORT_CONTENT_TYPES, sendExport } from '#hub/exports/send-export.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { languageOf } from '#hub/http/language.ts'
import { route, router } from '#hub/http/route.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { PAGE_CONTENT_TYPE, sendPage } from '#hub/print/send-page.ts'
import { ById } from '#shared/contracts/common.ts'
import { DocumentExportQuery, type DocumentInput } from '#shared/contracts/documents.ts'
import { PrintQuery } from '#shared/contracts/print.ts'
import { documentExport } from './export-documents.ts'
import type { DocumentKind, FullDocument } from './kind.ts'
import { postDocument, unpostDocument } from './post-document.ts'
import { presentDocument, presentSummary } from './present.ts'
import { printDocument } from './print-document.ts'
import { getDocument, type ListedDocument, listDocuments } from './queries.ts'
import { createDocument, deleteDocument, updateDocument } from './save-document.ts'

/** The routes that every kind of document has: the seven of specification 4.2, a file of the list and a print form. */
export function documentRoutes(kind: DocumentKind): OpenAPIHono<HubEnv> {
  const { base, tag, nouns, contracts, area } = kind
  const routes = router()
  const exported = route({
    method: 'get',
    path: `${base}/export`,
    may: `${area}.view`,
    tag,
    summary: `Export ${nouns[1]} to a file`,
    description: 'With the filters of the list. Costs only for those who may see them.',
    query: DocumentExportQuery,
    answers: { 200: null },
    streams: EXPORT_CONTENT_TYPES,
  })
  routes.openapi(exported, async (c) => {
    const query = c.req.valid('query')
    return sendExport(c, query, await documentExport(c, kind, query))
  })
  routes.route(
    '/',
    standardResource({
      ...{ base, tag, nouns, area, contracts },
      presentListed: (row: ListedDocument, actor) => presentSummary(kind, row, actor),
      present: (document: FullDocument, actor) => presentDocument(kind, document, actor),
      deeds: {
        list: (tx, query) => listDocuments(tx, kind, query),
        get: (tx, id) => getDocument(tx, kind, id),
        create: async (tx, input, actor) => {
          const { document, isNew } = await createDocument(tx, kind, input as DocumentInput, actor)
          return { row: document, isNew }
        },
        update: (tx, id, input) => updateDocument(tx, kind, id, input as DocumentInput),
        remove: (tx, id) => deleteDocument(tx, kind, id),
      },
    }),
  )
  const print = route({
    method: 'get',
    path: `${base}/{id}/print`,
    may: `${area}.view`,
    tag,
    summary: `Print form of a ${nouns[0]}: a page for A4, without costs`,
    params: ById,
    query: PrintQuery,
    answers: { 200: null },
    streams: PAGE_CONTENT_TYPE,
  })
  routes.openapi(print, async (c) => {
    const { id } = c.req.valid('param')
    const { lang = languageOf(c) } = c.req.valid('query')
    return sendPage(c, await c.var.read((tx) => printDocument(tx, kind, id, lang)))
  })
  routes.route(
    '/',
    postingRoutes({
      ...{ base, tag, area, noun: nouns[0], item: contracts.item },
      present: (document: FullDocument, actor) => presentDocument(kind, document, actor),
      post: (tx, id, actor) => postDocument(tx, kind, id, actor),
      unpost: (tx, id) => unpostDocument(tx, kind, id),
    }),
  )
  return routes
}

interface Posting<Full> extends Pick<DocumentKind, 'base' | 'area' | 'tag'> {
  noun: string
  item: z.ZodType
  present(document: Full, actor: Actor): object
  post(tx: Tx, id: string, actor: Actor): Promise<Full>
  unpost(tx: Tx, id: string, actor: Actor): Promise<Full>
}

/** Post and unpost, of documents of every kind and of retail sales. */
export function postingRoutes<Full>({ base, tag, area, noun, item, present, ...deeds }: Posting<Full>) {
  const routes = router()
  for (const [deed, does] of [
    ['post', 'its goods move, and it changes no more'],
    ['unpost', 'it is a draft again, and its goods are where they were'],
  ] as const) {
    const one = route({
      method: 'post',
      path: `${base}/{id}/${deed}`,
      may: `${area}.${deed}`,
      tag,
      summary: `${deed === 'post' ? 'Post' : 'Unpost'} a ${noun}: ${does}`,
      params: ById,
      answers: { 200: item },
    })
    routes.openapi(one, async (c) => {
      const { id } = c.req.valid('param')
      const actor = await c.var.actor()
      const document = await c.var.transact((tx) => deeds[deed](tx, id, actor))
      return c.json(present(document, actor) as never, 200)
    })
  }
  return routes
}
