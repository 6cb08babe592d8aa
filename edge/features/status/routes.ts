import { Hono } from 'hono'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import { serve } from '../../http/till-routes.ts'
import type { EdgeEnv } from '../env.ts'
import { presentStatus } from './present.ts'

export const statusRoutes = new Hono<EdgeEnv>()

serve(statusRoutes, TILL_ROUTES.status, (c) => c.json(presentStatus(c.get('agent'))))
