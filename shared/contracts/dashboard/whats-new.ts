import { z } from 'zod'
import { Day } from '#shared/domain/fields.ts'
import { endpoint } from '../endpoint.ts'

const InLanguages = z.object({ en: z.string(), ru: z.string(), kk: z.string() })

export const ReleaseNote = z
  .object({ version: z.string(), date: Day, title: InLanguages, text: InLanguages })
  .meta({ id: 'ReleaseNote' })
export type ReleaseNote = z.infer<typeof ReleaseNote>

export const WHATS_NEW = endpoint({
  method: 'get',
  path: '/api/whats-new',
  answer: z
    .object({ items: z.array(ReleaseNote) })
    .meta({ id: 'WhatsNew', description: 'News, the newest first' }),
})
