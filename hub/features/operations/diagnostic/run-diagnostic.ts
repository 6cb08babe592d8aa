import type { Logger } from 'pino'
import {
  type Diagnostic,
  type DiagnosticCheck,
  DiagnosticName,
  Verdict,
} from '#shared/contracts/organization/diagnostic.ts'
import { fillWords } from '#shared/std/fill-words.ts'
import type { Language } from '#shared/std/languages.ts'
import { sleep } from '#shared/std/retry.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import { CHECK_TIMEOUT_MS, type Check, type Checked, error, type Finding, warning } from './check.ts'
import { DATA_CHECKS } from './data-checks.ts'
import { SERVER_CHECKS } from './server-checks.ts'
import { TILL_CHECKS } from './till-checks.ts'
import { en } from './words/en.ts'
import { kk } from './words/kk.ts'
import { ru } from './words/ru.ts'

/** Time-out for all checks together. */
const DEADLINE_MS = 10_000
/** PostgreSQL error code query_canceled. */
const TOO_LONG = '57014'

const WORDS = { en, ru, kk }
const OF_DATABASE = { ...DATA_CHECKS, ...TILL_CHECKS }

/**
 * Runs all checks. Database checks run in sequence, so that they hold only one connection. The others run
 * concurrently. A check that fails or times out is reported as a finding.
 */
export async function runDiagnostic(checked: Checked, log: Logger, language: Language): Promise<Diagnostic> {
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  const found = new Map<DiagnosticName, Finding>()
  const run = async ([name, check]: [string, Check]): Promise<void> => {
    found.set(name as DiagnosticName, await bounded(name, check, checked, log, deadline))
  }
  const ofDatabase = async (): Promise<void> => {
    for (const each of Object.entries(OF_DATABASE)) await run(each)
  }
  await Promise.all([ofDatabase(), ...Object.entries(SERVER_CHECKS).map(run)])
  const checks = DiagnosticName.options.flatMap((name): DiagnosticCheck[] => {
    const finding = found.get(name)
    if (!finding) return []
    const [detail, fix] = WORDS[language][finding.code]
    return [{ name, verdict: finding.verdict, detail: fillWords(detail, finding.values), fix }]
  })
  const rank = Math.max(...checks.map(({ verdict }) => Verdict.options.indexOf(verdict)))
  const verdict = Verdict.options[rank] ?? 'ok'
  return { ranAt: new Date().toISOString(), hubVersion: packageJson.version, verdict, checks }
}

async function bounded(
  name: string,
  check: Check,
  checked: Checked,
  log: Logger,
  deadline: AbortSignal,
): Promise<Finding> {
  const done = new AbortController()
  const slow = sleep(CHECK_TIMEOUT_MS, AbortSignal.any([deadline, done.signal])).then(() => tooLong())
  try {
    return await Promise.race([deadline.aborted ? slow : check(checked), slow])
  } catch (cause) {
    if ((cause as { code?: string }).code === TOO_LONG) return tooLong()
    log.warn({ err: cause, check: name }, 'a check of the diagnostic failed')
    return error('checkFailed')
  } finally {
    done.abort()
  }
}

const tooLong = (): Finding => warning('noAnswer', { seconds: CHECK_TIMEOUT_MS / 1000 })
