import type { Author, Database } from '#hub/db/transact.ts'
import { findEmployee, type ImportRecord } from './queries.ts'

/** Who sent the file of an import; nobody: the account is no employee any more. */
export async function senderOf(
  db: Database,
  { organizationId, createdById }: ImportRecord,
): Promise<Omit<Author, 'deed'>> {
  if (!createdById) return { employeeId: null, storeIds: [] }
  return db.read(organizationId, (tx) => findEmployee(tx, createdById))
}
