import { route, router } from '#hub/http/route.ts'
import { ME } from '#shared/contracts/account/me.ts'
import { findMe } from './me.ts'

const me = route({
  ...ME,
  may: 'signed-in',
  stores: 'none',
  withoutSecondFactor: true,
  tag: 'Account',
  summary: 'Show your account and your permissions',
  answers: { 200: ME.answer },
})

export const meRoutes = router().openapi(me, async (c) =>
  c.json(await findMe(c.get('hub').db, await c.var.actor()), 200),
)
