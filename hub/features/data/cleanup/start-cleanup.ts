import { and, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { counterparties } from '#hub/db/tables/catalog.ts'
import { customerDays, dirtyDays } from '#hub/db/tables/day-sums.ts'
import { documents } from '#hub/db/tables/documents.ts'
import { backgroundJobs } from '#hub/db/tables/jobs.ts'
import { loyaltyCards } from '#hub/db/tables/loyalty.ts'
import { organizationExports } from '#hub/db/tables/organization-exports.ts'
import { organizations } from '#hub/db/tables/platform.ts'
import { products } from '#hub/db/tables/products.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseUnlessSeesAll } from '#hub/features/data/export/queries.ts'
import { refuseUnmadeReceipts } from '#hub/features/sales/fiscal/unmade-receipts.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { type JobRow, startJob } from '#hub/jobs/tracked-jobs.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'

interface WantedCleanup {
  confirmation?: string | undefined
  /** True to export everything first. */
  export: boolean
}

/**
 * Starts the job that deletes the data of the organization, or returns the job that is already running.
 * Throws `not_confirmed` unless the confirmation is the name of the organization. Throws `forbidden` when the
 * user requests an export but lacks a permission for part of its data. Throws `cleanup_refused` while another
 * job is running or a fiscal receipt is pending.
 */
export async function startCleanup(
  tx: Tx,
  wanted: WantedCleanup,
  { actor, jobs }: { actor: Actor; jobs: JobQueue },
): Promise<JobRow> {
  await refuseCleanup(tx, wanted.confirmation)
  const job = { type: 'cleanup', requester: actor, onceKey: 'cleanup' } as const
  if (!wanted.export) return startJob(tx, jobs, { ...job, input: {} })
  refuseUnlessSeesAll(actor)
  const exportId = newId()
  const started = await startJob(tx, jobs, { ...job, input: { exportId } })
  if ((started.input as { exportId?: string }).exportId === exportId)
    await tx.insert(organizationExports).values({
      organizationId: tx.organizationId,
      id: exportId,
      jobId: started.id,
      createdByName: actor.name,
    })
  return started
}

export async function findLatestCleanup(tx: Tx): Promise<JobRow | undefined> {
  const [job] = await tx
    .select()
    .from(backgroundJobs)
    .where(and(eq(backgroundJobs.organizationId, tx.organizationId), eq(backgroundJobs.type, 'cleanup')))
    .orderBy(desc(backgroundJobs.createdAt), desc(backgroundJobs.id))
    .limit(1)
  return job
}

async function refuseCleanup(tx: Tx, confirmation: string | undefined): Promise<void> {
  const [organization] = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId))
  if (organization?.name !== confirmation)
    throw new Problem('not_confirmed', {
      detail: 'Send the name of the organization as `confirmation`',
      errors: [{ pointer: '#/confirmation', detail: 'is not the name of the organization' }],
    })
  const running = await tx.$count(
    backgroundJobs,
    and(
      eq(backgroundJobs.organizationId, tx.organizationId),
      inArray(backgroundJobs.status, ['Queued', 'Running']),
      ne(backgroundJobs.type, 'cleanup'),
    ),
  )
  if (running > 0)
    throw new Problem('cleanup_refused', {
      detail: `Jobs still running: ${running}. Wait until they end`,
    })
  await refuseUnmadeReceipts(tx)
}

/**
 * Deletes all counterparties except the system one, and returns their number. Documents, receipts, cards and
 * products lose their reference to a deleted counterparty. Throws `not_confirmed` and `cleanup_refused` in
 * the same cases as `startCleanup`.
 */
export async function deleteCounterparties(tx: Tx, confirmation: string | undefined): Promise<number> {
  await refuseCleanup(tx, confirmation)
  const { organizationId } = tx
  const isTheirs = sql`(SELECT id FROM counterparties WHERE organization_id = ${organizationId} AND NOT is_system)`
  await tx.execute(sql`
    INSERT INTO ${dirtyDays} (organization_id, id, day, store_id)
    SELECT ${organizationId}::uuid, gen_random_uuid(), d.day, d.store_id FROM (
      SELECT DISTINCT day, store_id FROM ${customerDays}
      WHERE organization_id = ${organizationId} AND customer_id IN ${isTheirs}) AS d`)
  await tx
    .update(documents)
    .set({ counterpartyId: null })
    .where(and(eq(documents.organizationId, organizationId), sql`${documents.counterpartyId} IN ${isTheirs}`))
  await tx
    .update(retailSales)
    .set({ customerId: null })
    .where(and(eq(retailSales.organizationId, organizationId), sql`${retailSales.customerId} IN ${isTheirs}`))
  await tx
    .update(loyaltyCards)
    .set({ customerId: null })
    .where(and(eq(loyaltyCards.organizationId, organizationId), isNotNull(loyaltyCards.customerId)))
  await tx
    .update(products)
    .set({ supplierId: null })
    .where(and(eq(products.organizationId, organizationId), isNotNull(products.supplierId)))
  const gone = await tx
    .delete(counterparties)
    .where(and(eq(counterparties.organizationId, organizationId), eq(counterparties.isSystem, false)))
    .returning({ id: counterparties.id })
  return gone.length
}
