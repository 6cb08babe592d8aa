import type { JobStatus } from '#shared/contracts/organization/jobs.ts'
import type { ExportStatus, OrganizationExport } from '#shared/contracts/organization/organization-export.ts'
import { type FoundExport, isExpired } from './queries.ts'

export function presentExport({ row, job, token }: FoundExport): OrganizationExport {
  const {
    status: jobStatus = 'Failed',
    processed = 0,
    total = null,
    message = null,
    problem = null,
  } = job ?? {}
  const isReady = row.expiresAt !== null
  const percent = total ? Math.floor((processed / total) * 100) : 0
  return {
    id: row.id,
    status: isReady ? (isExpired(row) ? 'Expired' : 'Ready') : UNREADY[jobStatus],
    format: 'zip(csv+json)',
    size: row.sizeBytes,
    sha256: row.sha256?.toString('hex') ?? null,
    tables: row.tables,
    rows: row.rows,
    files: row.files,
    missingFiles: row.missingFiles,
    progress: isReady ? 100 : Math.min(99, percent),
    message: isReady ? null : message,
    problem: isReady ? null : problem,
    downloadUrl: token === undefined ? null : `/api/org/export/download/${token}`,
    jobId: row.jobId,
    createdAt: row.createdAt.toISOString(),
    createdByName: row.createdByName,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}

const UNREADY: Record<JobStatus, ExportStatus> = {
  Queued: 'Pending',
  Running: 'Running',
  Succeeded: 'Running',
  Failed: 'Failed',
  Canceled: 'Failed',
}
