import { area } from '#hub/http/area.ts'
import { languageOf } from '#hub/http/language.ts'
import { actionRoute, getRoute } from '#hub/http/operations.ts'
import { route, router } from '#hub/http/route.ts'
import { ById } from '#shared/contracts/common.ts'
import { INVITATION, INVITE, WITHDRAW_INVITATION } from '#shared/contracts/organization/invitations.ts'
import { getInvitation, inviteEmployee, presentInvitation, withdrawInvitation } from './invite.ts'

const tag = 'Organization: employees'

const invite = route({
  ...INVITE,
  may: 'employees.update',
  stores: 'own',
  tag,
  provedAddress: true,
  summary: 'Invite the employee to sign in at the office',
  description:
    'By mail. Where the hub sends no mail, the response has the link, shown only once, to pass on by hand; it proves no address. When it is sent again, ' +
    'the earlier link becomes invalid. The link is valid for 72 hours and works once.',
  isAnswerSecret: true,
  params: ById,
  answers: { 200: INVITE.answer },
})

export const invitationRoutes = area(
  getRoute({
    ...INVITATION,
    may: 'employees.view',
    stores: 'own',
    tag,
    summary: 'Show the invitation of an employee and the state of its mail',
    read: (tx, { id }) => getInvitation(tx, id),
    present: presentInvitation,
  }),
  router().openapi(invite, async (c) => {
    const hub = c.get('hub')
    const requested = {
      id: c.req.valid('param').id,
      language: languageOf(c),
      actor: await c.var.actor(),
      hub,
    }
    const found = await c.var.transact((tx) => inviteEmployee(tx, requested))
    hub.jobs.wake('mail')
    return c.json(presentInvitation(found), 200)
  }),
  actionRoute({
    ...WITHDRAW_INVITATION,
    may: 'employees.update',
    stores: 'own',
    tag,
    summary: 'Withdraw the invitation of an employee',
    command: (tx, { id, actor }) => withdrawInvitation(tx, id, actor),
  }),
)
