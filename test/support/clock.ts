import { vi } from 'vitest'

/** Does the work at a moment at which the clock of this process stands still; PostgreSQL has its own clock. */
export async function atMoment<T>(now: string, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
  return work().finally(() => vi.useRealTimers())
}
