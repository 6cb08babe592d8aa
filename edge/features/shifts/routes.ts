import { Hono } from 'hono'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import type { CurrentShift } from '#shared/contracts/till/till.ts'
import { readBody } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import type { EdgeEnv } from '../env.ts'
import { may } from '../session/may.ts'
import { closeShift } from './close-shift.ts'
import { moveCash } from './move-cash.ts'
import { openShift } from './open-shift.ts'
import { presentShift } from './present.ts'

export const shiftRoutes = new Hono<EdgeEnv>()

serve(shiftRoutes, TILL_ROUTES.shift, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  const shift = agent.journal.read.shifts.findOpen(actor.tillId)
  return c.json({ shift: shift && presentShift(agent.journal.read, actor, shift) } satisfies CurrentShift)
})

serve(shiftRoutes, TILL_ROUTES.openShift, ...may('pos.sell'), async (c) => {
  const input = await readBody(c, TILL_INPUTS.openShift.body)
  return c.json(openShift(c.get('agent'), c.get('actor'), input), 201)
})

serve(shiftRoutes, TILL_ROUTES.closeShift, ...may('pos.sell'), async (c) => {
  const input = await readBody(c, TILL_INPUTS.closeShift.body)
  return c.json(closeShift(c.get('agent'), c.get('actor'), input))
})

serve(shiftRoutes, TILL_ROUTES.moveCash, ...may('pos.sell'), async (c) => {
  const input = await readBody(c, TILL_INPUTS.moveCash.body)
  return c.json(moveCash(c.get('agent'), c.get('actor'), input), 201)
})
