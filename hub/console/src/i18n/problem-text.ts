import { NoAnswer, Refusal } from '#shared/ui/api/client.ts'
import type { Text } from './use-text.ts'

/** What went wrong in words: translated by the code of the problem, else in the hub's own words. */
export function problemText(t: Text, error: unknown): string {
  if (error instanceof Refusal) {
    const { code, detail, title } = error.problem
    return t(`refused.${code}`, { defaultValue: detail ?? title, ...error.problem })
  }
  if (error instanceof NoAnswer) return t('shell.noAnswer')
  return t('shell.brokeHere')
}
