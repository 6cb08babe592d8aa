import { z } from 'zod'
import { COMPARISONS, type Days, daysBefore, daysOf, PERIODS } from '#shared/std/period.ts'
import type { Viewed } from '../list/list-definition.ts'
import type { Figure, ReportDefinition } from './report-definition.ts'

/** Rows on a page of a report. */
export const PAGE_ROWS = 100

/**
 * A report as what a saved view and the bar know. Its address has a usual period by name, so that a saved view of yesterday is of
 * yesterday each day; other days stand there themselves.
 */
export function viewedOf(
  { endpoint, texts, filters, choices }: ReportDefinition,
  figures: readonly Figure[],
): Viewed {
  return {
    endpoint: {
      ...endpoint,
      query: endpoint.query.extend({
        period: z.enum(PERIODS).optional(),
        compare: z.enum(COMPARISONS).optional(),
      }),
    } as Viewed['endpoint'],
    ...{ texts, filters, hasSearch: false, plainView: 'report.plainView' },
    controls: ['from', 'to', 'period', 'compare', ...choices.map(({ name }) => name)],
    columns: figures.map(({ id, isHidden, may }) => ({
      ...{ id, width: 100, cell: () => null },
      ...(isHidden && { isHidden }),
      ...(may && { may }),
    })),
  }
}

/** The days that an address is about; `usual` where it names none. */
export function daysAsked(
  { period: usual }: Pick<ReportDefinition, 'period'>,
  { period, from, to }: Record<string, string>,
  today: string,
): Days {
  if (from && to) return { from, to }
  return daysOf(PERIODS.find((known) => known === period) ?? usual, today)
}

/** What the hub is asked, of what the address says. */
export function askedOf(
  definition: Pick<ReportDefinition, 'period'>,
  query: Record<string, string>,
  today: string,
): Record<string, string> {
  const { period: _, compare, from: __, to: ___, ...rest } = query
  const days = daysAsked(definition, query, today)
  const comparison = COMPARISONS.find((known) => known === compare)
  const second = comparison && daysBefore(comparison, days)
  return {
    ...rest,
    ...days,
    ...(second && { compareFrom: second.from, compareTo: second.to }),
  }
}
