import { isNotNull } from 'drizzle-orm'
import { accounts } from './tables/platform.ts'
import type { Database } from './transact.ts'

/** Returns every organization, archived or not: each has an account that can sign in. */
export async function allOrganizations({ db }: { db: Database }): Promise<string[]> {
  const rows = await db.platform((tx) =>
    tx
      .selectDistinct({ id: accounts.organizationId })
      .from(accounts)
      .where(isNotNull(accounts.organizationId)),
  )
  return rows.flatMap(({ id }) => id ?? [])
}
