import { Problem } from '#shared/problems/problem.ts'
import { backoffMs, sleep } from '#shared/std/retry.ts'
import type { AgentContext } from '../../context.ts'
import type { Timing } from '../../sync/timing.ts'
import { enrol } from './enrol.ts'

/** Enrols with the configured code as soon as the hub can be reached; a code that the hub refuses is not tried again. */
export async function enrolUnattended(
  agent: AgentContext,
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
      if (!isWorthAnotherTry(error)) return
      await sleep(backoffMs(failures, backoffBaseMs, backoffMaxMs), agent.stopping)
    }
  }
}

function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'hub_unreachable' || error.code === 'too_many_attempts')
}
