import { z } from 'zod'

export const DocumentStatus = z.enum(['Draft', 'Posted'])
export type DocumentStatus = z.infer<typeof DocumentStatus>

/** By what the overhead costs of a document are spread over its lines. */
export const OverheadDistribution = z.enum(['ByPrice', 'ByQuantity', 'ByWeight', 'ByVolume'])
export type OverheadDistribution = z.infer<typeof OverheadDistribution>

export const LossReason = z.enum(['Spoilage', 'Theft', 'OwnUse', 'Expired', 'Sample', 'Other'])
export type LossReason = z.infer<typeof LossReason>
