import { z } from 'zod'
import { Count, Day, UtcTime } from '#shared/domain/fields.ts'
import { endpoint } from '../endpoint.ts'

/**
 * Figures of the platform as a whole. A SuperAdmin sees the performance of the platform, not the sales of
 * organizations.
 */
export const PlatformDashboard = z
  .object({
    at: UtcTime,
    organizations: z.object({
      total: Count.meta({ description: 'Number of organizations that are not archived' }),
      archived: Count,
      byWeek: z
        .array(z.object({ week: Day.meta({ description: 'Its Monday, in UTC' }), founded: Count }))
        .meta({ description: 'Last twelve weeks, including this one' }),
    }),
    tills: z.object({
      total: Count.meta({ description: 'Number of agents in service' }),
      online: Count.meta({ description: 'Number in contact within the last five minutes' }),
      oldestUnsentAt: UtcTime.nullable().meta({
        description: 'Time of the oldest waiting item; null: nothing waits',
      }),
    }),
    salesByHour: z
      .array(z.object({ hour: UtcTime, sales: Count }))
      .meta({ description: 'Last 24 hours, including this one' }),
    failedJobs: Count.meta({ description: 'Number of jobs failed in the last 24 hours' }),
  })
  .meta({ id: 'PlatformDashboard' })
export type PlatformDashboard = z.infer<typeof PlatformDashboard>

export const PLATFORM_DASHBOARD = endpoint({
  method: 'get',
  path: '/api/super-admin/dashboard',
  answer: PlatformDashboard,
})
