import { and, eq, sql } from 'drizzle-orm'
import { getRecord } from '#hub/db/records.ts'
import { employees } from '#hub/db/tables/organization.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { endSessions } from '#hub/features/account/sessions/sessions.ts'
import { languageIn } from '#hub/features/account/signup/defaults.ts'
import { lockOrganization } from '#hub/features/organization/owner/hand-over.ts'
import { Problem } from '#shared/problems/problem.ts'

/** Archives an active employee, or restores an archived one. Throws `owner_needed` for the owner. */
export async function toggleEmployee(tx: Tx, id: string): Promise<void> {
  const employee = await lockColleague(tx, id)
  await tx
    .update(employees)
    .set({
      isArchived: !employee.isArchived,
      version: sql`${employees.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(employees.organizationId, tx.organizationId), eq(employees.id, id)))
  if (!employee.isArchived && employee.accountId)
    await endSessions(tx, employee.accountId, null, tx.organizationId)
}

/**
 * Locks or unlocks an employee's account in this organization. Throws `owner_needed` for the owner, and
 * `account_missing`.
 */
export async function toggleAccount(tx: Tx, id: string): Promise<void> {
  const { accountId, isAccountActive } = await lockColleague(tx, id)
  if (!accountId) throw new Problem('account_missing', { detail: 'This employee has no account' })
  await tx
    .update(employees)
    .set({ isAccountActive: !isAccountActive, version: sql`${employees.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(employees.organizationId, tx.organizationId), eq(employees.id, id)))
  if (isAccountActive) await endSessions(tx, accountId, null, tx.organizationId)
}

interface Address {
  accountId: string
  email: string
  language: 'en' | 'ru'
}

/** Returns the address and the language for mails to an employee. Throws `account_missing`. */
export async function addressOf(tx: Tx, id: string): Promise<Address> {
  const { accountId } = await getRecord(tx, employees, 'employee', id)
  const [account] = accountId ? await tx.select().from(accounts).where(eq(accounts.id, accountId)) : []
  if (!account) throw new Problem('account_missing', { detail: 'This employee has no account' })
  const { country } = await lockOrganization(tx)
  return { accountId: account.id, email: account.email, language: languageIn(country) }
}

async function lockColleague(tx: Tx, id: string): Promise<typeof employees.$inferSelect> {
  const { ownerEmployeeId } = await lockOrganization(tx)
  const employee = await getRecord(tx, employees, 'employee', id)
  if (ownerEmployeeId === id)
    throw new Problem('owner_needed', { detail: `${employee.lastName} is the owner of the organization` })
  return employee
}
