import { Hono } from 'hono'
import { TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import type { KnownTill, TillList } from '#shared/contracts/till/till.ts'
import { serve } from '../../http/till-routes.ts'
import type { EdgeEnv } from '../env.ts'
import { windowCookie } from '../session/till-cookies.ts'
import { openedBodyOf } from '../shifts/shift-sums.ts'
import { addTill } from './add-till.ts'
import { isWindowOf } from './become-till.ts'

export const tillRoutes = new Hono<EdgeEnv>()

/** No sign-in required: the window must choose its till first. */
serve(tillRoutes, TILL_ROUTES.tills, (c) => {
  const { tills, sessions, shifts, carts } = c.get('agent').journal.read
  const items = tills.list().map((till) => {
    const shift = shifts.findOpen(till.id)
    const cart = carts.findOpen(till.id)
    return {
      id: till.id,
      number: till.number,
      isHere: isWindowOf(till, windowCookie.read(c, till.id)),
      isFree: till.windowHash === null,
      cashierName: sessions.find(till.id)?.cashierName ?? null,
      shiftOpenedAt: shift && openedBodyOf({ shifts }, shift).openedAt,
      linesCount: cart ? cart.lines.length + cart.vouchers.length + (cart.back?.lines.length ?? 0) : 0,
    }
  })
  return c.json({ items } satisfies TillList)
})

serve(tillRoutes, TILL_ROUTES.addTill, (c) => {
  const { till, windowKey } = addTill(c.get('agent'))
  windowCookie.write(c, till.id, windowKey)
  return c.json({ id: till.id, number: till.number } satisfies KnownTill, 201)
})
