import { z } from 'zod'
import { Email, Password } from './auth.ts'

export const ForgotPassword = z.strictObject({ email: Email }).meta({ id: 'ForgotPassword' })
export type ForgotPassword = z.output<typeof ForgotPassword>

/** As it stands in the link of a mail, after `#token=`. */
export const LinkToken = z.string().min(1).max(200)

export const ResetPassword = z
  .strictObject({ token: LinkToken, newPassword: Password })
  .meta({ id: 'ResetPassword' })
export type ResetPassword = z.output<typeof ResetPassword>
