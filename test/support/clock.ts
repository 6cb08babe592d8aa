import { vi } from 'vitest'

/**
 * Executes `work` with the clock of this process stopped at the given time. The clock of PostgreSQL is not
 * affected.
 */
export async function atMoment<T>(now: string, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
  return work().finally(() => vi.useRealTimers())
}
