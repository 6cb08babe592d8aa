import { and, arrayContains, eq, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import type { HubContext } from '#hub/context.ts'
import { digestReaders } from '#hub/db/tables/digests.ts'
import { employeeRoles, employees } from '#hub/db/tables/organization.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { canMail } from '#hub/integrations/mail/channels.ts'
import type { MorningDigest, MorningDigestSet } from '#shared/contracts/reports/morning-digest.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'

type Mailing = Pick<HubContext, 'keyRing' | 'mail'>

/** Permissions required for the digest, which shows sales and profit. */
const NEEDED: Permission[] = ['sales.view', 'costs.view']

export type DigestReader = typeof digestReaders.$inferSelect & { email: string }

/** Returns employees who subscribe to the digest and have access to its content, which covers all stores. */
export function listReaders(tx: Tx): Promise<DigestReader[]> {
  const { organizationId, employeeId, at, language, since, toldOn } = digestReaders
  return tx
    .select({ organizationId, employeeId, at, language, since, toldOn, email: accounts.email })
    .from(digestReaders)
    .innerJoin(employees, and(eq(employees.organizationId, organizationId), eq(employees.id, employeeId)))
    .innerJoin(
      employeeRoles,
      and(eq(employeeRoles.organizationId, organizationId), eq(employeeRoles.id, employees.roleId)),
    )
    .innerJoin(accounts, eq(accounts.id, employees.accountId))
    .where(
      and(
        eq(organizationId, tx.organizationId),
        eq(employees.isArchived, false),
        eq(employees.isAccountActive, true),
        eq(accounts.isActive, true),
        sql`${employees.storeIds} = '{}'`,
        arrayContains(employeeRoles.permissions, NEEDED),
      ),
    )
}

/** Returns the user's own digest settings. */
export async function readOwnDigest(tx: Tx, actor: Actor, hub: Mailing): Promise<MorningDigest> {
  const [account] = await tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, actor.id))
  const [row] = await tx.select().from(digestReaders).where(isOwn(tx, actor))
  return {
    isWanted: row !== undefined,
    at: row?.at ?? '09:00',
    language: row?.language ?? 'en',
    email: must(account, 'account').email,
    canMail: await canMail(tx, hub),
  }
}

/** Changes the user's own digest settings. Throws `forbidden` for a user who is not an employee. */
export async function setOwnDigest(
  tx: Tx,
  { isWanted, at, language }: MorningDigestSet,
  actor: Actor,
): Promise<void> {
  const { organizationId } = tx
  const { employeeId } = actor
  if (!isWanted) {
    await tx.delete(digestReaders).where(isOwn(tx, actor))
    return
  }
  if (employeeId === null)
    throw new Problem('forbidden', { detail: 'Only an employee of the organization can get it' })
  await tx
    .insert(digestReaders)
    .values({ organizationId, employeeId, at, language, since: new Date() })
    .onConflictDoUpdate({
      target: [digestReaders.organizationId, digestReaders.employeeId],
      set: { at, language },
    })
}

const isOwn = (tx: Tx, { employeeId }: Actor) =>
  and(
    eq(digestReaders.organizationId, tx.organizationId),
    employeeId === null ? sql`false` : eq(digestReaders.employeeId, employeeId),
  )
