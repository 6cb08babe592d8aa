import type { Actor } from '#hub/auth/actor.ts'
import type { PostingQuery } from '#shared/contracts/postings.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Settings } from './settings.ts'

/** Whether the books of a moment are closed: up to the end of the day `closedUntil` (docs/domain.md#closed-period). */
export function isClosed({ openFrom }: Pick<Settings, 'openFrom'>, moment: Date): boolean {
  return openFrom !== null && moment < openFrom
}

/** What has no effect on the books, such as a draft: throws period_closed but for those who may pass it. */
export function refuseClosedPeriod(
  settings: Settings,
  { permissions }: Pick<Actor, 'permissions'>,
  ...moments: readonly Date[]
): void {
  if (!permissions.has('period.override')) refuse(settings, moments)
}

/**
 * What has an effect on the books: throws period_closed, but for those who may pass it and say that they mean to.
 * Tells what was passed, to be kept with the document (docs/domain.md#closed-period).
 */
export function passClosedPeriod(
  settings: Settings,
  { permissions }: Pick<Actor, 'permissions'>,
  moment: Date,
  { overridePeriod }: PostingQuery,
): 'ClosedPeriod'[] {
  if (!overridePeriod || !permissions.has('period.override')) refuse(settings, [moment])
  return isClosed(settings, moment) ? ['ClosedPeriod'] : []
}

function refuse(settings: Settings, moments: readonly Date[]): void {
  const { closedUntil } = settings
  if (!moments.some((moment) => isClosed(settings, moment))) return
  throw new Problem('period_closed', {
    detail: `The books are closed up to ${closedUntil}`,
    extensions: { closedUntil },
  })
}
