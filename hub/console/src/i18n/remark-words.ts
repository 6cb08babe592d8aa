import type { Text } from './use-text.ts'

interface Remark {
  code?: unknown
  values?: unknown
  detail: string
}

/** What is said of a row or of a file, in the language of the page; as the hub says it, where no words are known for its code. */
export const remarkWords = (t: Text, { code, values, detail }: Remark): string =>
  t(`remark.${code}`, { defaultValue: detail, ...(values as Record<string, unknown>) })
