/** Of one agent, whoever asks: `points` attempts in `duration` seconds. */
export const ENROLMENT_LIMIT = { points: 10, duration: 60 }
