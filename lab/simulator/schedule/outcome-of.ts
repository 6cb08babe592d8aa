import type { TillAnswer } from '../world/till.ts'

/** Returns the status and the error code for the trace. */
export const outcomeOf = (answer: TillAnswer | null): string =>
  `${answer?.status ?? 'no answer'}${answer && answer.status >= 300 ? ` ${answer.body.code}` : ''}`
