import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { VISIT_MINUTES } from '#hub/auth/visit.ts'
import type { HubContext } from '#hub/context.ts'
import { countRows, notFound } from '#hub/db/records.ts'
import { employees } from '#hub/db/tables/organization.ts'
import { accounts, organizationVisits } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { languageIn } from '#hub/features/account/signup/defaults.ts'
import { giveReason } from '#hub/features/operations/audit-log/queries.ts'
import { lockOrganization } from '#hub/features/organization/owner/hand-over.ts'
import { canMail } from '#hub/integrations/mail/channels.ts'
import { queueMail } from '#hub/integrations/mail/queue-mail.ts'
import type { VisitCreate, VisitListQuery } from '#shared/contracts/platform/visits.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'

export type VisitRow = typeof organizationVisits.$inferSelect

const ofOne = (tx: Tx, id: string) =>
  and(eq(organizationVisits.organizationId, tx.organizationId), eq(organizationVisits.id, id))

/** Returns a page of visits, newest first. */
export async function listVisits(
  tx: Tx,
  { page, pageSize }: VisitListQuery,
): Promise<{ rows: VisitRow[]; total: number }> {
  const where = eq(organizationVisits.organizationId, tx.organizationId)
  const rows = await tx
    .select()
    .from(organizationVisits)
    .where(where)
    .orderBy(desc(organizationVisits.startedAt), desc(organizationVisits.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { rows, total: await countRows(tx, organizationVisits, where) }
}

/**
 * Starts a visit, during which the SuperAdmin can work in the organization. Ends a current visit. Queues a
 * mail to the owner when mail is configured. Call `jobs.wake('mail')` after the commit.
 */
export async function beginVisit(
  tx: Tx,
  { reason, act }: VisitCreate,
  { accountId, hub }: { accountId: string; hub: HubContext },
): Promise<VisitRow> {
  const { country, ownerEmployeeId } = await lockOrganization(tx)
  await giveReason(tx, reason)
  const startedAt = new Date()
  await tx
    .update(organizationVisits)
    .set({ endedAt: sql`least(${organizationVisits.endsAt}, ${startedAt.toISOString()}::timestamptz)` })
    .where(
      and(
        eq(organizationVisits.organizationId, tx.organizationId),
        eq(organizationVisits.accountId, accountId),
        isNull(organizationVisits.endedAt),
      ),
    )
  const [visit] = await tx
    .insert(organizationVisits)
    .values({
      organizationId: tx.organizationId,
      id: newId(),
      accountId,
      reason,
      mayAct: act,
      startedAt,
      endsAt: new Date(startedAt.getTime() + VISIT_MINUTES * 60_000),
    })
    .returning()
  const made = must(visit, 'visit')
  if (ownerEmployeeId) await tellOwner(tx, made, { country, ownerEmployeeId, hub })
  return made
}

/** Ends a visit early. Does nothing when it is already over. Throws `not_found`. */
export async function endVisit(tx: Tx, id: string): Promise<void> {
  const [visit] = await tx.select().from(organizationVisits).where(ofOne(tx, id)).for('update')
  if (!visit) throw notFound('visit', id)
  if (visit.endedAt || visit.endsAt.getTime() <= Date.now()) return
  await tx.update(organizationVisits).set({ endedAt: new Date() }).where(ofOne(tx, id))
}

async function tellOwner(
  tx: Tx,
  { id }: VisitRow,
  { country, ownerEmployeeId, hub }: { country: string; ownerEmployeeId: string; hub: HubContext },
): Promise<void> {
  if (!(await canMail(tx, hub))) return
  const [owner] = await tx
    .select({ email: accounts.email })
    .from(employees)
    .innerJoin(accounts, eq(accounts.id, employees.accountId))
    .where(and(eq(employees.organizationId, tx.organizationId), eq(employees.id, ownerEmployeeId)))
  if (!owner) return
  await queueMail(tx, hub.jobs, {
    key: `visit ${id}`,
    kind: 'Visit',
    to: owner.email,
    language: languageIn(country),
    data: { organizationId: tx.organizationId, visitId: id },
  })
}
