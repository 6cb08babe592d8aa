import type { Context } from 'hono'
import { NIL } from 'uuid'
import type { Author } from '#hub/db/transact.ts'
import { newId } from '#shared/std/ids.ts'
import { commandOf, type Operation } from './command-of.ts'
import type { HubEnv } from './env.ts'

/** Author and owner of a log entry for a change without a signed-in user, such as a sign-in. */
interface Concerned {
  /** Organization whose log records the change. Empty or null means the platform's log. */
  organizationId: string | null
  /** Account of the user, or null when the change was not made by a user. */
  accountId: string | null
  isSuperAdmin?: boolean
  /** Kind of record in the log. The resource of the path by default. */
  kind?: string
  recordId?: string
  /** Id of the change. Changes with the same id share one log row. */
  commandId?: string
}
export type PublicAuthor = (concerned: Concerned) => Author

/**
 * Returns a function that creates the author on a public route, where the account becomes known only during
 * the operation.
 */
export function publicAuthor(c: Context<HubEnv>, operation: Operation): PublicAuthor {
  return ({ organizationId, accountId, isSuperAdmin = false, kind, recordId, commandId = newId() }) => {
    const caller = {
      kind: 'device',
      id: '',
      organizationId: organizationId ?? NIL,
      employeeId: null,
    } as const
    const command = commandOf(c, operation, { ...caller, isSuperAdmin }, commandId)
    return {
      employeeId: null,
      storeIds: [],
      command: {
        ...command,
        account_id: accountId,
        kind: kind ?? command.kind,
        record_id: recordId ?? command.record_id,
      },
    }
  }
}
