import type { Context } from 'hono'
import { readFeedState } from '#hub/features/pos/download/feed-queries.ts'
import { refuseRevoked } from '#hub/features/pos/download/refuse-revoked.ts'
import { readRange } from '#hub/http/byte-range.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { route, router } from '#hub/http/route.ts'
import { Problem } from '#shared/problems/problem.ts'
import { REPLICA_FORMAT } from '#shared/replica/schema.ts'
import {
  SNAPSHOT_CONTENT_TYPE,
  SNAPSHOT_HASH_HEADER,
  SNAPSHOT_SIZE_HEADER,
  SnapshotQuery,
} from '#shared/sync/snapshot.ts'
import { readFile } from './read-file.ts'
import type { OpenSnapshot } from './snapshots.ts'

const snapshot = route({
  method: 'get',
  path: '/api/pos/v1/sync/snapshot',
  may: 'pos.sync',
  tag: 'Point of sale',
  summary: 'Download a prepared replica file',
  description:
    'A gzipped SQLite file with everything but the settings, and the cursor for requesting later changes. It may be ' +
    'fetched in parts (Range with If-Range). 503 while it is being prepared, 404 when there are no such files.',
  query: SnapshotQuery,
  answers: { 200: null },
  streams: SNAPSHOT_CONTENT_TYPE,
})

export const snapshotRoutes = router().openapi(snapshot, async (c) => {
  const actor = await c.var.actor()
  refuseRevoked(actor)
  const { format } = c.req.valid('query')
  if (format !== REPLICA_FORMAT) {
    throw new Problem('not_found', { detail: `This hub makes files of format ${REPLICA_FORMAT}` })
  }
  const { scope } = await c.var.read((tx) => readFeedState(tx, actor))
  return answer(c, await c.get('hub').snapshots.openFile(actor.organizationId, scope.priceTypeId))
})

/** Sends the file, with conditional requests (RFC 9110, section 13.1) and ranges (section 14). */
function answer(c: Context<HubEnv>, { snapshot, fd }: OpenSnapshot): Response {
  const { sizeBytes } = snapshot
  const etag = `"${snapshot.hash}"`
  const headers = {
    'Content-Type': SNAPSHOT_CONTENT_TYPE,
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    [SNAPSHOT_HASH_HEADER]: snapshot.unpackedHash,
    [SNAPSHOT_SIZE_HEADER]: String(snapshot.unpackedSizeBytes),
  }
  const ifRange = c.req.header('If-Range')
  // If the tag belongs to another file, such as an older one or one of another hub process, the whole file is
  // sent.
  const isOfThisFile = ifRange === undefined || ifRange === etag
  const range = isOfThisFile ? readRange(c.req.header('Range'), sizeBytes) : null
  const { start, end } =
    range === null || range === 'unsatisfiable' ? { start: 0, end: sizeBytes - 1 } : range
  const isHead = c.req.method === 'HEAD'
  const isKnown = c.req
    .header('If-None-Match')
    ?.split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag)
  const body = readFile(fd, { start, end })
  if (isHead || isKnown || range === 'unsatisfiable') void body.cancel()
  if (isKnown) return c.body(null, 304, headers)
  if (range === 'unsatisfiable') {
    throw new Problem('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${sizeBytes}` } })
  }
  const about = {
    ...headers,
    'Content-Length': String(end - start + 1),
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${sizeBytes}` }),
  }
  const status = range ? 206 : 200
  return isHead ? c.body(null, status, about) : c.body(body, status, about)
}
