import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Separate endpoint, since every page reads the note and few users see the settings of the platform. */
export const MAINTENANCE_NOTE = endpoint({
  method: 'get',
  path: '/api/maintenance-note',
  answer: z.object({ note: z.string().nullable() }).meta({ id: 'MaintenanceNote' }),
})
