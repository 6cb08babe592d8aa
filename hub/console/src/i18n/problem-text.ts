import type { JobTrouble } from '#shared/contracts/organization/jobs.ts'
import { NoAnswer, Refusal } from '#shared/ui/api/client.ts'
import { remarkWords } from './remark-words.ts'
import type { Text } from './use-text.ts'

/** Describes an error: the translation for the problem's code, with details in the hub's own text where available. */
export function problemText(t: Text, error: unknown): string {
  if (error instanceof Refusal) {
    const { code, detail, title } = error.problem
    return t(`refused.${code}`, { defaultValue: detail ?? title, ...error.problem, detail: detail ?? title })
  }
  if (error instanceof NoAnswer) return t('shell.noAnswer')
  return t('shell.brokeHere')
}

/**
 * Describes why a job has failed or is being retried: the translation of its problem, or else the hub's
 * message. Returns null without a message.
 */
export function jobTroubleText(t: Text, { message, problem }: JobTrouble): string | null {
  // A hub of the previous version sends only the message.
  if (!problem || message === null) return message
  const { errorsTotal } = problem
  if (typeof errorsTotal === 'number' && errorsTotal > 1) return t('jobs.faults', { count: errorsTotal })
  const [fault] = problem.errors ?? []
  if (fault) return remarkWords(t, { ...fault, detail: message })
  return t(`refused.${problem.code}`, { ...problem, defaultValue: message, detail: message })
}
