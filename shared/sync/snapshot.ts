import { z } from 'zod'
import { integerQuery } from '#shared/domain/fields.ts'

/**
 * Content type of the response of GET /api/pos/v1/sync/snapshot: a finished replica file (shared/replica),
 * gzipped. The hub prepares it once for all tills of a price type. The file can be somewhat old. It contains
 * the cursor of its creation, and the till requests the changes since then before it displays any data. The
 * first changes also include the settings, which differ between retail points.
 *
 * The file never changes under its ETag, so an interrupted download resumes with Range and If-Range (RFC
 * 9110, section 14). While the file is being prepared, the response is 503 with Retry-After. A hub that
 * cannot create files of the requested format responds with 404, and the till downloads the NDJSON snapshot
 * instead.
 */
export const SNAPSHOT_CONTENT_TYPE = 'application/vnd.sqlite3+gzip'

/** Header with the SHA-256 of the unpacked file, in hex. The till checks it before it uses the file. */
export const SNAPSHOT_HASH_HEADER = 'X-Snapshot-Sha256'
/**
 * Header with the size of the unpacked file, in bytes. The till uses it for its progress bar and to check the
 * free disk space.
 */
export const SNAPSHOT_SIZE_HEADER = 'X-Snapshot-Size'

export const SnapshotQuery = z.object({
  format: integerQuery(1).meta({ description: 'Replica format of the till (shared/replica/schema.ts)' }),
})
