import type { OpenAPIHono } from '@hono/zod-openapi'
import type { z } from 'zod'
import type { Declared } from '#hub/auth/access.ts'
import type { Actor } from '#hub/auth/actor.ts'
import { timeZoneOf } from '#hub/db/days.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { route, router } from '#hub/http/route.ts'
import { exportOf } from '#shared/contracts/endpoint.ts'
import type { ExportQuery } from '#shared/contracts/exports.ts'
import { pagesOf } from './pages-of.ts'
import { EXPORT_CONTENT_TYPES, type Export, sendExport } from './send-export.ts'

export interface ExportFile<Row> extends Omit<Export<Row>, 'pages' | 'timeZone'> {
  /** Returns at most `limit` rows after the row `after`. See `pagesOf`. */
  page(tx: Tx, after: Row | undefined, limit: number): Promise<Row[]>
}

type ExportSpec<Query extends z.ZodObject, Row> = Declared & {
  base: `/api/${string}`
  tag: string
  description?: string
  /** Noun in the route's summary. */
  noun: string
  query: Query
  file(tx: Tx, query: z.output<Query>, actor: Actor): ExportFile<Row> | Promise<ExportFile<Row>>
}

/** Returns the route GET /export, which returns a list as a file. */
export function exportRoute<Query extends z.ZodObject, Row>({
  base,
  noun,
  query,
  file,
  ...operation
}: ExportSpec<Query, Row>): OpenAPIHono<HubEnv> {
  const get = route({
    ...operation,
    ...exportOf({ base }, query),
    summary: `Export ${noun} to a file`,
    answers: { 200: null },
    streams: EXPORT_CONTENT_TYPES,
  })
  return router().openapi(get, async (c) => {
    const requested = c.req.valid('query' as never) as z.output<Query> & ExportQuery
    const { page, ...about } = await c.var.read(async (tx) => ({
      ...(await file(tx, requested, await c.var.actor())),
      timeZone: await timeZoneOf(tx),
    }))
    const pages = pagesOf<Row>((after, limit) => c.var.read((tx) => page(tx, after, limit)))
    return sendExport(c, requested, { ...about, pages })
  })
}
