import { z } from 'zod'
import { Count } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { BackgroundJob } from './jobs.ts'

export const DemoDataState = z.enum(['None', 'Seeding', 'Seeded', 'Removed', 'OwnData'])

export const DemoData = z
  .object({
    state: DemoDataState.meta({
      description:
        'None: it can be seeded. Seeding: a job is at it. Seeded: it is there. Removed: it was there, and does not come again. OwnData: the organization has data of its own, so none is seeded',
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
      .meta({ description: 'What is there of the demo data' }),
    job: BackgroundJob.nullable().meta({ description: 'The latest that has seeded; null: none has' }),
  })
  .meta({ id: 'DemoData' })
export type DemoData = z.infer<typeof DemoData>

export const SEED_DEMO = endpoint({ method: 'post', path: '/api/admin/seed-demo', answer: DemoData })
export const DEMO_DATA = endpoint({ method: 'get', path: '/api/admin/seed-demo/status', answer: DemoData })
export const REMOVE_DEMO = endpoint({ method: 'delete', path: '/api/admin/seed-demo', answer: DemoData })
