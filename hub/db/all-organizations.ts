import { isNotNull } from 'drizzle-orm'
import { accounts } from './tables/platform.ts'
import type { Database } from './transact.ts'

/** Returns the ids of all organizations, archived or not. Each has an account that can sign in. */
export async function allOrganizations({ db }: { db: Database }): Promise<string[]> {
  const rows = await db.platform((tx) =>
    tx
      .selectDistinct({ id: accounts.organizationId })
      .from(accounts)
      .where(isNotNull(accounts.organizationId)),
  )
  return rows.flatMap(({ id }) => id ?? [])
}
