import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { NoAnswer, Refusal } from '#shared/ui/api/client.ts'

/** Describes an error for users: the translation for its code, or else the text sent by the agent. */
function problemText(t: TFunction, error: unknown): string {
  if (error instanceof NoAnswer) return t('agent.silent')
  if (!(error instanceof Refusal)) return t('problem.internal')
  const { code, title, detail } = error.problem
  return t(`problem.${code}` as 'problem.internal', { defaultValue: detail ?? title })
}

export function useProblemText(): (error: unknown) => string {
  const { t } = useTranslation()
  return (error) => problemText(t, error)
}

/** True when the server refused the value of this form field, such as `email`. */
export const isFaultOf = (field: string, error: unknown): boolean =>
  error instanceof Refusal && (error.problem.errors ?? []).some(({ pointer }) => pointer === `#/${field}`)
