import type { QUEUES } from '#hub/db/job-queues.ts'

/** Data of each kind of job. It contains only ids, starting with the organization. */
export interface JobData {
  'product-import': { organizationId: string; importId: string; jobId: string }
  'product-import-preview': { organizationId: string; importId: string; jobId: string }
  'product-import-images': { organizationId: string; importId: string; jobId: string }
  'change-set': { organizationId: string; changeSetId: string; jobId: string }
  'demo-data': { organizationId: string; jobId: string }
  'extsys-import': { organizationId: string; runId: string; jobId: string }
  /** `exportId` is the export that must be completed before the cleanup. */
  cleanup: { organizationId: string; exportId?: string; jobId: string }
  'books-check': { organizationId: string }
  mail: { mailId: string }
  /** Job of the platform. Its `organizationId` is the nil id. */
  'organization-deletion': { organizationId: string; deletedId: string; jobId: string }
  'organization-export': { organizationId: string; exportId: string; jobId: string }
}
export type JobName = keyof typeof QUEUES

/** Kinds of jobs visible to users (tracked-jobs.ts). Their data also has a `jobId`. */
export const TRACKED_JOBS = {
  // The file is deleted at the end of an import, so the job cannot be retried.
  'product-import': { isCancelable: true, isRetryable: false },
  'product-import-preview': { isCancelable: true, isRetryable: true },
  'product-import-images': { isCancelable: true, isRetryable: true },
  // Not retryable, because it continues when the change set is applied or undone again.
  'change-set': { isCancelable: false, isRetryable: false },
  // A retry continues where the last run ended.
  'demo-data': { isCancelable: false, isRetryable: true },
  // A retry continues with the next page.
  'extsys-import': { isCancelable: true, isRetryable: true },
  cleanup: { isCancelable: false, isRetryable: true },
  'organization-deletion': { isCancelable: false, isRetryable: true },
  'organization-export': { isCancelable: true, isRetryable: true },
} as const satisfies { [Name in JobName]?: { isCancelable: boolean; isRetryable: boolean } }
export type TrackedJob = keyof typeof TRACKED_JOBS
