import { z } from 'zod'
import { Id, UtcTime } from '#shared/domain/fields.ts'
import { endpoint } from '../endpoint.ts'
import { Password } from './auth.ts'

export const Sessions = z
  .object({
    items: z.array(
      z.object({
        id: Id,
        startedAt: UtcTime,
        lastUsedAt: UtcTime.meta({ description: 'Time of the last renewal of its tokens' }),
        clientId: z.string(),
        address: z.string().nullable().meta({ description: 'IP address of the last use' }),
        userAgent: z.string().nullable().meta({ description: 'User agent of the browser at the last use' }),
        isCurrent: z.boolean().meta({ description: 'true: the session of this request' }),
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
