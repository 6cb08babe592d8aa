import { z } from 'zod'

/** Kinds of VAT rates (docs/domain.md#vat-rates). */
export const VatRateKind = z.enum(['Standard', 'Reduced', 'Zero'])
export type VatRateKind = z.infer<typeof VatRateKind>
