import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { Language } from '#shared/contracts/exports.ts'

/** The first accepted language that is supported, else English. */
export function languageOf(c: Context): Language {
  for (const { type } of parseAccept(c.req.header('Accept-Language') ?? '').sort((a, b) => b.q - a.q)) {
    const known = Language.safeParse(type.split('-')[0]?.toLowerCase())
    if (known.success) return known.data
  }
  return 'en'
}
