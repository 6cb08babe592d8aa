import { sql } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import { countGroup } from '#hub/day-sums/count-group.ts'
import { sumPeriodUp } from '#hub/day-sums/periods.ts'
import { sumDaysUp } from '#hub/day-sums/sum-days-up.ts'
import type { PeriodUnit } from '#hub/db/tables/day-sums.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 10_000
/**
 * Interval of period sums in ms. It is long because late cost changes can recalculate a day repeatedly, and
 * each time make a whole month, quarter and year stale.
 */
const PERIODS_EVERY_MS = 60_000
/** Number of days summed in one transaction. */
const PORTION = 7
/**
 * Number of marks from which the current day is summed too. With fewer marks it is read from documents,
 * because it changes constantly.
 */
const MOST_MARKS = 500

/**
 * Starts summing dirty past days, and the current day if it has very many marks. Then counts documents of
 * groups whose products have changed.
 */
export const startDaySums = (hub: HubCore): (() => Promise<void>) =>
  startPeriodic(hub, 'sums of days', EVERY_MS, async () => {
    await sumDirtyDays(hub)
    await countStaleGroups(hub)
  })

/** Starts summing past months, quarters and years without dirty days. */
export const startPeriodSums = (hub: HubCore): (() => Promise<void>) =>
  startPeriodic(hub, 'sums of months, quarters and years', PERIODS_EVERY_MS, () => sumPeriods(hub))

async function sumDirtyDays(hub: HubCore): Promise<void> {
  const { rows } = await hub.db.platform((tx) =>
    tx.execute<{ organization: string; day: string }>(sql`
      SELECT organization_id AS organization, day::text AS day FROM platform_dirty_days(${MOST_MARKS}::integer)`),
  )
  for (const [organization, dirty] of Map.groupBy(rows, ({ organization }) => organization)) {
    const days = dirty.map(({ day }) => day)
    try {
      for (let i = 0; i < days.length && !hub.stopping.aborted; i += PORTION)
        await hub.db.transact(organization, (tx) => sumDaysUp(tx, days.slice(i, i + PORTION)))
    } catch (error) {
      // The marks are kept for a retry. Continue with other organizations.
      hub.log.warn({ err: error, organization }, 'days could not be summed up, will retry')
    }
  }
}

async function countStaleGroups(hub: HubCore): Promise<void> {
  const { rows } = await hub.db.platform((tx) =>
    tx.execute<{ organization: string; group: string }>(sql`
      SELECT organization_id AS organization, product_group_id AS group FROM platform_stale_groups()`),
  )
  for (const { organization, group } of rows) {
    if (hub.stopping.aborted) return
    try {
      await hub.db.transact(organization, (tx) => countGroup(tx, group))
    } catch (error) {
      // The marks are kept for a retry. Continue with other groups.
      hub.log.warn(
        { err: error, organization, group },
        'documents of a group could not be counted, will retry',
      )
    }
  }
}

async function sumPeriods(hub: HubCore): Promise<void> {
  const { rows } = await hub.db.platform((tx) =>
    tx.execute<{ organization: string; unit: PeriodUnit; firstDay: string }>(sql`
      SELECT organization_id AS organization, unit, first_day::text AS "firstDay" FROM platform_unsummed_periods()`),
  )
  for (const { organization, ...period } of rows) {
    if (hub.stopping.aborted) return
    try {
      await hub.db.transact(organization, (tx) => sumPeriodUp(tx, period))
    } catch (error) {
      // The period stays unsummed for a retry. Continue with other periods.
      hub.log.warn({ err: error, organization, ...period }, 'a period could not be summed up, will retry')
    }
  }
}
