import { z } from 'zod'
import { integerQuery } from '#shared/domain/fields.ts'

/**
 * GET /api/pos/v1/sync/snapshot returns a finished replica file (shared/replica), gzipped. The hub prepares
 * it once for all tills of a price type. The file may be some time old: it carries the cursor it was made at,
 * and the till requests the changes since before it shows any of its data. The first delta also brings the
 * settings, which are specific to each point.
 *
 * The file never changes under its ETag, so an interrupted download resumes with Range and If-Range (RFC
 * 9110, 14). While the file is being prepared, the response is 503 with Retry-After. A hub that makes no
 * files of the requested format answers 404, and the till takes the NDJSON snapshot.
 */
export const SNAPSHOT_CONTENT_TYPE = 'application/vnd.sqlite3+gzip'

/** Header with the SHA-256 in hex of the unpacked file; the till checks it before it trusts a byte. */
export const SNAPSHOT_HASH_HEADER = 'X-Snapshot-Sha256'
/**
 * Header with the size in bytes of the unpacked file, for the till's progress bar and its check of the free
 * space.
 */
export const SNAPSHOT_SIZE_HEADER = 'X-Snapshot-Size'

export const SnapshotQuery = z.object({
  format: integerQuery(1).meta({ description: 'Replica format of the till (shared/replica/schema.ts)' }),
})
