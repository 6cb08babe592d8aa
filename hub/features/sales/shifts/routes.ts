import { route, router } from '#hub/http/route.ts'
import { pageAnswer } from '#hub/http/standard-resource.ts'
import { ById } from '#shared/contracts/common.ts'
import { ShiftDetail, ShiftListQuery, ShiftPage } from '#shared/contracts/sales/shifts.ts'
import { presentShift, presentShiftDetail } from './present.ts'
import { getShift, listShifts, sumShift } from './queries.ts'

const tag = 'Sales: shifts'

const list = route({
  method: 'get',
  path: '/api/sales/shifts',
  may: 'sales.view',
  tag,
  summary: 'List shifts of tills, newest first',
  query: ShiftListQuery,
  answers: { 200: ShiftPage },
})

const get = route({
  method: 'get',
  path: '/api/sales/shifts/{id}',
  may: 'sales.view',
  tag,
  summary: "Get one shift: the till's totals beside those of the sales that have arrived",
  params: ById,
  answers: { 200: ShiftDetail },
})

export const shiftRoutes = router()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { rows, total } = await c.var.read((tx) => listShifts(tx, query))
    return c.json(pageAnswer(query, total, rows.map(presentShift)), 200)
  })
  .openapi(get, async (c) => {
    const { id } = c.req.valid('param')
    const detail = await c.var.read(async (tx) =>
      presentShiftDetail(await getShift(tx, id), await sumShift(tx, id)),
    )
    return c.json(detail, 200)
  })
