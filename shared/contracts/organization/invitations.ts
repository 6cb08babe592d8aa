import { z } from 'zod'
import { Id, UtcTime } from '#shared/domain/fields.ts'
import { LinkToken } from '../account/link-token.ts'
import { Code } from '../account/second-factor.ts'
import { endpoint } from '../endpoint.ts'
import { MailState } from '../platform/mail.ts'

/** Members of an invitation that tell how its link is delivered. */
export const linkByHand = {
  isByHand: z.boolean().meta({
    description:
      'true: the hub sends no mail, so the inviting user passes the link on. Such a link proves no address',
  }),
  link: z
    .url()
    .nullable()
    .meta({ description: 'Link to pass on: shown once when it is created; otherwise null' }),
}

export const Invitation = z
  .object({
    employeeId: Id,
    email: z.string(),
    createdAt: UtcTime,
    expiresAt: UtcTime,
    isExpired: z.boolean(),
    ...linkByHand,
    mail: MailState.nullable().meta({ description: 'State of the mail; null: no longer known' }),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

const ShowInvitation = z.strictObject({ token: LinkToken }).meta({ id: 'ShowInvitation' })
export const ShownInvitation = z
  .object({
    organizationName: z.string(),
    email: z.string(),
    hasAccount: z.boolean().meta({
      description:
        'true: accepting requires the password of the existing account. false also for an account whose address is not proved: a mailed link gives it a new password',
    }),
  })
  .meta({ id: 'ShownInvitation' })
export type ShownInvitation = z.infer<typeof ShownInvitation>

export const AcceptInvitation = z
  .strictObject({
    token: LinkToken,
    password: z.string().min(1).max(200).meta({
      description: 'Password of the existing account (hasAccount), else a new one of 10 characters or more',
    }),
    code: Code.optional().meta({ description: 'Code of the second factor of the account, if it has one' }),
  })
  .meta({ id: 'AcceptInvitation' })
export type AcceptInvitation = z.output<typeof AcceptInvitation>
const AcceptedInvitation = z.object({ organizationId: Id }).meta({ id: 'AcceptedInvitation' })

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
