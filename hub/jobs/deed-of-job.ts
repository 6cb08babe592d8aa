import type { Deed } from '#hub/db/transact.ts'
import { newId } from '#shared/std/ids.ts'
import type { JobRow } from './tracked-jobs.ts'

const IMPORTS = /^(product|extsys)-import/

/**
 * What a job does for the person who asked for it, as the audit log keeps it. Another deed with each call: a row of the log
 * each. null: nobody asked.
 */
export function deedOfJob({ id, type, deed }: JobRow): Deed | null {
  if (!deed) return null
  const at = new Date().toISOString()
  const source = IMPORTS.test(type) ? 'Import' : 'Job'
  return { ...deed, id: newId(), at, action: `job ${type}`, kind: 'jobs', record_id: id, source }
}
