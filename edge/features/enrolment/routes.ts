import { Hono } from 'hono'
import { EnrolRequest } from '#shared/contracts/till.ts'
import { TILL_ROUTES } from '#shared/contracts/till-routes.ts'
import type { EdgeEnv } from '../../http/env.ts'
import { readBody } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import { presentStatus } from '../status/present.ts'
import { enrol } from './enrol.ts'

export const enrolmentRoutes = new Hono<EdgeEnv>()

serve(enrolmentRoutes, TILL_ROUTES.enrol, async (c) => {
  await enrol(c.get('agent'), await readBody(c, EnrolRequest))
  return c.json(presentStatus(c.get('agent')), 201)
})
