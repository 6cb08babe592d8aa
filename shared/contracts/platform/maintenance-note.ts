import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** By itself: every page asks for the note, and the settings of the platform are of few. */
export const MAINTENANCE_NOTE = endpoint({
  method: 'get',
  path: '/api/maintenance-note',
  answer: z.object({ note: z.string().nullable() }).meta({ id: 'MaintenanceNote' }),
})
