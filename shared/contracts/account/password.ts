import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Email, Password } from './auth.ts'
import { LinkToken } from './link-token.ts'

export const ForgotPassword = z.strictObject({ email: Email }).meta({ id: 'ForgotPassword' })
export type ForgotPassword = z.output<typeof ForgotPassword>

export const ResetPassword = z
  .strictObject({ token: LinkToken, newPassword: Password })
  .meta({ id: 'ResetPassword' })
export type ResetPassword = z.output<typeof ResetPassword>

export const FORGOT_PASSWORD = endpoint({
  method: 'post',
  path: '/api/auth/forgot-password',
  body: ForgotPassword,
  answer: null,
})
export const RESET_PASSWORD = endpoint({
  method: 'post',
  path: '/api/auth/reset-password',
  body: ResetPassword,
  answer: null,
})
