import { eq, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import type { HubContext } from '#hub/context.ts'
import { organizations } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { removeFactor } from '#hub/features/account/second-factor/remove-factor.ts'
import { languageIn } from '#hub/features/account/signup/defaults.ts'
import { giveReason } from '#hub/features/operations/audit-log/queries.ts'
import { actionRoute } from '#hub/http/operations.ts'
import { RemoveSecondFactor } from '#shared/contracts/organization/employees.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { lockEmployee } from './save-employee.ts'

export const lostFactorRoutes = actionRoute({
  path: '/api/organization/employees/{id}/remove-second-factor',
  may: 'employees.update',
  stores: 'own',
  stepUp: true,
  tag: 'Organization: employees',
  summary: 'Remove the second factor of an employee who has lost it',
  description: 'Not for an employee who works in another organization too: a SuperAdmin does that.',
  body: RemoveSecondFactor,
  answer: null,
  command: (tx, { id, body, actor, hub }) => removeOfColleague(tx, id, body.reason, { actor, hub }),
  afterwards: (hub) => hub.jobs.wake('mail'),
})

/**
 * Removes the second factor of a colleague. Throws `permission_not_held` for a colleague with more
 * permissions than the actor, `owner_needed`, `account_missing`, `works_elsewhere` and `second_factor_off`.
 */
async function removeOfColleague(
  tx: Tx,
  id: string,
  reason: string,
  { actor, hub }: { actor: Actor; hub: HubContext },
): Promise<void> {
  const { employee, isOwner } = await lockEmployee(tx, id, actor)
  if (isOwner)
    throw new Problem('owner_needed', { detail: 'A platform administrator turns it off for the owner' })
  const { accountId } = employee
  if (!accountId) throw new Problem('account_missing', { detail: `${employee.lastName} has no account` })
  const { rows } = await tx.execute<{ elsewhere: boolean }>(
    sql`SELECT EXISTS (SELECT FROM platform_organizations_of(${accountId})
      WHERE organization_id <> ${tx.organizationId}) AS elsewhere`,
  )
  if (rows[0]?.elsewhere) throw new Problem('works_elsewhere')
  await giveReason(tx, reason)
  const [organization] = await tx
    .select({ country: organizations.country })
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId))
  await removeFactor(tx, hub, accountId, { reason, language: languageIn(must(organization).country) })
}
