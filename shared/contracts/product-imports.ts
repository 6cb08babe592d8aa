import { z } from 'zod'

export const ImportStatus = z.enum(['Queued', 'Running', 'Done', 'Failed'])
export type ImportStatus = z.infer<typeof ImportStatus>
