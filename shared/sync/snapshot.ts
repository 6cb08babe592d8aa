import { z } from 'zod'
import { integerQuery } from '#shared/contracts/common.ts'

/**
 * GET /api/pos/v1/sync/snapshot answers with a finished replica file (shared/replica), gzipped, which the hub prepares
 * once for all tills of a price type and gives to each of them. It may be some time old: it carries the cursor it was
 * made at, and the till asks for the changes since before it shows anything of it; the first such delta also brings the
 * settings, which are each point's own.
 *
 * The file never changes under its ETag, so a download that broke off goes on with Range and If-Range (RFC 9110, 14).
 * While it is being prepared the answer is 503 with Retry-After; a hub that makes no files of the asked format answers
 * 404, and the till takes the NDJSON snapshot.
 */
export const SNAPSHOT_CONTENT_TYPE = 'application/vnd.sqlite3+gzip'

/** SHA-256 in hex of the unpacked file; the till checks it before it trusts a byte. */
export const SNAPSHOT_HASH_HEADER = 'X-Snapshot-Sha256'
/** Bytes of the unpacked file, for the till's progress bar and its look at the free space. */
export const SNAPSHOT_SIZE_HEADER = 'X-Snapshot-Size'

export const SnapshotQuery = z.object({
  format: integerQuery(1).meta({ description: 'The replica format of the till (shared/replica/schema.ts)' }),
})
