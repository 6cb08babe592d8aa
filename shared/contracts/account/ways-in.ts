import { z } from 'zod'
import { UtcTime } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Passkey } from './passkeys.ts'
import { Identity } from './sign-on.ts'

export const WaysIn = z
  .object({
    suspendedAt: UtcTime.nullable().meta({
      description:
        'When a new password was chosen by mail: passkeys and identities let nobody in until they are confirmed. null: they let in',
    }),
    passkeys: z.array(Passkey),
    identities: z.array(Identity),
    secondFactorAt: UtcTime.nullable().meta({
      description: 'When the second factor was set up, which is asked for all the same; null: there is none',
    }),
  })
  .meta({ id: 'WaysIn' })
export type WaysIn = z.infer<typeof WaysIn>

const base = '/api/me/ways-in'
export const WAYS_IN = endpoint({ method: 'get', path: base, answer: WaysIn })
export const CONFIRM_WAYS_IN = endpoint({ method: 'post', path: `${base}/confirm`, answer: null })
