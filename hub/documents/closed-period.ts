import { Problem } from '#shared/problems/problem.ts'
import type { Settings } from './settings.ts'

/** Whether the books of a moment are closed: up to the end of the day `closedUntil` (docs/domain.md#closed-period). */
export function isClosed({ openFrom }: Pick<Settings, 'openFrom'>, moment: Date): boolean {
  return openFrom !== null && moment < openFrom
}

/** Throws period_closed. */
export function refuseClosedPeriod(settings: Settings, ...moments: readonly Date[]): void {
  const { closedUntil } = settings
  if (!moments.some((moment) => isClosed(settings, moment))) return
  throw new Problem('period_closed', {
    detail: `The books are closed up to ${closedUntil}`,
    extensions: { closedUntil },
  })
}
