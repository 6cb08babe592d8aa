import { z } from 'zod'
import { UtcTime } from '#shared/domain/fields.ts'
import { LANGUAGES } from '#shared/std/languages.ts'
import { endpoint } from '../endpoint.ts'

export const DiagnosticName = z.enum([
  'database',
  'statements',
  'clock',
  'disk',
  'files',
  'mailServer',
  'mails',
  'messenger',
  'fiscal',
  'jobs',
  'daySums',
  'books',
  'feed',
  'custody',
  'workList',
  'auditLog',
  'tillContact',
  'tillUploads',
  'tillClocks',
  'tillDisks',
  'tillData',
  'tillBackups',
  'tillCopies',
  'tillTroubles',
  'tillVersions',
])
export type DiagnosticName = z.infer<typeof DiagnosticName>

/**
 * Verdict of a check. `notChecked`: there is nothing to check yet, such as books before their first check.
 * `ok`: it works. `warning`: it works but needs attention, or the check timed out. `error`: it does not work.
 */
export const Verdict = z.enum(['notChecked', 'ok', 'warning', 'error'])
export type Verdict = z.infer<typeof Verdict>

export const DiagnosticCheck = z.object({
  name: DiagnosticName,
  verdict: Verdict,
  detail: z.string().meta({ description: 'Finding as text: numbers, times and the series of tills' }),
  fix: z.string().nullable().meta({ description: 'Recommended action; null: none' }),
})
export type DiagnosticCheck = z.infer<typeof DiagnosticCheck>

export const Diagnostic = z
  .object({
    ranAt: UtcTime,
    hubVersion: z.string(),
    verdict: Verdict.meta({ description: 'Worst verdict of all checks' }),
    checks: z.array(DiagnosticCheck),
  })
  .meta({ id: 'Diagnostic' })
export type Diagnostic = z.infer<typeof Diagnostic>

export const RUN_DIAGNOSTIC = endpoint({
  method: 'get',
  path: '/api/admin/diagnostic/run',
  query: z.object({
    language: z.enum(LANGUAGES).default('en').meta({ description: 'Language of the texts' }),
  }),
  answer: Diagnostic,
})
