import { z } from 'zod'
import { Id, UtcTime } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Password } from './auth.ts'

export const Sessions = z
  .object({
    items: z.array(
      z.object({
        id: Id,
        startedAt: UtcTime,
        lastUsedAt: UtcTime.meta({ description: 'When its tokens were renewed for the last time' }),
        clientId: z.string(),
        address: z.string().nullable().meta({ description: 'IP address of the last use' }),
        userAgent: z
          .string()
          .nullable()
          .meta({ description: 'What the browser called itself at the last use' }),
        isCurrent: z.boolean().meta({ description: 'The one that asks' }),
      }),
    ),
  })
  .meta({ id: 'Sessions' })
export type Sessions = z.infer<typeof Sessions>

export const ChangePassword = z
  .strictObject({ currentPassword: z.string().min(1).max(200), newPassword: Password })
  .meta({ id: 'ChangePassword' })
export type ChangePassword = z.output<typeof ChangePassword>

export const SESSIONS = endpoint({ method: 'get', path: '/api/me/sessions', answer: Sessions })
export const END_SESSION = endpoint({ method: 'delete', path: '/api/me/sessions/{id}', answer: null })
export const END_SESSIONS = endpoint({ method: 'post', path: '/api/me/sessions/revoke-all', answer: null })
export const CHANGE_PASSWORD = endpoint({
  method: 'post',
  path: '/api/me/change-password',
  body: ChangePassword,
  answer: null,
})
