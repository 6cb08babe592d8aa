import { sql } from 'drizzle-orm'
import type { PlatformTx } from '#hub/db/transact.ts'
import { GrantError } from './grant-error.ts'

interface Workplace {
  id: string
  name: string
}

/** Returns the organizations where a user works: not archived, and without a lock on the account. */
async function workplacesOf(tx: PlatformTx, accountId: string): Promise<Workplace[]> {
  const { rows } = await tx.execute<{ id: string; name: string }>(
    sql`SELECT organization_id AS id, name FROM platform_organizations_of(${accountId}) ORDER BY name, organization_id`,
  )
  return rows
}

/**
 * Returns the organization for tokens: the requested one, or else the only one. Null for a SuperAdmin. Throws
 * a GrantError `organization_required` that lists the possible ones.
 */
export async function chooseOrganization(
  tx: PlatformTx,
  account: { id: string; isSuperAdmin: boolean },
  named: string | undefined,
): Promise<string | null> {
  if (account.isSuperAdmin) return null
  const workplaces = await workplacesOf(tx, account.id)
  if (named !== undefined && !workplaces.some(({ id }) => id === named))
    throw new GrantError('invalid_grant', 'You do not work in this organization')
  const [first] = workplaces
  if (!first) throw new GrantError('invalid_grant', 'There is no organization that you can work in')
  if (named === undefined && workplaces.length > 1)
    throw new GrantError('organization_required', 'Name one of the organizations', {
      organizations: workplaces,
    })
  return named ?? first.id
}
