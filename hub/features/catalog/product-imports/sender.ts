import type { Author, Database } from '#hub/db/transact.ts'
import { findEmployee, type ImportRecord } from './queries.ts'

/** Returns the employee who sent the file of an import. Empty when the account is not an employee any longer. */
export async function senderOf(
  db: Database,
  { organizationId, createdById }: ImportRecord,
): Promise<Omit<Author, 'command'>> {
  if (!createdById) return { employeeId: null, storeIds: [] }
  return db.read(organizationId, (tx) => findEmployee(tx, createdById))
}
