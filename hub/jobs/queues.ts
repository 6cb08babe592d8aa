import type { QUEUES } from '#hub/db/job-queues.ts'

/** Data of each kind of job: ids only, the organization first. */
export interface JobData {
  'product-import': { organizationId: string; importId: string; jobId?: string }
  'product-import-preview': { organizationId: string; importId: string; jobId?: string }
  'product-import-images': { organizationId: string; importId: string; jobId?: string }
  'change-set': { organizationId: string; changeSetId: string; jobId?: string }
  'demo-data': { organizationId: string; jobId?: string }
  'extsys-import': { organizationId: string; runId: string; jobId?: string }
  /** Cleanup. `exportId`: the export that must be complete first. */
  cleanup: { organizationId: string; exportId?: string; jobId?: string }
  'books-check': { organizationId: string }
  mail: { mailId: string }
  /** Job of the platform: its organization is the nil id. */
  'organization-deletion': { organizationId: string; deletedId: string; jobId?: string }
  'organization-export': { organizationId: string; exportId: string; jobId?: string }
}
export type JobName = keyof typeof QUEUES

/**
 * Kinds of jobs that users see in the list (tracked-jobs.ts). Their data also has a `jobId`, except jobs sent
 * by an older version.
 */
export const TRACKED_JOBS = {
  // The file is deleted when an import has ended.
  'product-import': { isCancelable: true, isRetryable: false },
  'product-import-preview': { isCancelable: true, isRetryable: true },
  'product-import-images': { isCancelable: true, isRetryable: true },
  // It continues when it is applied or undone again.
  'change-set': { isCancelable: false, isRetryable: false },
  // It continues where it ended.
  'demo-data': { isCancelable: false, isRetryable: true },
  // It continues with the next page.
  'extsys-import': { isCancelable: true, isRetryable: true },
  cleanup: { isCancelable: false, isRetryable: true },
  'organization-deletion': { isCancelable: false, isRetryable: true },
  'organization-export': { isCancelable: true, isRetryable: true },
} as const satisfies { [Name in JobName]?: { isCancelable: boolean; isRetryable: boolean } }
export type TrackedJob = keyof typeof TRACKED_JOBS
