import { vi } from 'vitest'

/** At a moment of the clock of this process, which stands still meanwhile; PostgreSQL has its own. */
export async function atMoment<T>(now: string, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
  return work().finally(() => vi.useRealTimers())
}
