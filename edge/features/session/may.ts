import type { MiddlewareHandler } from 'hono'
import { COMMAND_HEADER, TILL_ID_HEADER } from '#shared/contracts/till/routes.ts'
import { TillId } from '#shared/contracts/till/till.ts'
import { Id } from '#shared/domain/fields.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { invalidRequest, Problem } from '#shared/problems/problem.ts'
import { inTraining } from '../../in-training.ts'
import { readApproval } from '../approvals/read-approval.ts'
import type { EdgeEnv } from '../env.ts'
import { findSignedIn } from './find-signed-in.ts'
import { sessionCookie } from './till-cookies.ts'

/**
 * Reads the till id of the request, because several tills share one agent. Nobody can be signed in at a till
 * that the agent has not created.
 */
export const ofTill: MiddlewareHandler<EdgeEnv> = async function ofTill(c, next) {
  const tillId = TillId.safeParse(c.req.header(TILL_ID_HEADER))
  if (!tillId.success) throw invalidRequest(tillId.error.issues, `#/header/${TILL_ID_HEADER}`)
  c.set('tillId', tillId.data)
  await next()
}

/**
 * Requires a cashier with this permission to be signed in at the till. In training, their work is written to
 * a separate journal.
 */
export const may = (permission: Permission): MiddlewareHandler<EdgeEnv>[] => [
  ...mayAtAnyTime(permission),
  async function practises(c, next) {
    const agent = c.get('agent')
    const practice = agent.training.journalOf(c.get('tillId'))
    if (practice) c.set('agent', inTraining(agent, practice))
    await next()
  },
]

/**
 * Requires the permission like `may`, but uses the real journal even in training. Throws `unauthenticated`
 * when nobody is signed in, and `forbidden` when the cashier lacks the permission.
 */
export function mayAtAnyTime(permission: Permission): MiddlewareHandler<EdgeEnv>[] {
  return [
    ofTill,
    async function permitted(c, next) {
      const tillId = c.get('tillId')
      const agent = c.get('agent')
      const cashier = findSignedIn(agent, tillId, sessionCookie.read(c, tillId))
      if (!cashier) throw new Problem('unauthenticated')
      requirePermission(cashier, permission)
      if (c.req.method !== 'GET') agent.idleTills.noteWork(tillId)
      const approval = await readApproval(c, { tillId, cashierId: cashier.id })
      c.set('actor', { tillId, cashier, approval, commandId: readCommandId(c.req.header(COMMAND_HEADER)) })
      await next()
    },
  ]
}

/** Returns the command id, or undefined when there is none. Throws `invalid_request` for an invalid id. */
function readCommandId(text: string | undefined): string | undefined {
  const id = Id.optional().safeParse(text)
  if (!id.success) throw invalidRequest(id.error.issues, `#/header/${COMMAND_HEADER}`)
  return id.data
}

/** Throws `forbidden` when the cashier lacks the permission. */
export function requirePermission(cashier: { permissions: Permission[] }, permission: Permission): void {
  if (cashier.permissions.includes(permission)) return
  throw new Problem('forbidden', {
    detail: `This needs the permission ${permission}`,
    extensions: { permission },
  })
}
