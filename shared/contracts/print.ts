import { z } from 'zod'
import { Language } from './exports.ts'

/** What every print form takes. */
export const PrintQuery = z.object({
  lang: Language.optional().meta({ description: 'Left out: that of Accept-Language' }),
})
