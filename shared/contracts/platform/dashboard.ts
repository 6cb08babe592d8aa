import { z } from 'zod'
import { Count, Day, UtcTime } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Counts alone: a SuperAdmin sees how the platform does, not what organizations sell. */
export const PlatformDashboard = z
  .object({
    at: UtcTime,
    organizations: z.object({
      total: Count.meta({ description: 'That are not archived' }),
      archived: Count,
      byWeek: z
        .array(z.object({ week: Day.meta({ description: 'Its Monday, in UTC' }), founded: Count }))
        .meta({ description: 'The last twelve weeks, this one too' }),
    }),
    tills: z.object({
      total: Count.meta({ description: 'Agents in service' }),
      online: Count.meta({ description: 'That were in contact in the last five minutes' }),
      oldestUnsentAt: UtcTime.nullable().meta({ description: 'What waits longest; null: nothing waits' }),
    }),
    salesByHour: z
      .array(z.object({ hour: UtcTime, sales: Count }))
      .meta({ description: 'The last 24 hours, this one too' }),
    failedJobs: Count.meta({ description: 'In the last 24 hours' }),
  })
  .meta({ id: 'PlatformDashboard' })
export type PlatformDashboard = z.infer<typeof PlatformDashboard>

export const PLATFORM_DASHBOARD = endpoint({
  method: 'get',
  path: '/api/super-admin/dashboard',
  answer: PlatformDashboard,
})
