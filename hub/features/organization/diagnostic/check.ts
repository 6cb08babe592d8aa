import { sql } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Verdict } from '#shared/contracts/organization/diagnostic.ts'

/** Each check gets so long. */
export const PATIENCE_MS = 3000

/** What a check works with. */
export interface Checked {
  hub: Pick<HubContext, 'db' | 'files' | 'tempFiles' | 'mail' | 'keyRing'>
  organizationId: string
}

/**
 * What a check has found. The words go to whoever supports the organization: no name, no address, no message of another
 * server, which may quote either.
 */
export interface Finding {
  verdict: Verdict
  detail: string
  fix: string | null
}

export type Check = (checked: Checked) => Promise<Finding>

export const ok = (detail: string): Finding => ({ verdict: 'ok', detail, fix: null })
export const warning = (detail: string, fix: string): Finding => ({ verdict: 'warning', detail, fix })
export const error = (detail: string, fix: string): Finding => ({ verdict: 'error', detail, fix })

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
