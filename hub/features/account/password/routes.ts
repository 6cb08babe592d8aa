import { originOf } from '#hub/auth/origin.ts'
import { clientAddress } from '#hub/http/client-address.ts'
import { route, router } from '#hub/http/route.ts'
import { ChangePassword } from '#shared/contracts/account/sessions.ts'
import { changePassword } from './change-password.ts'

const change = route({
  method: 'post',
  path: '/api/me/change-password',
  may: 'signed-in',
  tag: 'Account',
  summary: 'Change your password',
  description: 'Your other sessions end.',
  body: ChangePassword,
  isAnswerSecret: true,
  answers: { 204: null },
})

export const passwordRoutes = router().openapi(change, async (c) => {
  const asker = { actor: await c.var.actor(), author: await c.var.author() }
  await changePassword(c.get('hub'), asker, originOf(clientAddress(c)), c.req.valid('json'))
  return c.body(null, 204)
})
