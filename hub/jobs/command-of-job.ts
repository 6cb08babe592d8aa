import type { Command } from '#hub/db/transact.ts'
import { newId } from '#shared/std/ids.ts'
import type { JobRow } from './tracked-jobs.ts'

const IMPORTS = /^(product|extsys)-import/

/**
 * Returns a new command for the audit log on behalf of the user who requested the job. Each call creates a
 * separate log row. Returns null when no user requested the job.
 */
export function commandOfJob({ id, type, deed }: JobRow): Command | null {
  if (!deed) return null
  const at = new Date().toISOString()
  const source = IMPORTS.test(type) ? 'Import' : 'Job'
  return { ...deed, id: newId(), at, action: `job ${type}`, kind: 'jobs', record_id: id, source }
}
