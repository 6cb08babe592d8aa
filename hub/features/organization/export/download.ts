import { and, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { hashSecret } from '#hub/config/secrets.ts'
import { exportLinks, organizationExports } from '#hub/db/tables/organization-exports.ts'
import { readRange } from '#hub/http/byte-range.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { ARCHIVE_TYPE } from './make-export.ts'
import { type ExportRow, isExpired } from './queries.ts'

/** Answers with the file, or the part that is asked for (RFC 9110, 14). The link ends when the last byte has gone out. */
export async function download(c: Context<HubEnv>, token: string): Promise<Response> {
  const { db, files } = c.get('hub')
  const tokenHash = hashSecret(token)
  const row = await findLinked(c, tokenHash)
  if (!row)
    throw new Problem('not_found', {
      detail: 'The link is unknown or used, or its export is not ready, or expired',
    })
  const size = must(row.sizeBytes)
  const etag = `"${must(row.sha256).toString('hex')}"`
  const about = {
    ...{ 'Content-Type': ARCHIVE_TYPE, ETag: etag, 'Accept-Ranges': 'bytes', 'Cache-Control': 'no-store' },
    'Content-Disposition': `attachment; filename="counterfoil-${row.createdAt.toISOString().slice(0, 10)}.zip"`,
    'Referrer-Policy': 'no-referrer',
  }
  const ifRange = c.req.header('If-Range')
  const range = ifRange === undefined || ifRange === etag ? readRange(c.req.header('Range'), size) : null
  if (range === 'unsatisfiable')
    throw new Problem('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${size}` } })
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const headers = {
    ...about,
    'Content-Length': String(end - start + 1),
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
  }
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD') return c.body(null, status, headers)
  const file = await files.get(must(row.fileKey), range ?? undefined)
  if (!file) throw new Problem('not_found', { detail: 'The file of the export is gone' })
  const endLink = async (): Promise<void> => {
    if (end === size - 1)
      await db.platform((tx) => tx.delete(exportLinks).where(eq(exportLinks.tokenHash, tokenHash)))
  }
  return c.body(file.content.pipeThrough(new TransformStream({ flush: endLink })), status, headers)
}

/** undefined: the token is unknown or used, or its export is not ready, or expired. */
async function findLinked(c: Context<HubEnv>, tokenHash: Buffer): Promise<ExportRow | undefined> {
  const { db } = c.get('hub')
  const [link] = await db.platform((tx) =>
    tx.select().from(exportLinks).where(eq(exportLinks.tokenHash, tokenHash)),
  )
  if (!link) return undefined
  const { organizationId, exportId } = link
  const [row] = await db.read(organizationId, (tx) =>
    tx
      .select()
      .from(organizationExports)
      .where(
        and(eq(organizationExports.organizationId, organizationId), eq(organizationExports.id, exportId)),
      ),
  )
  return row?.fileKey && !isExpired(row) ? row : undefined
}
