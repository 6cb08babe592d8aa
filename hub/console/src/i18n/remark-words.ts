import type { Text } from './use-text.ts'

interface Remark {
  code?: unknown
  values?: unknown
  detail: string
}

/**
 * Returns a remark on a row or file in the language of the page. A code without a translation falls back to
 * the hub's text.
 */
export const remarkWords = (t: Text, { code, values, detail }: Remark): string =>
  t(`remark.${code}`, { defaultValue: detail, ...(values as Record<string, unknown>) })
