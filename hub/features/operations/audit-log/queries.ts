import { and, arrayContains, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import { withinDays } from '#hub/db/days.ts'
import { contains, matches } from '#hub/db/records.ts'
import { auditLog } from '#hub/db/tables/audit.ts'
import { stores } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { AuditLogQuery } from '#shared/contracts/organization/audit-log.ts'
import { invalidField } from '#shared/problems/problem.ts'

export type AuditRow = typeof auditLog.$inferSelect

type Filters = Omit<AuditLogQuery, 'after' | 'pageSize'>

/** Returns a page of the log, newest first. Each page continues where the previous one ended. */
export async function listAuditLog(tx: Tx, { after, pageSize, ...filters }: AuditLogQuery) {
  const rows = await readAuditLog(tx, filters, after === undefined ? undefined : before(after), pageSize + 1)
  const page = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? page.at(-1) : undefined
  return { rows: page, next: last ? `${last.at.getTime()}:${last.id}` : null }
}

function before(after: string): Pick<AuditRow, 'at' | 'id'> {
  const [at = '', id = ''] = after.split(':')
  if (!validate(id) || Number(at) > 8.64e15)
    throw invalidField(['query', 'after'], 'is not the `next` of a page')
  return { at: new Date(Number(at)), id }
}

/** Returns up to `limit` rows older than `last`, newest first. */
export function readAuditLog(
  tx: Tx,
  { accountId, employeeId, person, kind, recordId, search, storeId, source, action, from, to }: Filters,
  last: Pick<AuditRow, 'at' | 'id'> | undefined,
  limit: number,
): Promise<AuditRow[]> {
  const isAfter: SQL | undefined =
    last && sql`(${auditLog.at}, ${auditLog.id}) < (${last.at.toISOString()}::timestamptz, ${last.id}::uuid)`
  return tx
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.organizationId, tx.organizationId),
        matches(auditLog.accountId, accountId),
        matches(auditLog.employeeId, employeeId),
        person ? contains([auditLog.actorName], person) : undefined,
        kind ? eq(auditLog.kind, kind) : undefined,
        matches(auditLog.recordId, recordId),
        search ? namesRecord(search) : undefined,
        storeId ? arrayContains(auditLog.storeIds, [storeId]) : undefined,
        matches(auditLog.source, source),
        action ? eq(auditLog.action, action) : undefined,
        ...withinDays(auditLog.at, { from, to }),
        isAfter,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit)
}

/** Returns the condition that part of a record name matches: the changed record or another record in the change. */
const namesRecord = (search: string) =>
  or(
    contains([auditLog.recordName], search),
    sql`EXISTS (SELECT FROM jsonb_array_elements(${auditLog.changes}) AS change
      WHERE strpos(lower(change ->> 'name'), lower(${search})) > 0)`,
  )

export async function storeNamesOf(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: stores.id, name: stores.name })
    .from(stores)
    .where(eq(stores.organizationId, tx.organizationId))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Adds the user's reason to the command of the transaction. */
export async function giveReason(tx: Pick<Tx, 'execute'>, reason: string): Promise<void> {
  await tx.execute(sql`
    SELECT set_config('app.deed', (deed::jsonb || jsonb_build_object('reason', ${reason}::text))::text, true)
    FROM current_setting('app.deed', true) AS deed WHERE deed <> ''`)
}

/** Logs a command that changes no logged table, such as an export of data. */
export async function noteCommand(tx: Pick<Tx, 'execute'>): Promise<void> {
  await tx.execute(sql`SELECT audit_add(current_setting('app.deed')::jsonb, '[]', 0)`)
}
