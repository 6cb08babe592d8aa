/** Rate limit of one agent for all callers together: `points` attempts in `duration` seconds. */
export const ENROLMENT_LIMIT = { points: 10, duration: 60 }
