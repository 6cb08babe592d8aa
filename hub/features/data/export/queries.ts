import { and, eq, type InferSelectModel } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor } from '#hub/auth/actor.ts'
import { hashSecret, newSecret } from '#hub/config/secrets.ts'
import { listRows, notFound } from '#hub/db/records.ts'
import { exportLinks, organizationExports } from '#hub/db/tables/organization-exports.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { findJob, type JobRow, startJob } from '#hub/jobs/tracked-jobs.ts'
import type { OrganizationExportQuery } from '#shared/contracts/organization/organization-export.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'

export type ExportRow = InferSelectModel<typeof organizationExports>
export interface FoundExport {
  row: ExportRow
  job: JobRow | undefined
  /** Token of the link. Returned only when the link is created. */
  token?: string
}

const ownExport = (tx: Tx, id: string) =>
  and(eq(organizationExports.organizationId, tx.organizationId), eq(organizationExports.id, id))

export async function getExport(tx: Tx, id: string): Promise<FoundExport> {
  const [row] = await tx.select().from(organizationExports).where(ownExport(tx, id))
  if (!row) throw notFound('export', id)
  return { row, job: await findJob(tx, row.jobId) }
}

export async function listExports(tx: Tx, query: z.output<typeof OrganizationExportQuery>) {
  const { rows, total } = await listRows(tx, organizationExports, query, {
    where: [eq(organizationExports.organizationId, tx.organizationId)],
    searchIn: [],
    sortBy: { createdAt: organizationExports.createdAt },
    defaultSort: '-createdAt',
  })
  const found: FoundExport[] = []
  for (const row of rows) found.push({ row, job: await findJob(tx, row.jobId) })
  return { rows: found, total }
}

/** Permissions required for an export, because it contains everything. */
const NEEDED = [
  ...(['catalog.view', 'purchases.view', 'sales.view', 'inventory.view', 'loyalty.view'] as const),
  ...(['costs.view', 'employees.view', 'audit.view'] as const),
]

/**
 * Throws `forbidden` when the user lacks a permission for part of the data. The routes require access to all
 * stores separately.
 */
export function refuseUnlessSeesAll({ permissions }: Actor): void {
  const missing = NEEDED.filter((permission) => !permissions.has(permission))
  if (missing.length > 0)
    throw new Problem('forbidden', {
      detail: `An export has everything: ${missing.join(', ')} is required too`,
    })
}

/**
 * Starts an export and creates its download link, which works once the export is ready. Returns the running
 * export if there is one.
 */
export async function startExport(tx: Tx, actor: Actor, jobs: JobQueue): Promise<FoundExport> {
  refuseUnlessSeesAll(actor)
  const exportId = newId()
  const onceKey = 'organization-export'
  const job = await startJob(tx, jobs, {
    type: 'organization-export',
    input: { exportId },
    requester: actor,
    onceKey,
  })
  const { exportId: id } = job.input as { exportId: string }
  if (id === exportId)
    await tx
      .insert(organizationExports)
      .values({ organizationId: tx.organizationId, id, jobId: job.id, createdByName: actor.name })
  return linkExport(tx, id)
}

/**
 * Creates a new link and invalidates the previous one. Throws `not_found`, and `export_ended` when the export
 * has expired, failed or been canceled.
 */
export async function linkExport(tx: Tx, id: string): Promise<FoundExport> {
  const found = await getExport(tx, id)
  if (isExpired(found.row) || found.job?.status === 'Failed' || found.job?.status === 'Canceled')
    throw new Problem('export_ended')
  const token = newSecret()
  const link = { organizationId: tx.organizationId, exportId: id, tokenHash: hashSecret(token) }
  await tx
    .insert(exportLinks)
    .values(link)
    .onConflictDoUpdate({
      target: [exportLinks.organizationId, exportLinks.exportId],
      set: { tokenHash: link.tokenHash, claimHash: null },
    })
  return { ...found, token }
}

export const isExpired = ({ expiresAt }: ExportRow): boolean =>
  expiresAt !== null && expiresAt.getTime() <= Date.now()
