import { z } from 'zod'
import { LinkToken } from '../account/link-token.ts'
import { Code } from '../account/second-factor.ts'
import { Id, UtcTime } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { MailState } from '../platform/mail.ts'

/** The members of an invitation that say how its link reaches the reader. */
export const linkByHand = {
  isByHand: z.boolean().meta({
    description: 'The hub sends no mail: who has invited hands the link over. Such a link proves no address',
  }),
  link: z
    .url()
    .nullable()
    .meta({ description: 'Of one that is handed over: shown as it is made and never again; else null' }),
}

export const Invitation = z
  .object({
    employeeId: Id,
    email: z.string(),
    createdAt: UtcTime,
    expiresAt: UtcTime,
    isExpired: z.boolean(),
    ...linkByHand,
    mail: MailState.nullable().meta({ description: 'What became of the mail; null: nobody knows any more' }),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

export const ShowInvitation = z.strictObject({ token: LinkToken }).meta({ id: 'ShowInvitation' })
export const ShownInvitation = z
  .object({
    organizationName: z.string(),
    email: z.string(),
    hasAccount: z.boolean().meta({
      description:
        'Accepting takes the password of the account that there is. false also for one whose address nobody has proved: a mailed link gives it a new password',
    }),
  })
  .meta({ id: 'ShownInvitation' })
export type ShownInvitation = z.infer<typeof ShownInvitation>

export const AcceptInvitation = z
  .strictObject({
    token: LinkToken,
    password: z.string().min(1).max(200).meta({
      description:
        'Of the account that there is (hasAccount), else the one you choose: 10 characters or more',
    }),
    code: Code.optional().meta({ description: 'Of the second factor of the account, if it has one' }),
  })
  .meta({ id: 'AcceptInvitation' })
export type AcceptInvitation = z.output<typeof AcceptInvitation>
export const AcceptedInvitation = z.object({ organizationId: Id }).meta({ id: 'AcceptedInvitation' })

export const SHOW_INVITATION = endpoint({
  method: 'post',
  path: '/api/auth/invitation',
  body: ShowInvitation,
  answer: ShownInvitation,
})
export const ACCEPT_INVITATION = endpoint({
  method: 'post',
  path: '/api/auth/accept-invitation',
  body: AcceptInvitation,
  answer: AcceptedInvitation,
})
const base = '/api/organization/employees/{id}/invitation'
export const INVITATION = endpoint({ method: 'get', path: base, answer: Invitation })
export const INVITE = endpoint({ method: 'post', path: base, answer: Invitation })
export const WITHDRAW_INVITATION = endpoint({ method: 'delete', path: base, answer: null })
