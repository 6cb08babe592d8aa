import { z } from 'zod'
import { Id, UtcTime } from '#shared/domain/fields.ts'
import { Email } from '../account/auth.ts'
import { LinkToken } from '../account/link-token.ts'
import { pageOf, pageQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { linkByHand } from '../organization/invitations.ts'
import { MailState } from './mail.ts'

export const SignUpInvitationCreate = z
  .strictObject({
    email: Email,
    language: z
      .enum(['en', 'ru'])
      .optional()
      .meta({ description: 'Language of the mail; that of the request by default' }),
  })
  .meta({ id: 'SignUpInvitationCreate' })
export type SignUpInvitationCreate = z.output<typeof SignUpInvitationCreate>

export const SignUpInvitation = z
  .object({
    id: Id,
    email: z.string(),
    language: z.enum(['en', 'ru']),
    invitedById: Id.meta({ description: 'Account of the SuperAdmin' }),
    createdAt: UtcTime.meta({ description: 'Time when it was last sent' }),
    expiresAt: UtcTime,
    isExpired: z.boolean(),
    ...linkByHand,
    mail: MailState.nullable().meta({ description: 'State of the mail; null: no longer known' }),
  })
  .meta({ id: 'SignUpInvitation' })
export type SignUpInvitation = z.infer<typeof SignUpInvitation>
const SignUpInvitationPage = pageOf(SignUpInvitation, 'SignUpInvitationPage')
export const SignUpInvitationListQuery = z.object(pageQuery)
export type SignUpInvitationListQuery = z.output<typeof SignUpInvitationListQuery>

const ShowSignUpInvitation = z.strictObject({ token: LinkToken }).meta({ id: 'ShowSignUpInvitation' })
const ShownSignUpInvitation = z
  .object({ email: z.string().meta({ description: 'Address to sign up with' }) })
  .meta({ id: 'ShownSignUpInvitation' })

export const SHOW_SIGN_UP_INVITATION = endpoint({
  method: 'post',
  path: '/api/auth/signup/invitation',
  body: ShowSignUpInvitation,
  answer: ShownSignUpInvitation,
})

const invitations = '/api/super-admin/sign-up-invitations'
export const SIGN_UP_INVITATIONS = endpoint({
  method: 'get',
  path: invitations,
  query: SignUpInvitationListQuery,
  answer: SignUpInvitationPage,
})
export const SEND_SIGN_UP_INVITATION = endpoint({
  method: 'post',
  path: `${invitations}/{id}/send`,
  answer: SignUpInvitation,
})
export const INVITE_TO_SIGN_UP = endpoint({
  method: 'post',
  path: invitations,
  body: SignUpInvitationCreate,
  answer: SignUpInvitation,
})
