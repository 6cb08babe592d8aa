import { z } from 'zod'
import { Language } from './exports.ts'

/** Query parameters of every print form. */
export const PrintQuery = z.object({
  lang: Language.optional().meta({ description: 'Omitted: that of Accept-Language' }),
})
