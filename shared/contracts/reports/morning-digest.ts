import { z } from 'zod'
import { TimeOfDay } from '#shared/domain/fields.ts'
import { LANGUAGES } from '#shared/std/languages.ts'
import { endpoint } from '../endpoint.ts'

const settings = {
  isWanted: z.boolean().meta({
    description: 'true: sent each day at `at`, with the sales of the day before, their profit, and changes',
  }),
  at: TimeOfDay.meta({ description: 'In the time zone of the organization' }),
  language: z.enum(LANGUAGES),
}

export const MorningDigestSet = z.strictObject(settings).meta({ id: 'MorningDigestSet' })
export type MorningDigestSet = z.output<typeof MorningDigestSet>

export const MorningDigest = z
  .object({
    ...settings,
    email: z.string().meta({ description: 'Recipient: the address that you sign in with' }),
    canMail: z.boolean().meta({ description: 'false: the platform sends no mails' }),
  })
  .meta({ id: 'MorningDigest' })
export type MorningDigest = z.infer<typeof MorningDigest>

const path = '/api/reports/morning-digest/mail'
export const OWN_DIGEST = endpoint({ method: 'get', path, answer: MorningDigest })
export const SET_OWN_DIGEST = endpoint({ method: 'put', path, body: MorningDigestSet, answer: MorningDigest })
