import type { Row } from '#hub/db/records.ts'
import type { stores } from '#hub/db/tables/catalog.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { Store } from '#shared/contracts/catalog/stores.ts'

export function presentStore(row: Row<typeof stores>): Store {
  return {
    ...presentRecord(row),
    name: row.name,
    code: row.code,
    address: row.address,
    parentId: row.parentId,
    isDefault: row.isDefault,
    isArchived: row.isArchived,
  }
}
