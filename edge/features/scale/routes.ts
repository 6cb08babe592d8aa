import { Hono } from 'hono'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import { serve } from '../../http/till-routes.ts'
import type { EdgeEnv } from '../env.ts'
import { may } from '../session/may.ts'

export const scaleRoutes = new Hono<EdgeEnv>()

serve(scaleRoutes, TILL_ROUTES.scale, ...may('pos.sell'), (c) => c.json(c.get('agent').scale.read()))
