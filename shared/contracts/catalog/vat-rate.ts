import { percentIn } from '#shared/money/wire.ts'

export const VatRateIn = percentIn({ min: 0, max: 100 })
