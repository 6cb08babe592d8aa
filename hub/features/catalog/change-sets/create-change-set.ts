import type { Actor } from '#hub/auth/actor.ts'
import { insertRows } from '#hub/db/insert-rows.ts'
import { changeSetRows } from '#hub/db/tables/change-sets.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ChangeOutcome, ChangeSetCreate } from '#shared/contracts/catalog/change-sets.ts'
import { newId } from '#shared/std/ids.ts'
import { differingField, type PlannedRow } from './change-kind.ts'
import { kindOf, refuseKind } from './kinds.ts'
import { countRowsOf, type FullChangeSet, getChangeSet, insertChangeSet, updateChangeSet } from './queries.ts'

/**
 * Creates the preview of a change. Its rows show the effect on each record. Throws `forbidden`, and
 * `invalid_request` naming the field.
 */
export async function createChangeSet(tx: Tx, asked: ChangeSetCreate, actor: Actor): Promise<FullChangeSet> {
  refuseKind(asked.kind, actor)
  const id = newId()
  await insertChangeSet(tx, {
    id,
    kind: asked.kind,
    asked: { ...asked },
    counts: {},
    createdByName: actor.name,
  })
  let position = 0
  for await (const portion of kindOf(asked.kind).plan(tx, asked)) {
    await insertRows(
      tx,
      changeSetRows,
      portion.map((row) => {
        position += 1
        return {
          organizationId: tx.organizationId,
          changeSetId: id,
          position,
          ...row,
          outcome: outcomeOf(row),
        }
      }),
    )
  }
  await updateChangeSet(tx, id, { counts: await countRowsOf(tx, id) })
  return getChangeSet(tx, id)
}

function outcomeOf({ refusal, before, after }: PlannedRow): ChangeOutcome {
  if (refusal) return 'Refused'
  return differingField({ values: before }, after) === undefined ? 'Unchanged' : 'Change'
}
