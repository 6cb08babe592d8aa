import { Hono } from 'hono'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import { serve } from '../../http/till-routes.ts'
import type { EdgeEnv } from '../env.ts'
import { ofTill } from '../session/may.ts'
import { presentStatus } from './present.ts'

export const statusRoutes = new Hono<EdgeEnv>()

serve(statusRoutes, TILL_ROUTES.status, (c) => c.json(presentStatus(c.get('agent'))))

/** No sign-in required: any user at the till can retry the sync. */
serve(statusRoutes, TILL_ROUTES.tryNow, ofTill, (c) => {
  const agent = c.get('agent')
  agent.sync?.tryNow()
  return c.json(presentStatus(agent))
})
