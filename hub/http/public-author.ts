import type { Context } from 'hono'
import { NIL } from 'uuid'
import type { Author } from '#hub/db/transact.ts'
import { newId } from '#shared/std/ids.ts'
import { deedOf, type Operation } from './deed-of.ts'
import type { HubEnv } from './env.ts'

/** Whose log a deed belongs to that nobody was signed in for, such as a sign-in. */
export interface Concerned {
  /** Empty or null: the log of the platform. */
  organizationId: string | null
  /** null: it is no deed of a person. */
  accountId: string | null
  isSuperAdmin?: boolean
  /** What the log calls it; left out: the resource of the path. */
  kind?: string
  recordId?: string
  /** Deeds with one id make one row. */
  deedId?: string
}
export type PublicAuthor = (concerned: Concerned) => Author

/** Of a public route: whom its deed concerns is known only while it is done. */
export function publicAuthor(c: Context<HubEnv>, operation: Operation): PublicAuthor {
  return ({ organizationId, accountId, isSuperAdmin = false, kind, recordId, deedId = newId() }) => {
    const asker = { kind: 'device', id: '', organizationId: organizationId ?? NIL, employeeId: null } as const
    const deed = deedOf(c, operation, { ...asker, isSuperAdmin }, deedId)
    return {
      employeeId: null,
      storeIds: [],
      deed: {
        ...deed,
        account_id: accountId,
        kind: kind ?? deed.kind,
        record_id: recordId ?? deed.record_id,
      },
    }
  }
}
