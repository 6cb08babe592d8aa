import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Declared } from '#hub/auth/access.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { languageOf } from '#hub/http/language.ts'
import { route, router } from '#hub/http/route.ts'
import { printOf } from '#shared/contracts/endpoint.ts'
import type { Language } from '#shared/contracts/exports.ts'
import type { PrintedPage } from './page.ts'
import { PAGE_CONTENT_TYPE, sendPage } from './send-page.ts'

type PrintSpec = Declared & {
  base: `/api/${string}`
  tag: string
  /** Noun for the summary. */
  noun: string
  page(tx: Tx, id: string, language: Language): Promise<PrintedPage>
}

/** Defines GET /{id}/print, which returns a printable page. */
export function printRoute({ base, noun, page, ...operation }: PrintSpec): OpenAPIHono<HubEnv> {
  const get = route({
    ...operation,
    ...printOf({ base }),
    summary: `Print form of a ${noun}: a page for A4, without costs`,
    answers: { 200: null },
    streams: PAGE_CONTENT_TYPE,
  })
  return router().openapi(get, async (c) => {
    const { id } = c.req.valid('param')
    const { lang = languageOf(c) } = c.req.valid('query')
    return sendPage(c, await c.var.read((tx) => page(tx, id, lang)))
  })
}
