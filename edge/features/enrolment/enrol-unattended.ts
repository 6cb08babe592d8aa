import type { Logger } from 'pino'
import type { ProblemCode } from '#shared/problems/catalogue.ts'
import { Problem } from '#shared/problems/problem.ts'
import { backoffMs, sleep } from '#shared/std/retry.ts'
import type { Timing } from '../../sync/timing.ts'
import type { Troubles } from '../../troubles.ts'
import { type EnrolmentParts, enrol } from './enrol.ts'

interface UnattendedParts extends EnrolmentParts {
  readonly log: Logger
  readonly troubles: Troubles
}

/**
 * Enrols with the configured code, retrying until the hub accepts it. A final refusal, such as an unknown
 * code, ends the attempts.
 */
export async function enrolUnattended(
  agent: UnattendedParts,
  pairingCode: string,
  { backoffBaseMs, backoffMaxMs }: Timing,
): Promise<void> {
  for (let failures = 1; !agent.stopping.aborted && !agent.device; failures++) {
    try {
      return await enrol(agent, { pairingCode })
    } catch (error) {
      const detail = (error as Error).message
      agent.log.warn({ reason: detail }, 'enrolment failed')
      agent.troubles.raise('enrolment', { code: 'not_enrolled', detail: `EDGE_PAIRING_CODE: ${detail}` })
      if (error instanceof Problem && FINAL.includes(error.code)) return
      await sleep(backoffMs(failures, backoffBaseMs, backoffMaxMs), agent.stopping)
    }
  }
}

/** Errors that a retry cannot fix. */
const FINAL: readonly ProblemCode[] = ['pairing_code_invalid', 'already_enrolled']
