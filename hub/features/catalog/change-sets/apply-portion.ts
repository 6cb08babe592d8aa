import type { Tx } from '#hub/db/transact.ts'
import type { ImageRow } from '#hub/features/catalog/product-images/queries.ts'
import { changePortion, refusal } from './change-portion.ts'
import { kindOf } from './kinds.ts'
import type { ChangeSetRecord, RowRecord } from './queries.ts'

/**
 * Sets the new values of a batch of rows. A record that was edited since the preview is left unchanged, and
 * its row is refused.
 */
export async function applyPortion(
  tx: Tx,
  set: ChangeSetRecord,
  rows: readonly RowRecord[],
): Promise<ImageRow[]> {
  const kind = kindOf(set.kind)
  await kind.check(tx, set.asked)
  return changePortion(tx, { set, rows, kind, refused: 'Refused', done: 'Changed' }, (row, current) => {
    if (current.version !== row.version)
      return refusal('changed_meanwhile', null, 'somebody has edited it since the preview')
    return { current, values: row.after }
  })
}
