import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/**
 * Separate endpoint for the maintenance note: every page reads it, but only few users may see the platform
 * settings.
 */
export const MAINTENANCE_NOTE = endpoint({
  method: 'get',
  path: '/api/maintenance-note',
  answer: z.object({ note: z.string().nullable() }).meta({ id: 'MaintenanceNote' }),
})
