import type { Tx } from '#hub/db/transact.ts'
import type { ImageRow } from '#hub/features/catalog/product-images/queries.ts'
import { differingField } from './change-kind.ts'
import { changePortion, refusal } from './change-portion.ts'
import { kindOf } from './kinds.ts'
import { readPriceField } from './price-field.ts'
import type { ChangeSetRecord, RowRecord } from './queries.ts'

/**
 * Restores the previous values of a batch of rows, or deletes created records. A record edited since then is
 * left unchanged, and so is a created record that is in use.
 */
export async function undoPortion(
  tx: Tx,
  set: ChangeSetRecord,
  rows: readonly RowRecord[],
): Promise<ImageRow[]> {
  const kind = kindOf(set.kind)
  const created = rows.flatMap(({ outcome, recordId }) => (outcome === 'Created' ? (recordId ?? []) : []))
  return changePortion(
    tx,
    { set, rows, kind, refused: 'LeftAlone', done: 'Undone' },
    (row, current, used) => {
      const field = differingField(current, row.after)
      if (field !== undefined)
        return refusal('edited_since', nameOf(field), 'somebody has edited it since the change')
      if (used.has(current.id)) return refusal('in_use', null, 'it is used')
      return { current, values: row.before }
    },
    created,
  )
}

const nameOf = (field: string): string => (readPriceField(field) ? 'price' : field)
