import type { Actor } from '#hub/auth/actor.ts'
import type { PostingQuery } from '#shared/contracts/postings.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { isClosed } from './closed-period.ts'
import type { Settings } from './settings.ts'

/** A moment at which a document writes into the books, with the field that says it. */
export interface BookMoment {
  at: Date
  field: (string | number)[]
}

/** Every moment at which a document writes into the books: its date, and when its lines were counted. */
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
 * What has no effect on the books, such as a draft that is created, changed or deleted: throws invalid_request for one of
 * `moments` in the future, and period_closed for one of `moments` or `before`, but for those who may pass it.
 */
export function refuseMoments(
  settings: Settings,
  { permissions }: Pick<Actor, 'permissions'>,
  moments: readonly BookMoment[],
  before: readonly BookMoment[] = [],
): void {
  refuseFuture(moments)
  if (!permissions.has('period.override')) refuseClosed(settings, [...moments, ...before])
}

/**
 * What has an effect on the books: throws invalid_request for a moment in the future that is to be posted, and period_closed,
 * but for those who may pass it and say that they mean to. Tells what was passed, to be kept with the document
 * (docs/domain.md#closed-period).
 */
export function passMoments(
  settings: Settings,
  { permissions }: Pick<Actor, 'permissions'>,
  moments: readonly BookMoment[],
  { overridePeriod, deed }: PostingQuery & { deed: 'post' | 'unpost' },
): 'ClosedPeriod'[] {
  if (deed === 'post') refuseFuture(moments)
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
