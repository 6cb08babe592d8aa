import { z } from 'zod'
import { BooleanQuery, Count } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { BackgroundJob } from './jobs.ts'
import { KEPT_EXPORT_DAYS } from './organization-export.ts'

/** What the organization has that is its data and not its settings. */
export const CleanupStats = z
  .object({
    counts: z.object({
      products: Count,
      productGroups: Count,
      counterparties: Count.meta({ description: 'Without the one of the system' }),
      supplies: Count,
      supplierReturns: Count,
      enters: Count,
      losses: Count,
      transfers: Count,
      inventories: Count,
      demands: Count,
      retailSales: Count.meta({ description: 'Sales and returns' }),
      loyaltyPrograms: Count,
      loyaltyCards: Count,
      promotions: Count,
      vouchers: Count,
      changeSets: Count,
      productImports: Count,
    }),
    total: Count,
    job: BackgroundJob.nullable().meta({ description: 'The latest cleanup; null: there was none' }),
  })
  .meta({ id: 'CleanupStats' })
export type CleanupStats = z.infer<typeof CleanupStats>

export const CleanupConfirmation = z.strictObject({
  confirmation: z.string().max(255).optional().meta({
    description: 'The name of the organization, letter by letter',
  }),
})

const EXPORT =
  `Everything is exported first; the file is kept for ${KEPT_EXPORT_DAYS} days. Nothing is deleted unless the export is ready. ` +
  'false: without an export'

/** The query of DELETE. */
export const CleanupQuery = CleanupConfirmation.extend({
  export: BooleanQuery.prefault('true').meta({ description: EXPORT }),
})

/** The body of POST. */
export const CleanupRequest = CleanupConfirmation.extend({
  export: z.boolean().default(true).meta({ description: EXPORT }),
}).meta({ id: 'CleanupRequest' })

export const DeletedCounterparties = z.object({ deleted: Count }).meta({ id: 'DeletedCounterparties' })

const path = '/api/admin/cleanup'
export const CLEANUP_STATS = endpoint({ method: 'get', path: `${path}/stats`, answer: CleanupStats })
export const CLEANUP_ALL = endpoint({
  ...{ method: 'delete', path: `${path}/all`, query: CleanupQuery, answer: BackgroundJob },
})
export const CLEANUP_ALL_ASYNC = endpoint({
  ...{ method: 'post', path: `${path}/all/async`, body: CleanupRequest, answer: BackgroundJob },
})
export const CLEANUP_COUNTERPARTIES = endpoint({
  ...{ method: 'delete', path: `${path}/counterparties` },
  ...{ query: CleanupConfirmation, answer: DeletedCounterparties },
})
