import { z } from 'zod'
import { UtcTime } from '#shared/domain/fields.ts'

const MAIL_KINDS = [
  'PasswordReset',
  'AddressLink',
  'PasswordChanged',
  'Invitation',
  'Visit',
  'IdentityLinked',
  'SecondFactorRemoved',
  'OwnershipOffer',
  'SignUpInvitation',
  'Receipt',
  'Feedback',
  'MorningDigest',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

export const MailStatus = z.enum(['Queued', 'Sent', 'Refused', 'Failed'])
export type MailStatus = z.infer<typeof MailStatus>

/** Delivery state of an email. */
export const MailState = z
  .object({
    status: MailStatus.meta({
      description:
        'Refused: the mail server states that the address takes no mail. Failed: the mail server could not be used for two days',
    }),
    error: z.string().nullable().meta({ description: 'Last error message of the mail server' }),
    sentAt: UtcTime.nullable(),
  })
  .meta({ id: 'MailState' })
export type MailState = z.infer<typeof MailState>
