import { z } from 'zod'
import { COMPARISONS, type Days, daysBefore, daysOf, PERIODS } from '#shared/std/period.ts'
import type { Viewed } from '../list/list-definition.ts'
import type { Figure, ReportDefinition } from './report-definition.ts'

/** Rows per page of a report. */
export const PAGE_ROWS = 100

/**
 * Returns the parts of a report that saved views and the bar need. A standard period is stored by name, so
 * that a saved view of yesterday always means yesterday. Other periods are stored as dates.
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
    texts,
    filters,
    hasSearch: false,
    plainView: 'report.plainView',
    controls: ['from', 'to', 'period', 'compare', ...choices.map(({ name }) => name)],
    columns: figures.map(({ id, isHidden, may }) => ({
      id,
      width: 100,
      cell: () => null,
      ...(isHidden && { isHidden }),
      ...(may && { may }),
    })),
  }
}

/** Returns the period in the URL, or the default period when there is none. */
export function requestedDays(
  { period: usual }: Pick<ReportDefinition, 'period'>,
  { period, from, to }: Record<string, string>,
  today: string,
): Days {
  if (from && to) return { from, to }
  return daysOf(PERIODS.find((known) => known === period) ?? usual, today)
}

/** Converts the query in the URL to the query for the hub. */
export function reportQueryOf(
  definition: Pick<ReportDefinition, 'period'>,
  query: Record<string, string>,
  today: string,
): Record<string, string> {
  const { period: _, compare, from: __, to: ___, ...rest } = query
  const days = requestedDays(definition, query, today)
  const comparison = COMPARISONS.find((known) => known === compare)
  const second = comparison && daysBefore(comparison, days)
  return {
    ...rest,
    ...days,
    ...(second && { compareFrom: second.from, compareTo: second.to }),
  }
}
