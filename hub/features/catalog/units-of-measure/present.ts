import type { InferSelectModel } from 'drizzle-orm'
import type { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { UnitOfMeasure } from '#shared/contracts/catalog/units-of-measure.ts'

export function presentUnitOfMeasure(row: InferSelectModel<typeof unitsOfMeasure>): UnitOfMeasure {
  return {
    ...presentRecord({ ...row, createdById: null }),
    name: row.name,
    fullName: row.fullName,
    nameEn: row.nameEn,
    nameKk: row.nameKk,
    code: row.code,
    isFractional: row.isFractional,
    fiscalMeasure: row.fiscalMeasure,
    isActive: row.isActive,
  }
}
