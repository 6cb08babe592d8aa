import { Refusal } from '#shared/ui/api/client.ts'

/** Of what there may be one or none: null instead of the refusal not_found. */
export async function noneIfGone<Answer>(request: Promise<Answer>): Promise<Answer | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof Refusal && error.problem.code === 'not_found') return null
    throw error
  }
}
