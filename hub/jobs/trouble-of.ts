import type { JobTrouble } from '#shared/contracts/organization/jobs.ts'
import type { Problem } from '#shared/problems/problem.ts'

/**
 * Returns the data of a problem that a job keeps: its message, and its code and members, from which a page
 * builds the message in its language.
 */
export function troubleOf({ code, options, message }: Problem): JobTrouble {
  const errors = options.errors?.slice(0, 1)
  return { message, problem: { ...options.extensions, ...(errors && { errors }), code } }
}
