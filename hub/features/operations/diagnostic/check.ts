import { sql } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Verdict } from '#shared/contracts/organization/diagnostic.ts'
import type { FindingCode } from './words/en.ts'

/** Time-out of each check. */
export const CHECK_TIMEOUT_MS = 3000

/** Dependencies of a check. */
export interface Checked {
  hub: Pick<HubContext, 'db' | 'files' | 'tempFiles' | 'mail' | 'keyRing'>
  organizationId: string
}

/**
 * Result of a check. The code selects the text. Findings are shared with supporters, so values must not
 * contain names of users or text from other servers.
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

/** Returns a check of the organization's data in all stores. A slow statement is canceled. */
export const ofData =
  (look: (tx: Tx) => Promise<Finding>): Check =>
  ({ hub, organizationId }) =>
    hub.db.read(organizationId, async (tx) => {
      await tx.execute(sql`SELECT set_config('statement_timeout', ${String(CHECK_TIMEOUT_MS - 500)}, true)`)
      return look(tx)
    })

/** Returns the single row of a statement that always yields exactly one. */
export async function one<Row>(tx: Pick<Tx, 'execute'>, statement: ReturnType<typeof sql>): Promise<Row> {
  const { rows } = await tx.execute(statement)
  return rows[0] as Row
}
