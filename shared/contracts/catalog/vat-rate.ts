import { PercentIn } from '#shared/money/wire.ts'

export const VatRateIn = PercentIn.refine((value) => value >= 0 && value <= 10_000, {
  error: 'must be between 0 and 100',
})
