import { z } from 'zod'

/** Response of the agent at /health. Any other response means that another program uses the port. */
const Health = z.object({ status: z.literal('ok'), agentVersion: z.string() })

const ANSWER_WITHIN_MS = 2_000

/** Returns true when a healthy agent answers at this origin. Never throws. */
export async function isAnswering(agentUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${agentUrl}/health`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      redirect: 'error',
    })
    return response.ok && Health.safeParse(await response.json()).success
  } catch {
    return false
  }
}
