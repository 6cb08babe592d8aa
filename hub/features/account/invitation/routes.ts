import { originOf } from '#hub/auth/origin.ts'
import { clientAddress } from '#hub/http/client-address.ts'
import { route, router } from '#hub/http/route.ts'
import { ACCEPT_INVITATION, SHOW_INVITATION } from '#shared/contracts/organization/invitations.ts'
import { acceptInvitation, showInvitation } from './accept-invitation.ts'

const tag = 'Account'

const show = route({
  ...SHOW_INVITATION,
  may: 'public',
  tag,
  summary: 'Show the invitation of a link',
  limits: (c) => c.get('hub').rateLimiter.attempt('link', originOf(clientAddress(c))),
  answers: { 200: SHOW_INVITATION.answer },
})

const accept = route({
  ...ACCEPT_INVITATION,
  may: 'public',
  tag,
  summary: 'Accept an invitation to work in an organization',
  description:
    'Takes a password for a new account, or the password of the existing account whose address is proved. Then sign in. A user who works in ' +
    'several organizations names one at the token endpoint.',
  limits: (c) => c.get('hub').rateLimiter.attempt('link', originOf(clientAddress(c))),
  answers: { 200: ACCEPT_INVITATION.answer },
})

export const acceptInvitationRoutes = router()
  .openapi(show, async (c) => {
    const shown = await showInvitation(c.get('hub'), c.req.valid('json').token)
    await c.var.attempt.succeeded()
    return c.json(shown, 200)
  })
  .openapi(accept, async (c) => {
    const address = clientAddress(c)
    const { organizationId, email } = await acceptInvitation(
      c.get('hub'),
      c.req.valid('json'),
      originOf(address),
    )
    await c.var.attempt.succeeded()
    c.get('log').info({ event: 'invitation_accepted', account: email, address }, 'an invitation was accepted')
    return c.json({ organizationId }, 200)
  })
