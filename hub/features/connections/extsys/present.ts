import type {
  ImportFailure,
  ImportOutcome,
  ImportPlanAnswer,
} from '#shared/contracts/catalog/product-imports.ts'
import type { ExtsysCounts, ExtsysNote, ExtsysRun } from '#shared/contracts/organization/extsys.ts'
import { type FullRun, MOST_NOTES } from './runs.ts'

type Outcome = Partial<ImportOutcome & ImportPlanAnswer & ImportFailure>

export function presentRun(full: FullRun): ExtsysRun {
  const { run, job, productImport } = full
  const outcome = (productImport?.outcome ?? {}) as Outcome
  const faults = (outcome.errors ?? []).map(
    ({ column, value, message, code, values }): ExtsysNote => ({
      code: 'RecordLeftOut',
      name: null,
      field: column,
      value,
      detail: message,
      remark: { code, values },
    }),
  )
  return {
    id: run.id,
    entity: run.entity,
    dryRun: run.options.dryRun,
    full: run.since === null,
    status: statusOf(full),
    message: outcome.detail ?? job?.message ?? null,
    problem: outcome.detail === undefined ? (job?.problem ?? null) : null,
    jobId: run.jobId,
    importId: run.importId,
    read: run.nextOffset,
    total: run.total,
    counts: countsOf(run.counts, outcome),
    notes: [...run.notes, ...faults].slice(0, MOST_NOTES),
    notesTotal: run.notesTotal + (outcome.errorsTotal ?? 0),
    createdAt: run.createdAt.toISOString(),
    endedAt: (productImport ? productImport.endedAt : run.endedAt)?.toISOString() ?? null,
  }
}

function statusOf({ run, job, productImport }: FullRun): ExtsysRun['status'] {
  if (productImport) {
    const { status } = productImport
    return status === 'Failed' ? 'Failed' : status === 'Done' || status === 'Previewed' ? 'Done' : 'Running'
  }
  if (run.endedAt) return 'Done'
  return job === null || job.status === 'Succeeded' ? 'Done' : job.status
}

const countsOf = (read: ExtsysCounts, outcome: Outcome): ExtsysCounts => ({
  created: outcome.created ?? outcome.toCreate ?? read.created,
  updated: outcome.updated ?? outcome.toUpdate ?? read.updated,
  unchanged: outcome.unchanged ?? read.unchanged,
  skipped: read.skipped,
  failed: outcome.errorsTotal ?? read.failed,
})
