import type { Context } from 'hono'
import { APPROVAL_HEADER, ApprovedCommand } from '#shared/contracts/till/approvals.ts'
import { TILL_API } from '#shared/contracts/till/routes.ts'
import { readJson } from '#shared/json/read-json.ts'
import { keepBody } from '../../http/input.ts'
import type { EdgeEnv } from '../env.ts'
import type { Approval, PresentedApproval } from './approvals.ts'

/** Size limit of request bodies in the local API. */
const BODY_LIMIT_BYTES = 64 * 1024

/** Returns the approval sent with a request if it was given for exactly this request, otherwise null. */
export async function readApproval(
  c: Context<EdgeEnv>,
  by: Pick<Approval, 'tillId' | 'cashierId'>,
): Promise<PresentedApproval | null> {
  const token = c.req.header(APPROVAL_HEADER)
  if (token === undefined) return null
  const bytes = await keepBody(c, BODY_LIMIT_BYTES)
  const deed = ApprovedCommand.safeParse({
    method: c.req.method,
    path: c.req.path.slice(TILL_API.length),
    body: bytes.byteLength === 0 ? {} : readJson(bytes),
  })
  return deed.success ? c.get('agent').approvals.present(token, { ...by, deed: deed.data }) : null
}
