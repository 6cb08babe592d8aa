import { z } from 'zod'
import { integer, UtcTime } from '#shared/domain/fields.ts'

/**
 * Seal of the audit log of the organization (docs/security/audit-log.md). It covers a range of rows and the
 * previous seal.
 */
export const AuditSeal = z
  .object({
    number: integer(1),
    at: UtcTime,
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'SHA-256 in hex' }),
  })
  .meta({ id: 'AuditSeal' })
export type AuditSeal = z.infer<typeof AuditSeal>

/** Maximum number of seals that a till uploads in one request. */
export const SEALS_OF_A_PAGE = 1000

/** Body of POST /api/pos/v1/audit-seals: all seals held by a till, sorted by number and sent in pages. */
export const HeldSeals = z
  .strictObject({
    isFirst: z.boolean().meta({ description: 'true: the first page' }),
    isLast: z.boolean().meta({ description: 'true: the last page' }),
    seals: z.array(AuditSeal).max(SEALS_OF_A_PAGE),
  })
  .meta({ id: 'HeldSeals' })
export type HeldSeals = z.infer<typeof HeldSeals>
