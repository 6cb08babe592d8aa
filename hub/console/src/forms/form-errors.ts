import type { z } from 'zod'
import { Refusal } from '#shared/ui/api/client.ts'
import type { Text } from '../i18n/use-text.ts'

/** Errors by field, keyed by RFC 6901 pointer without the leading `#/`: `name`, `barcodes/0/value`. */
export type FormErrors = Record<string, string>

/** Returns the validation errors of the contract, before anything is sent. */
export function contractErrors(t: Text, error: z.ZodError): FormErrors {
  return Object.fromEntries(
    error.issues.toReversed().map((issue) => [issue.path.join('/'), issueText(t, issue)]),
  )
}

/** True when another user has saved in the meantime. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Refusal && error.problem.code === 'concurrency_conflict'

/**
 * True when another user has saved and the form already includes their values. The differences are then shown
 * instead of the error.
 */
export const isMerged = (error: unknown, version: number | undefined): boolean =>
  error instanceof Refusal && isConflict(error) && (version ?? 0) >= Number(error.problem.currentVersion)

/** Returns the hub's errors by field: the translation for the problem's code, or else the text sent by the hub. */
export function refusalErrors(t: Text, error: unknown): FormErrors {
  if (!(error instanceof Refusal)) return {}
  const { code, errors = [] } = error.problem
  return Object.fromEntries(
    errors
      .toReversed()
      .map(({ pointer, detail }) => [
        pointer.replace(/^#\//, ''),
        t(`fault.${code}`, { defaultValue: detail }),
      ]),
  )
}

function issueText(t: Text, issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin !== 'string' && issue.origin !== 'array')
        return t('fault.tooSmall', { least: issue.minimum })
      return Number(issue.minimum) > 1 ? t('fault.tooShort', { least: issue.minimum }) : t('fault.required')
    case 'too_big':
      return issue.origin === 'string'
        ? t('fault.tooLong', { most: issue.maximum })
        : t('fault.tooBig', { most: issue.maximum })
    case 'invalid_type':
      return t(issue.input === undefined || issue.input === null ? 'fault.required' : 'fault.invalid')
    case 'invalid_format':
    case 'invalid_value':
    case 'invalid_union':
      return t('fault.invalid')
    default:
      return t('fault.said', { message: issue.message })
  }
}
