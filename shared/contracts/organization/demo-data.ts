import { z } from 'zod'
import { Count } from '#shared/domain/fields.ts'
import { endpoint } from '../endpoint.ts'
import { BackgroundJob } from './jobs.ts'

const DemoDataState = z.enum(['None', 'Seeding', 'Seeded', 'Removed', 'OwnData'])

export const DemoData = z
  .object({
    state: DemoDataState.meta({
      description:
        'None: it can be seeded. Seeding: a job is running. Seeded: it exists. Removed: it was deleted and cannot be seeded again. OwnData: the organization has its own data, so none is seeded',
    }),
    counts: z
      .object({
        products: Count,
        counterparties: Count,
        employees: Count,
        loyaltyCards: Count,
        documents: Count,
        shifts: Count,
        retailSales: Count,
      })
      .meta({ description: 'Existing demo data' }),
    job: BackgroundJob.nullable().meta({ description: 'Latest seeding job; null: there was none' }),
  })
  .meta({ id: 'DemoData' })
export type DemoData = z.infer<typeof DemoData>

export const SEED_DEMO = endpoint({ method: 'post', path: '/api/admin/seed-demo', answer: DemoData })
export const DEMO_DATA = endpoint({ method: 'get', path: '/api/admin/seed-demo/status', answer: DemoData })
export const REMOVE_DEMO = endpoint({ method: 'delete', path: '/api/admin/seed-demo', answer: DemoData })
