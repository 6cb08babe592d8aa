import { area } from '#hub/http/area.ts'
import { getRoute, listRoute } from '#hub/http/operations.ts'
import { SHIFT, SHIFTS } from '#shared/contracts/sales/shifts.ts'
import { presentShift, presentShiftDetail } from './present.ts'
import { getShift, listShifts, sumShift } from './queries.ts'

const tag = 'Sales: shifts'

export const shiftRoutes = area(
  listRoute({
    ...SHIFTS,
    may: 'sales.view',
    stores: 'own',
    tag,
    summary: 'List shifts of tills, newest first',
    list: listShifts,
    present: presentShift,
  }),
  getRoute({
    ...SHIFT,
    may: 'sales.view',
    stores: 'own',
    tag,
    summary: 'Get a shift with the totals of the till and those of the sales that have arrived',
    read: async (tx, { id }) => presentShiftDetail(await getShift(tx, id), await sumShift(tx, id)),
    present: (detail) => detail,
  }),
)
