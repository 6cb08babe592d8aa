import { z } from 'zod'
import { Count } from '#shared/domain/fields.ts'

/** Version of the archive format. Increased when older hubs cannot restore newer archives. */
export const ARCHIVE_FORMAT = 1

/** Manifest of an archive. */
export const Manifest = z.object({
  product: z.literal('counterfoil'),
  format: Count,
  exportedAt: z.string(),
  organization: z.object({ id: z.guid(), name: z.string() }),
  /** Tables in the order of their restore. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: Count })),
  files: z.array(z.string()),
  missingFiles: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>
