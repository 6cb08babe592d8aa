import { z } from 'zod'
import { Count } from '#shared/domain/fields.ts'
import { BooleanQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { BackgroundJob } from './jobs.ts'
import { KEPT_EXPORT_DAYS } from './organization-export.ts'

/** Number of records of the organization by kind. Settings are not counted. */
export const CleanupStats = z
  .object({
    counts: z.object({
      products: Count,
      productGroups: Count,
      counterparties: Count.meta({ description: 'Number without the system customer' }),
      supplies: Count,
      supplierReturns: Count,
      enters: Count,
      losses: Count,
      transfers: Count,
      inventories: Count,
      demands: Count,
      retailSales: Count.meta({ description: 'Number of sales and returns' }),
      loyaltyPrograms: Count,
      loyaltyCards: Count,
      promotions: Count,
      vouchers: Count,
      changeSets: Count,
      productImports: Count,
    }),
    total: Count,
    job: BackgroundJob.nullable().meta({ description: 'Latest cleanup; null: there was none' }),
  })
  .meta({ id: 'CleanupStats' })
export type CleanupStats = z.infer<typeof CleanupStats>

const CleanupConfirmation = z.strictObject({
  confirmation: z.string().max(255).optional().meta({
    description: 'Exact name of the organization',
  }),
})

const EXPORT =
  `true: everything is exported first; the file is kept for ${KEPT_EXPORT_DAYS} days. Nothing is deleted unless the export is ready. ` +
  'false: without an export'

/** Query of the DELETE request. */
const CleanupQuery = CleanupConfirmation.extend({
  export: BooleanQuery.prefault('true').meta({ description: EXPORT }),
})

/** Body of the POST request. */
const CleanupRequest = CleanupConfirmation.extend({
  export: z.boolean().default(true).meta({ description: EXPORT }),
}).meta({ id: 'CleanupRequest' })

const DeletedCounterparties = z.object({ deleted: Count }).meta({ id: 'DeletedCounterparties' })

const path = '/api/admin/cleanup'
export const CLEANUP_STATS = endpoint({ method: 'get', path: `${path}/stats`, answer: CleanupStats })
export const CLEANUP_ALL = endpoint({
  method: 'delete',
  path: `${path}/all`,
  query: CleanupQuery,
  answer: BackgroundJob,
})
export const CLEANUP_ALL_ASYNC = endpoint({
  method: 'post',
  path: `${path}/all/async`,
  body: CleanupRequest,
  answer: BackgroundJob,
})
export const CLEANUP_COUNTERPARTIES = endpoint({
  method: 'delete',
  path: `${path}/counterparties`,
  query: CleanupConfirmation,
  answer: DeletedCounterparties,
})
