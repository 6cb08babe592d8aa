import { Hono } from 'hono'
import { TILL_INPUTS } from '#shared/contracts/till-inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till-routes.ts'
import type { EdgeEnv } from '../../http/env.ts'
import { readBody } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import { presentStatus } from '../status/present.ts'
import { enrol } from './enrol.ts'

export const enrolmentRoutes = new Hono<EdgeEnv>()

serve(enrolmentRoutes, TILL_ROUTES.enrol, async (c) => {
  await enrol(c.get('agent'), await readBody(c, TILL_INPUTS.enrol.body))
  return c.json(presentStatus(c.get('agent')), 201)
})
