import { Hono } from 'hono'
import type { Supervisors } from '#shared/contracts/till/approvals.ts'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import { readBody, readQuery } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import type { EdgeEnv } from '../env.ts'
import { mayAtAnyTime } from '../session/may.ts'
import { approve, listSupervisors } from './approve.ts'

/**
 * Size limit of an approval request, which contains a command with its body. Slightly more than the body
 * limit of the local API.
 */
const DEED_LIMIT_BYTES = 80 * 1024

export const approvalRoutes = new Hono<EdgeEnv>()

serve(approvalRoutes, TILL_ROUTES.supervisors, ...mayAtAnyTime('pos.sell'), (c) => {
  const { agent, actor } = c.var
  const { limit } = readQuery(c, TILL_INPUTS.supervisors.query)
  const items = agent.replica.read((reader) => listSupervisors(reader, actor, limit))
  return c.json({ items: items.map(({ id, name }) => ({ id, name })) } satisfies Supervisors)
})

serve(approvalRoutes, TILL_ROUTES.approve, ...mayAtAnyTime('pos.sell'), async (c) => {
  const input = await readBody(c, TILL_INPUTS.approve.body, DEED_LIMIT_BYTES)
  return c.json({ approval: await approve(c.get('agent'), c.get('actor'), input) }, 201)
})
