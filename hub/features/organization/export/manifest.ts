import { z } from 'zod'
import { Count } from '#shared/contracts/common.ts'

/** Of the archive: raised when an older hub could not bring a newer archive back. */
export const ARCHIVE_FORMAT = 1

/** What an archive says of itself. */
export const Manifest = z.object({
  product: z.literal('counterfoil'),
  format: Count,
  exportedAt: z.string(),
  organization: z.object({ id: z.guid(), name: z.string() }),
  /** In the order in which they are brought back. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: Count })),
  files: z.array(z.string()),
  missingFiles: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>
