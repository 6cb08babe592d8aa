import { presentRecord } from '#hub/http/present-record.ts'
import type { LoyaltyProgram } from '#shared/contracts/loyalty/programs.ts'
import { amountToNumber, percentToNumber, rateToNumber } from '#shared/money/decimal.ts'
import type { ProgramRow } from './save-program.ts'

export function presentProgram(row: ProgramRow): LoyaltyProgram {
  return {
    ...presentRecord(row),
    name: row.name,
    isActive: row.isActive,
    isDefault: row.isDefault,
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    kind: row.kind,
    discountPercent: percentToNumber(row.discountPercent),
    levels: row.levels.map(({ fromAmount, percent }) => ({
      fromAmount: amountToNumber(fromAmount),
      percent: percentToNumber(percent),
    })),
    accumulationPeriodDays: row.accumulationPeriodDays,
    earnPercent: percentToNumber(row.earnPercent),
    pointStep: row.pointStep,
    spendRate: rateToNumber(row.spendRate),
    maxSpendPercent: percentToNumber(row.maxSpendPercent),
    earnOnBonusPaidPart: row.earnOnBonusPaidPart,
    activationDelayDays: row.activationDelayDays,
    expirationDays: row.expirationDays,
    welcomeBonus: amountToNumber(row.welcomeBonus),
    welcomeMode: row.welcomeMode,
    offlineSpendLimit: amountToNumber(row.offlineSpendLimit),
    excludedGroupIds: row.excludedGroupIds,
    excludeDiscountedLines: row.excludeDiscountedLines,
  }
}
