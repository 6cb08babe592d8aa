import { originOf } from '#hub/auth/origin.ts'
import { clientAddress } from '#hub/http/client-address.ts'
import { languageOf } from '#hub/http/language.ts'
import { publicAuthor } from '#hub/http/public-author.ts'
import { route, router } from '#hub/http/route.ts'
import { FORGOT_PASSWORD, RESET_PASSWORD } from '#shared/contracts/account/password.ts'
import { CHANGE_PASSWORD } from '#shared/contracts/account/sessions.ts'
import { changePassword } from './change-password.ts'
import { requestReset } from './forgot-password.ts'
import { resetPassword } from './reset-password.ts'

const tag = 'Account'

const change = route({
  ...CHANGE_PASSWORD,
  may: 'signed-in',
  stores: 'none',
  tag,
  provedAddress: false,
  summary: 'Change your password',
  description: 'Your other sessions end.',
  isAnswerSecret: true,
  answers: { 204: null },
})

const forgot = route({
  ...FORGOT_PASSWORD,
  may: 'public',
  tag,
  summary: 'Mail a link for choosing a new password',
  description:
    'The response is the same with and without such an account. The link is valid for 30 minutes and works once. An ' +
    'account gets at most one mail in 15 minutes.',
  limits: (c) => c.get('hub').rateLimiter.attempt('forgotPassword', originOf(clientAddress(c))),
  answers: { 202: null },
})

const reset = route({
  ...RESET_PASSWORD,
  may: 'public',
  tag,
  summary: 'Choose a new password with the link of a mail',
  description: 'All sessions of the account end.',
  limits: (c) => c.get('hub').rateLimiter.attempt('link', originOf(clientAddress(c))),
  answers: { 204: null },
})

export const passwordRoutes = router()
  .openapi(change, async (c) => {
    const caller = { actor: await c.var.actor(), author: await c.var.author() }
    const origin = originOf(clientAddress(c))
    await changePassword(c.get('hub'), caller, origin, languageOf(c), c.req.valid('json'))
    return c.body(null, 204)
  })
  .openapi(forgot, async (c) => {
    const { email } = c.req.valid('json')
    const address = clientAddress(c)
    await requestReset(c.get('hub'), { email, origin: originOf(address), language: languageOf(c) })
    c.get('log').info(
      { event: 'password_reset_asked', account: email, address },
      'a new password was requested',
    )
    return c.body(null, 202)
  })
  .openapi(reset, async (c) => {
    const address = clientAddress(c)
    const { email } = await resetPassword(
      c.get('hub'),
      c.req.valid('json'),
      originOf(address),
      languageOf(c),
      publicAuthor(c, reset),
    )
    await c.var.attempt.succeeded()
    c.get('log').info({ event: 'password_reset', account: email, address }, 'a new password was chosen')
    return c.body(null, 204)
  })
