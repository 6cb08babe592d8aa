import type { Days } from '#hub/day-sums/sold.ts'
import type { Tx } from '#hub/db/transact.ts'
import { readPeriod } from '#hub/documents/period.ts'
import { invalidField } from '#shared/problems/problem.ts'

interface PeriodsRequest {
  from?: string | undefined
  to?: string | undefined
  compareFrom?: string | undefined
  compareTo?: string | undefined
}

/**
 * Returns the period of a report and the period to compare with, if any. Without `compareTo`, the second
 * period is as long as the first. Throws `invalid_request` naming the field.
 */
export async function readPeriods(
  tx: Tx,
  requested: PeriodsRequest,
): Promise<{ days: Days; second: Days | null }> {
  const days = await readPeriod(tx, requested)
  const { compareFrom, compareTo } = requested
  if (!compareFrom) {
    if (compareTo) throw invalidField(['query', 'compareTo'], 'requires compareFrom')
    return { days, second: null }
  }
  if (!compareTo) return { days, second: { from: compareFrom, to: sameLength(compareFrom, days) } }
  return { days, second: await readPeriod(tx, { from: compareFrom, to: compareTo }, 'compareFrom') }
}

function sameLength(first: string, { from, to }: Days): string {
  const ms = Date.parse(first) + Date.parse(to) - Date.parse(from)
  return new Date(Math.min(ms, Date.parse('9999-12-31'))).toISOString().slice(0, 10)
}
