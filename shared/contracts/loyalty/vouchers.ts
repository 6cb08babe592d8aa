import { z } from 'zod'

export const VoucherStatus = z.enum(['Active', 'Blocked'])
export type VoucherStatus = z.infer<typeof VoucherStatus>

export const VoucherEntryKind = z.enum(['Issue', 'Spend', 'Refund', 'Adjust'])
export type VoucherEntryKind = z.infer<typeof VoucherEntryKind>
