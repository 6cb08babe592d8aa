import { z } from 'zod'
import { LANGUAGES } from '#shared/std/languages.ts'
import { TimeOfDay } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const settings = {
  isWanted: z.boolean().meta({
    description: 'Each day at `at`: what was sold the day before, with its profit, and what was changed',
  }),
  at: TimeOfDay.meta({ description: 'By the clocks of the organization' }),
  language: z.enum(LANGUAGES),
}

export const MorningDigestSet = z.strictObject(settings).meta({ id: 'MorningDigestSet' })
export type MorningDigestSet = z.output<typeof MorningDigestSet>

export const MorningDigest = z
  .object({
    ...settings,
    email: z.string().meta({ description: 'Where it goes: the address that you sign in with' }),
    canMail: z.boolean().meta({ description: 'false: the platform sends no mails' }),
  })
  .meta({ id: 'MorningDigest' })
export type MorningDigest = z.infer<typeof MorningDigest>

const path = '/api/reports/morning-digest/mail'
export const OWN_DIGEST = endpoint({ method: 'get', path, answer: MorningDigest })
export const SET_OWN_DIGEST = endpoint({ method: 'put', path, body: MorningDigestSet, answer: MorningDigest })
