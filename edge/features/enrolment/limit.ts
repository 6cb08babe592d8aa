/** Rate limit of one agent, shared by all clients: `points` attempts in `duration` seconds. */
export const ENROLMENT_LIMIT = { points: 10, duration: 60 }
