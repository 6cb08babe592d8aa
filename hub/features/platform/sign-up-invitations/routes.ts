import { area } from '#hub/http/area.ts'
import { languageOf } from '#hub/http/language.ts'
import { actionRoute, listRoute, PLATFORM } from '#hub/http/operations.ts'
import { route, router } from '#hub/http/route.ts'
import {
  INVITE_TO_SIGN_UP,
  SEND_SIGN_UP_INVITATION,
  SIGN_UP_INVITATIONS,
} from '#shared/contracts/platform/sign-up-invitations.ts'
import {
  inviteToSignUp,
  listSignUpInvitations,
  presentSignUpInvitation,
  sendAgain,
  withdrawSignUpInvitation,
} from './invite.ts'

const path = '/api/super-admin/sign-up-invitations'
const about = { may: 'super-admin', tag: 'Platform: invitations to sign up' } as const

const invite = route({
  ...about,
  ...INVITE_TO_SIGN_UP,
  summary: 'Invite somebody to register an organization',
  description:
    'By mail. Where the hub sends no mail, the response has the link, shown only once, to pass on by hand; it proves no address. Works also where ' +
    'the sign-up is closed to others. The link is valid for 7 days and works once.',
  isAnswerSecret: true,
  answers: { 201: INVITE_TO_SIGN_UP.answer },
})

export const signUpInvitationRoutes = area(
  listRoute(
    {
      ...about,
      ...SIGN_UP_INVITATIONS,
      summary: 'List open invitations to sign up, the latest first',
      list: listSignUpInvitations,
      present: presentSignUpInvitation,
    },
    PLATFORM,
  ),
  router().openapi(invite, async (c) => {
    const hub = c.get('hub')
    const { email, language = languageOf(c) } = c.req.valid('json')
    const inviter = { actorId: (await c.var.actor()).id, hub }
    const made = await c.var.platform((tx) => inviteToSignUp(tx, { email, language }, inviter))
    hub.jobs.wake('mail')
    return c.json(presentSignUpInvitation(made), 201)
  }),
  actionRoute(
    {
      ...about,
      ...SEND_SIGN_UP_INVITATION,
      summary: 'Send an invitation to sign up again',
      description: 'The earlier link becomes invalid, and the 7 days start again.',
      isAnswerSecret: true,
      command: (tx, { id, actor, hub }) => sendAgain(tx, id, { actorId: actor.id, hub }),
      afterwards: (hub) => hub.jobs.wake('mail'),
      present: presentSignUpInvitation,
    },
    PLATFORM,
  ),
  actionRoute(
    {
      ...about,
      method: 'delete',
      path: `${path}/{id}`,
      summary: 'Withdraw an invitation to sign up',
      answer: null,
      command: (tx, { id }) => withdrawSignUpInvitation(tx, id),
    },
    PLATFORM,
  ),
)
