import type { OpenAPIHono } from '@hono/zod-openapi'
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
  for (const [deed, work, does] of [
    ['post', postDocument, 'its goods move, and it changes no more'],
    ['unpost', unpostDocument, 'it is a draft again, and its goods are where they were'],
  ] as const) {
    const one = route({
      method: 'post',
      path: `${base}/{id}/${deed}`,
      may: `${area}.${deed}`,
      tag,
      summary: `${deed === 'post' ? 'Post' : 'Unpost'} a ${nouns[0]}: ${does}`,
      params: ById,
      answers: { 200: contracts.item },
    })
    routes.openapi(one, async (c) => {
      const { id } = c.req.valid('param')
      const document = await c.var.transact((tx) => work(tx, kind, id, c.var.actor))
      return c.json(presentDocument(kind, document, c.var.actor) as never, 200)
    })
  }
  return routes
}
