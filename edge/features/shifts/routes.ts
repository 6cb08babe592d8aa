import { Hono } from 'hono'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import type { CurrentShift, ShiftList, ShiftReport } from '#shared/contracts/till/shift.ts'
import { readBody, readParams, readQuery } from '../../http/input.ts'
import { serve } from '../../http/till-routes.ts'
import type { EdgeEnv } from '../env.ts'
import { may } from '../session/may.ts'
import { closeShift } from './close-shift.ts'
import { moveCash } from './move-cash.ts'
import { openDrawer } from './open-drawer.ts'
import { openShift } from './open-shift.ts'
import { presentShift } from './present.ts'
import { fiscalOfShift } from './report.ts'
import { takeXReport, takeZReport } from './take-report.ts'

export const shiftRoutes = new Hono<EdgeEnv>()

serve(shiftRoutes, TILL_ROUTES.shift, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  const shift = agent.journal.read.shifts.findOpen(actor.tillId)
  return c.json({
    shift: shift && presentShift(agent, agent.journal.read, actor, shift),
    fiscal: shift && fiscalOfShift(agent, agent.journal.read, shift),
  } satisfies CurrentShift)
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

serve(shiftRoutes, TILL_ROUTES.xReport, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  return c.json(takeXReport(agent, actor) satisfies ShiftReport)
})

serve(shiftRoutes, TILL_ROUTES.shifts, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  const { before = Number.MAX_SAFE_INTEGER, limit } = readQuery(c, TILL_INPUTS.shifts.query)
  const { shifts } = agent.journal.read
  const items = shifts
    .list(actor.tillId, before, limit)
    .map((shift) => presentShift(agent, { shifts }, actor, shift))
  return c.json({ items } satisfies ShiftList)
})

serve(shiftRoutes, TILL_ROUTES.zReport, ...may('pos.sell'), (c) => {
  const { agent, actor } = c.var
  const { number } = readParams(c, TILL_INPUTS.zReport.params)
  return c.json(takeZReport(agent, actor, number) satisfies ShiftReport)
})

serve(shiftRoutes, TILL_ROUTES.openDrawer, ...may('pos.sell'), async (c) => {
  const input = await readBody(c, TILL_INPUTS.openDrawer.body)
  return c.json(openDrawer(c.get('agent'), c.get('actor'), input))
})
