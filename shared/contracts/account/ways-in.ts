import { z } from 'zod'
import { UtcTime } from '#shared/domain/fields.ts'
import { endpoint } from '../endpoint.ts'
import { Passkey } from './passkeys.ts'
import { Identity } from './sign-on.ts'

export const WaysIn = z
  .object({
    suspendedAt: UtcTime.nullable().meta({
      description:
        'Time when a new password was set by mail: passkeys and identities cannot sign in until they are confirmed. null: they can sign in',
    }),
    passkeys: z.array(Passkey),
    identities: z.array(Identity),
    secondFactorAt: UtcTime.nullable().meta({
      description: 'Time when the second factor was set up, which is still required; null: there is none',
    }),
  })
  .meta({ id: 'WaysIn' })
export type WaysIn = z.infer<typeof WaysIn>

const base = '/api/me/ways-in'
export const WAYS_IN = endpoint({ method: 'get', path: base, answer: WaysIn })
export const CONFIRM_WAYS_IN = endpoint({ method: 'post', path: `${base}/confirm`, answer: null })
