import { Hono } from 'hono'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import { serve } from '../../http/till-routes.ts'
import type { EdgeEnv } from '../env.ts'
import { mayAtAnyTime } from '../session/may.ts'
import { beginTraining, endTraining } from './begin-training.ts'

export const trainingRoutes = new Hono<EdgeEnv>()

serve(trainingRoutes, TILL_ROUTES.beginTraining, ...mayAtAnyTime('pos.sell'), (c) => {
  beginTraining(c.get('agent'), c.get('actor'))
  return c.body(null, 204)
})

serve(trainingRoutes, TILL_ROUTES.endTraining, ...mayAtAnyTime('pos.sell'), (c) => {
  endTraining(c.get('agent'), c.get('actor'))
  return c.body(null, 204)
})
