import { timingSafeEqual } from 'node:crypto'
import { and, eq, isNull, or } from 'drizzle-orm'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { hashSecret, newSecret } from '#hub/config/secrets.ts'
import { exportLinks, organizationExports } from '#hub/db/tables/organization-exports.ts'
import { readRange } from '#hub/http/byte-range.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { cookieOf, siteOf } from '#hub/http/own-site.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { ARCHIVE_TYPE } from './make-export.ts'
import { type ExportRow, isExpired } from './queries.ts'

/**
 * Sends the file, or the requested range (RFC 9110, section 14). The first download binds the link to that
 * browser with a cookie. The link expires when the last byte has been sent. Throws `not_found` and
 * `range_not_satisfiable`.
 */
export async function download(c: Context<HubEnv>, token: string): Promise<Response> {
  const { db, files } = c.get('hub')
  const tokenHash = hashSecret(token)
  const cookie = await claimCookie(c, tokenHash)
  const kept = getCookie(c, cookie.name)
  const keptHash = kept === undefined ? null : hashSecret(kept)
  const linked = await findLinked(c, tokenHash)
  if (!linked || !isOpenTo(linked.link, keptHash)) throw linkGone()
  const { link, row } = linked
  const size = must(row.sizeBytes)
  const etag = `"${must(row.sha256).toString('hex')}"`
  const about = {
    'Content-Type': ARCHIVE_TYPE,
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
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
  const key = link.claimHash === null ? newSecret() : must(kept, 'the key of the claim')
  if (!(await claim(c, link, hashSecret(key)))) throw linkGone()
  const maxAge = Math.ceil((must(row.expiresAt).getTime() - Date.now()) / 1000)
  setCookie(c, cookie.name, key, { ...cookie.options, maxAge })
  const file = await files.get(must(row.fileKey), range ?? undefined)
  if (!file) throw new Problem('not_found', { detail: 'The file of the export was deleted' })
  const endLink = async (): Promise<void> => {
    if (end === size - 1)
      await db.platform((tx) => tx.delete(exportLinks).where(eq(exportLinks.tokenHash, tokenHash)))
  }
  return c.body(file.content.pipeThrough(new TransformStream({ flush: endLink })), status, headers)
}

type Link = typeof exportLinks.$inferSelect

/** Returns the cookie of a link. Each link has its own, so that downloads in one browser do not interfere. */
const claimCookie = async (c: Context<HubEnv>, tokenHash: Buffer) =>
  cookieOf(await siteOf(c.get('hub')), `counterfoil-export-${tokenHash.toString('hex', 0, 8)}`, {
    path: c.req.path,
    sameSite: 'Lax',
  })

const isOpenTo = ({ claimHash }: Link, keptHash: Buffer | null): boolean =>
  claimHash === null || (keptHash !== null && timingSafeEqual(claimHash, keptHash))

/** Binds the link to a browser's key. Returns false when another browser was faster, or the link no longer exists. */
async function claim(
  c: Context<HubEnv>,
  { organizationId, exportId, tokenHash }: Link,
  claimHash: Buffer,
): Promise<boolean> {
  const claimed = await c.get('hub').db.platform((tx) =>
    tx
      .update(exportLinks)
      .set({ claimHash })
      .where(
        and(
          eq(exportLinks.organizationId, organizationId),
          eq(exportLinks.exportId, exportId),
          eq(exportLinks.tokenHash, tokenHash),
          or(isNull(exportLinks.claimHash), eq(exportLinks.claimHash, claimHash)),
        ),
      )
      .returning({ exportId: exportLinks.exportId }),
  )
  return claimed.length > 0
}

const linkGone = (): Problem =>
  new Problem('not_found', {
    detail: 'The link is unknown or used, another download has it, or its export is not ready or has expired',
  })

/**
 * Returns the link and its export. Returns undefined when the token is unknown or used, or the export is not
 * ready or has expired.
 */
async function findLinked(
  c: Context<HubEnv>,
  tokenHash: Buffer,
): Promise<{ link: Link; row: ExportRow } | undefined> {
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
  return row?.fileKey && !isExpired(row) ? { link, row } : undefined
}
