import type { JobTrouble } from '#shared/contracts/organization/jobs.ts'
import type { Problem } from '#shared/problems/problem.ts'

/** What a job keeps of a problem: its words, and its code and members, from which a page makes those of its language. */
export function troubleOf({ code, options, message }: Problem): JobTrouble {
  const errors = options.errors?.slice(0, 1)
  return { message, problem: { ...options.extensions, ...(errors && { errors }), code } }
}
