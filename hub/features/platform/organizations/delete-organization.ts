import { sql } from 'drizzle-orm'
import { NIL } from 'uuid'
import type { HubCore } from '#hub/core.ts'
import { notFound } from '#hub/db/records.ts'
import { organizations } from '#hub/db/tables/platform.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import { uploads } from '#hub/db/tables/sync.ts'
import type { Author, Command, PlatformTx, Tx } from '#hub/db/transact.ts'
import { refuseUnmadeReceipts } from '#hub/features/sales/fiscal/unmade-receipts.ts'
import { authorWithin } from '#hub/http/path-organization.ts'
import { doJobs } from '#hub/jobs/do-jobs.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { type Requester, startJob } from '#hub/jobs/tracked-jobs.ts'
import { Problem } from '#shared/problems/problem.ts'

/** Rows of each table deleted in one transaction. Few enough that other transactions are not blocked for long. */
const PORTION = 2000

interface Deleter extends HubCore {
  jobs: JobQueue
}

/**
 * Starts a job that deletes an archived organization with all its data. Its tills keep sales that they have
 * not uploaded, because the hub no longer accepts these devices. Throws `not_archived`, `not_confirmed` when
 * the organization has sales and the confirmation is not its name, and `cleanup_refused` while a fiscal
 * receipt is pending.
 */
export async function startDeletion(
  { db, jobs }: Pick<Deleter, 'db' | 'jobs'>,
  id: string,
  {
    confirmation,
    requester,
    author,
  }: { confirmation: string | undefined; requester: Requester; author: Author },
): Promise<void> {
  await db.read(id, async (tx) => refuseDeletion(tx, confirmation))
  await db.transact(
    NIL,
    (tx) =>
      startJob(tx, jobs, { type: 'organization-deletion', input: { deletedId: id }, requester, onceKey: id }),
    authorWithin(author, NIL),
  )
  jobs.wake('organization-deletion')
}

async function refuseDeletion(tx: Tx, confirmation: string | undefined): Promise<void> {
  const [organization] = await tx.select().from(organizations)
  if (!organization) throw notFound('organization', tx.organizationId)
  const { name, isArchived } = organization
  if (!isArchived) throw new Problem('not_archived', { detail: `${name} is active: archive it first` })
  await refuseUnmadeReceipts(tx)
  if (confirmation === name) return
  const hasSales = [
    ...(await tx.select({ id: retailSales.id }).from(retailSales).limit(1)),
    ...(await tx.select({ id: uploads.id }).from(uploads).limit(1)),
  ]
  if (hasSales.length > 0)
    throw new Problem('not_confirmed', { detail: 'It has sales: send its name as `confirmation`' })
}

export function deleteOrganizations(hub: Deleter): void {
  doJobs(hub, 'organization-deletion', async ({ deletedId }, run) => {
    const { signal, progress } = run
    const command = run.command()
    for (let deleted = 0; ; ) {
      signal.throwIfAborted()
      const isFirst = deleted === 0
      const portion = await hub.db.platform(async (tx) => {
        const named = await tx.execute<{ name: string }>(
          sql`SELECT name FROM platform_organizations() WHERE id = ${deletedId}`,
        )
        const name = named.rows[0]?.name ?? null
        const { rows } = await tx.execute<{ rows: number }>(
          sql`SELECT platform_delete_organization(${deletedId}, ${PORTION}) AS rows`,
        )
        const portion = rows[0]?.rows ?? 0
        if (command && portion > 0) await noteDeletion(tx, command, { deletedId, name, portion, isFirst })
        return portion
      })
      deleted += portion
      progress(deleted)
      if (portion === 0) return { deletedId, rows: deleted }
    }
  })
}

/**
 * Logs the deletion in the platform's audit log, with the name of the organization and the number of deleted
 * rows.
 */
async function noteDeletion(
  tx: PlatformTx,
  command: Command,
  {
    deletedId,
    name,
    portion,
    isFirst,
  }: { deletedId: string; name: string | null; portion: number; isFirst: boolean },
): Promise<void> {
  const changes = isFirst ? [{ table: 'organizations', id: deletedId, name, was: { name }, now: {} }] : []
  await tx.execute(
    sql`SELECT audit_add(${JSON.stringify(command)}::jsonb, ${JSON.stringify(changes)}::jsonb, ${portion}::integer)`,
  )
}
