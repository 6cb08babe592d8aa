import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { Language } from '#shared/contracts/exports.ts'

/** Returns the client's preferred supported language, or English. */
export function languageOf(c: Context): Language
export function languageOf<Known extends string>(c: Context, supported: readonly Known[]): Known | 'en'
export function languageOf(c: Context, supported: readonly string[] = Language.options): string {
  for (const { type } of parseAccept(c.req.header('Accept-Language') ?? '').sort((a, b) => b.q - a.q)) {
    const known = type.split('-')[0]?.toLowerCase() ?? ''
    if (supported.includes(known)) return known
  }
  return 'en'
}
