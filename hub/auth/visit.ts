import { and, eq, gt, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { organizations, organizationVisits } from '#hub/db/tables/platform.ts'
import type { Database } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'

/**
 * Permission of a SuperAdmin to work inside an organization, under their own name
 * (docs/security/tenancy.md#visits).
 */
export interface Visit {
  organizationId: string
  reason: string
  mayAct: boolean
}

export const VISIT_MINUTES = 30

/**
 * Returns the current visit. Throws `not_found` for an unknown organization, and `visit_needed` when there is
 * no visit.
 */
export async function findVisit(db: Database, accountId: string, named: string): Promise<Visit> {
  const parsed = z.guid().safeParse(named)
  const [found] = parsed.success
    ? await db.read(parsed.data, (tx) =>
        tx
          .select({
            organizationId: organizations.id,
            reason: organizationVisits.reason,
            mayAct: organizationVisits.mayAct,
          })
          .from(organizations)
          .leftJoin(
            organizationVisits,
            and(
              eq(organizationVisits.organizationId, organizations.id),
              eq(organizationVisits.accountId, accountId),
              isNull(organizationVisits.endedAt),
              gt(organizationVisits.endsAt, new Date()),
            ),
          ),
      )
    : []
  if (!found) throw new Problem('not_found', { detail: `There is no organization ${named.slice(0, 64)}` })
  const { organizationId, reason, mayAct } = found
  if (reason === null || mayAct === null)
    throw new Problem('visit_needed', {
      detail: `Give a reason with POST /api/super-admin/organizations/${organizationId}/visits; a visit ends after ${VISIT_MINUTES} minutes`,
    })
  return { organizationId, reason, mayAct }
}

/** Throws `visit_reads_only` for a change during a visit without `act`. */
export function refuseChange({ mayAct }: Visit, method: string): void {
  if (mayAct || method === 'get') return
  throw new Problem('visit_reads_only', { detail: 'Begin a visit with `act`' })
}
