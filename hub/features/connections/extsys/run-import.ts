import { MoySklad, problemOf } from '#hub/integrations/extsys/moysklad.ts'
import { doJobs, type JobResult, type Run } from '#hub/jobs/do-jobs.ts'
import type { JobData } from '#hub/jobs/queues.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Import, Importer } from './import.ts'
import { importCounterparties } from './import-counterparties.ts'
import { importProducts } from './import-products.ts'
import { findRun, type RunRow } from './runs.ts'
import { extsysCredentials } from './settings.ts'

/** Runs imports from the external accounting system in the background. */
export function doExtsysImports(hub: Importer): void {
  doJobs(hub, 'extsys-import', (data, run) => runImport(hub, data, run))
}

/**
 * Runs an import. Each page and the progress are written in one transaction, so a retry continues after the
 * last page.
 */
async function runImport(
  hub: Importer,
  { organizationId, runId }: JobData['extsys-import'],
  { signal, progress, requester, command, isLastTry }: Run,
): Promise<JobResult> {
  const { run, credentials } = await hub.db.transact(organizationId, async (tx) => ({
    run: await findRun(tx, runId),
    credentials: await extsysCredentials(tx, hub.keyRing),
  }))
  if (!run || run.endedAt) return { runId }
  const moySklad = new MoySklad({ url: hub.moySkladUrl, credentials, signal, pace: hub.pace })
  const author = () => ({ employeeId: requester?.employeeId ?? null, storeIds: [], command: command() })
  try {
    await IMPORTS[run.entity]({ hub, moySklad, run, requester, author, progress })
    return { runId }
  } catch (error) {
    const problem = problemOf(error)
    // On the last try, users get MoySklad's message instead of an internal error.
    if (problem instanceof Problem && problem.code === 'extsys_unanswered' && isLastTry)
      throw new Problem('extsys_refused', { detail: problem.message })
    throw problem
  }
}

const IMPORTS: Record<RunRow['entity'], (each: Import) => Promise<void>> = {
  Counterparties: importCounterparties,
  Products: importProducts,
}
