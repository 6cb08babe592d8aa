import type { Context } from 'hono'
import { NIL } from 'uuid'
import type { Author } from '#hub/db/transact.ts'
import { newId } from '#shared/std/ids.ts'
import { commandOf, type Operation } from './command-of.ts'
import type { HubEnv } from './env.ts'

/** Owner of the log for a change without a signed-in user, such as a sign-in. */
interface Concerned {
  /** Organization of the log. Empty or null: the log of the platform. */
  organizationId: string | null
  /** Account of the user; null: it is no change by a user. */
  accountId: string | null
  isSuperAdmin?: boolean
  /** Kind in the log; omitted: the resource of the path. */
  kind?: string
  recordId?: string
  /** Id of the change. Changes with the same id share one row. */
  commandId?: string
}
export type PublicAuthor = (concerned: Concerned) => Author

/** Returns a function for the author of a public route: the concerned account is known only during the operation. */
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
