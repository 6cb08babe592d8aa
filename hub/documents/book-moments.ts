import type { Actor } from '#hub/auth/actor.ts'
import type { PostingQuery } from '#shared/contracts/postings.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { isClosed } from './closed-period.ts'
import type { Settings } from './settings.ts'

/** A time at which a document affects the books, with the field that contains it. */
export interface BookMoment {
  at: Date
  field: (string | number)[]
}

/** Returns all times at which a document affects the books: its date, and the times when its lines were counted. */
export function bookMoments(
  date: Date,
  lines: readonly { countedAt?: Date | null | undefined }[] = [],
): BookMoment[] {
  const counted = lines.flatMap(({ countedAt }, index) =>
    countedAt ? [{ at: countedAt, field: ['lines', index, 'countedAt'] }] : [],
  )
  return [{ at: date, field: ['date'] }, ...counted]
}

/**
 * Checks the times of a change that does not affect the books, such as creating, changing or deleting a
 * draft. Throws `invalid_request` when one of `moments` is in the future. Throws `period_closed` when one of
 * `moments` or `before` is in a closed period, unless the user has permission to override it.
 */
export function checkDraftMoments(
  settings: Settings,
  { permissions }: Pick<Actor, 'permissions'>,
  moments: readonly BookMoment[],
  before: readonly BookMoment[] = [],
): void {
  refuseFuture(moments)
  if (!permissions.has('period.override')) refuseClosed(settings, [...moments, ...before])
}

/**
 * Checks the times of a change to the books. Throws `invalid_request` when a document with a future time is
 * posted. Throws `period_closed` unless the user has permission to override it and requests the override.
 * Returns what was overridden, to be stored with the document (docs/domain.md#closed-period).
 */
export function checkMoments(
  settings: Settings,
  { permissions }: Pick<Actor, 'permissions'>,
  moments: readonly BookMoment[],
  { overridePeriod, command }: PostingQuery & { command: 'post' | 'unpost' },
): 'ClosedPeriod'[] {
  if (command === 'post') refuseFuture(moments)
  if (!overridePeriod || !permissions.has('period.override')) refuseClosed(settings, moments)
  return moments.some(({ at }) => isClosed(settings, at)) ? ['ClosedPeriod'] : []
}

const DAY_MS = 86_400_000

function refuseFuture(moments: readonly BookMoment[]): void {
  const latest = Date.now() + DAY_MS
  for (const { at, field } of moments)
    if (at.getTime() > latest) throw invalidField(field, 'is more than a day ahead')
}

function refuseClosed(settings: Settings, moments: readonly BookMoment[]): void {
  const { closedUntil } = settings
  const closed = moments.filter(({ at }) => isClosed(settings, at))
  if (closed.length === 0) return
  const detail = `The books are closed up to ${closedUntil}`
  const ofLines = closed.filter(({ field }) => field[0] === 'lines')
  throw new Problem('period_closed', {
    detail,
    ...(ofLines.length > 0 && {
      errors: ofLines.map(({ field, at }) => ({
        pointer: `#/${field.join('/')}`,
        detail: `${at.toISOString()}: the books are closed up to ${closedUntil}`,
      })),
    }),
    extensions: { closedUntil },
  })
}
