import { originOf } from '#hub/auth/origin.ts'
import { clientAddress } from '#hub/http/client-address.ts'
import { publicAuthor } from '#hub/http/public-author.ts'
import { route, router } from '#hub/http/route.ts'
import { SIGN_UP } from '#shared/contracts/account/auth.ts'
import { SHOW_SIGN_UP_INVITATION } from '#shared/contracts/platform/sign-up-invitations.ts'
import { withCodeOfBrowser } from '../sign-on/sign-on-cookie.ts'
import { findInvitedAddress } from './invited-address.ts'
import { signUp } from './sign-up.ts'

const tag = 'Account'

const signup = route({
  ...SIGN_UP,
  may: 'public',
  tag,
  summary: 'Register an organization and its owner',
  description: 'Where the sign-up is by invitation only, send the token of the mailed link.',
  limits: (c) => c.get('hub').rateLimiter.attempt('signUp', originOf(clientAddress(c))),
  answers: { 201: SIGN_UP.answer },
})

const show = route({
  ...SHOW_SIGN_UP_INVITATION,
  may: 'public',
  tag,
  summary: 'Show the address of an invitation to sign up',
  limits: (c) => c.get('hub').rateLimiter.attempt('link', originOf(clientAddress(c))),
  answers: { 200: SHOW_SIGN_UP_INVITATION.answer },
})

export const signupRoutes = router()
  .openapi(show, async (c) => {
    const { token } = c.req.valid('json')
    const email = await c.get('hub').db.platform((tx) => findInvitedAddress(tx, token))
    await c.var.attempt.succeeded()
    return c.json({ email }, 200)
  })
  .openapi(signup, async (c) => {
    const hub = c.get('hub')
    const origin = originOf(clientAddress(c))
    const input = await withCodeOfBrowser(c, c.req.valid('json'))
    // The invitation token could be guessed here too, so attempts are limited.
    const guess =
      input.invitationToken === undefined ? undefined : await hub.rateLimiter.attempt('link', origin)
    const signedUp = await signUp(hub, input, origin, publicAuthor(c, signup))
    await guess?.succeeded()
    return c.json(signedUp, 201)
  })
