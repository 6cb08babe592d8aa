import { z } from 'zod'
import { integer, UtcTime } from '#shared/contracts/common.ts'

/**
 * A seal of the audit log of the organization (docs/security/audit-log.md): it covers all rows that were sealed with it, and the
 * seal before it.
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

/** A till hands over in one request at most so many of the seals that it holds. */
export const SEALS_OF_A_PAGE = 1000

/** POST /api/pos/v1/audit-seals: all seals that a till holds, by number, in pages. */
export const HeldSeals = z
  .strictObject({
    isFirst: z.boolean().meta({ description: 'The first page' }),
    isLast: z.boolean().meta({ description: 'No page follows' }),
    seals: z.array(AuditSeal).max(SEALS_OF_A_PAGE),
  })
  .meta({ id: 'HeldSeals' })
export type HeldSeals = z.infer<typeof HeldSeals>
