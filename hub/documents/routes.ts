import type { OpenAPIHono } from '@hono/zod-openapi'
import type { z } from 'zod'
import type { Tx } from '#hub/db/transact.ts'
import type { Actor } from '#hub/http/actor.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { route, router } from '#hub/http/route.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { ById } from '#shared/contracts/common.ts'
import type { DocumentInput } from '#shared/contracts/documents.ts'
import type { DocumentKind, DocumentRow, FullDocument } from './kind.ts'
import { postDocument, unpostDocument } from './post-document.ts'
import { presentDocument, presentSummary } from './present.ts'
import { getDocument, listDocuments } from './queries.ts'
import { createDocument, deleteDocument, updateDocument } from './save-document.ts'

/** The seven routes that every kind of document has (specification 4.2). */
export function documentRoutes(kind: DocumentKind): OpenAPIHono<HubEnv> {
  const { base, tag, nouns, contracts, area } = kind
  const routes = router()
  routes.route(
    '/',
    standardResource({
      ...{ base, tag, nouns, area, contracts },
      presentListed: (row: DocumentRow, actor) => presentSummary(kind, row, actor),
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
      const document = await c.var.transact((tx) => deeds[deed](tx, id, c.var.actor))
      return c.json(present(document, c.var.actor) as never, 200)
    })
  }
  return routes
}
