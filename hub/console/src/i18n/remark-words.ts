import type { Text } from './use-text.ts'

interface Remark {
  code?: unknown
  values?: unknown
  detail: string
}

/** Returns a remark on a row or a file in the language of the page; in the hub's words where its code has no text. */
export const remarkWords = (t: Text, { code, values, detail }: Remark): string =>
  t(`remark.${code}`, { defaultValue: detail, ...(values as Record<string, unknown>) })
