import type { Till } from '../world/till.ts'
import type { World } from '../world/world.ts'

/** Returns true when the till requires an open shift and has none. */
export function lacksShift({ shop }: World, { machine, shift }: Till): boolean {
  const point = shop.retailPoints[machine.retailPoint]
  return point !== undefined && shop.shiftPoints.includes(point) && shift.open === null
}
