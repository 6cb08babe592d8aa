import type { JobTrouble } from '#shared/contracts/organization/jobs.ts'
import type { Problem } from '#shared/problems/problem.ts'

/**
 * Returns the data of a Problem to be stored with a job: the message, and the code and members from which a
 * page composes the message in its own language.
 */
export function troubleOf({ code, options, message }: Problem): JobTrouble {
  const errors = options.errors?.slice(0, 1)
  return { message, problem: { ...options.extensions, ...(errors && { errors }), code } }
}
