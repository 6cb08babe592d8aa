import { sql } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Verdict } from '#shared/contracts/organization/diagnostic.ts'
import type { FindingCode } from './words/en.ts'

/** Each check gets so long. */
export const PATIENCE_MS = 3000

/** What a check works with. */
export interface Checked {
  hub: Pick<HubContext, 'db' | 'files' | 'tempFiles' | 'mail' | 'keyRing'>
  organizationId: string
}

/**
 * What a check has found; the code names its words. They go to whoever supports the organization: no value names a person or
 * quotes another server, which may.
 */
export interface Finding {
  verdict: Verdict
  code: FindingCode
  values: Record<string, string | number>
}

export type Check = (checked: Checked) => Promise<Finding>

const finding =
  (verdict: Verdict) =>
  (code: FindingCode, values: Finding['values'] = {}): Finding => ({ verdict, code, values })
export const notChecked = finding('notChecked')
export const ok = finding('ok')
export const warning = finding('warning')
export const error = finding('error')

/** A check of the organization's data, of all its stores. A statement that takes too long is ended. */
export const ofData =
  (look: (tx: Tx) => Promise<Finding>): Check =>
  ({ hub, organizationId }) =>
    hub.db.read(organizationId, async (tx) => {
      await tx.execute(sql`SELECT set_config('statement_timeout', ${String(PATIENCE_MS - 500)}, true)`)
      return look(tx)
    })

/** The only row of a statement that has one always. */
export async function one<Row>(tx: Pick<Tx, 'execute'>, statement: ReturnType<typeof sql>): Promise<Row> {
  const { rows } = await tx.execute(statement)
  return rows[0] as Row
}
