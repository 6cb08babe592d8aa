import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { FieldValues } from '#hub/db/tables/change-sets.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ImageRow } from '#hub/features/catalog/product-images/queries.ts'
import type { ChangeKind, CurrentRecord, RecordChange, Refusal } from './change-kind.ts'
import { type ChangeSetRecord, type RowOutcome, type RowRecord, writeOutcomes } from './queries.ts'

/** A decision for one record. `values` is null when the record is to be deleted. */
interface Decided {
  current: CurrentRecord
  values: FieldValues | null
}

interface Portion {
  set: ChangeSetRecord
  rows: readonly RowRecord[]
  kind: ChangeKind<unknown>
  refused: 'Refused' | 'LeftAlone'
  done: 'Changed' | 'Undone'
}

/** Changes the records of a batch: to the new values, or back. Returns the images of deleted records. */
export async function changePortion(
  tx: Tx,
  { set, rows, kind, refused, done }: Portion,
  decide: (row: RowRecord, current: CurrentRecord, used: ReadonlySet<string>) => Decided | Refusal,
  removable: string[] = [],
): Promise<ImageRow[]> {
  const ids = rows.flatMap(({ recordId }) => recordId ?? []).sort()
  const fields = new Set(rows.flatMap(({ after }) => Object.keys(after)))
  const current = new Map((await kind.read(tx, ids, fields)).map((record) => [record.id, record]))
  const used = (await kind.removal?.listUsed(tx, removable)) ?? new Set<string>()
  const refusals = new Map<string, Refusal>()
  const changes: RecordChange[] = []
  const removals: RecordChange[] = []
  const images: ImageRow[] = []
  for (const row of rows) {
    const id = row.recordId ?? ''
    const record = current.get(id)
    const decided = record ? decide(row, record, used) : refusal('gone', null, 'it is deleted')
    if ('code' in decided) refusals.set(id, decided)
    else if (decided.values === null) removals.push({ current: decided.current, values: {} })
    else {
      const change = { current: decided.current, values: decided.values }
      const obstacle = kind.refuses?.(change)
      if (obstacle) refusals.set(id, obstacle)
      else changes.push(change)
    }
  }
  await writeAll(tx, changes, refusals, (some) => kind.write(tx, some))
  await writeAll(tx, removals, refusals, async (some) => {
    const ids = some.map(({ current }) => current.id)
    images.push(...((await kind.removal?.remove(tx, ids)) ?? []))
  })
  await writeOutcomes(
    tx,
    set.id,
    rows.map(({ position, recordId }): RowOutcome => {
      const refusal = refusals.get(recordId ?? '') ?? null
      return { position, outcome: refusal ? refused : done, refusal }
    }),
  )
  return images
}

/** Writes all changes. If the database refuses some, retries with halves, so that all others are written. */
async function writeAll(
  tx: Tx,
  changes: readonly RecordChange[],
  refusals: Map<string, Refusal>,
  write: (changes: readonly RecordChange[]) => Promise<void>,
): Promise<void> {
  const [first] = changes
  if (!first) return
  await tx.execute(sql`SAVEPOINT changes`)
  try {
    await write(changes)
    await tx.execute(sql`RELEASE SAVEPOINT changes`)
  } catch (error) {
    const obstacle = obstacleOf(error)
    if (!obstacle) throw error
    await tx.execute(sql`ROLLBACK TO SAVEPOINT changes`)
    if (changes.length === 1) {
      refusals.set(first.current.id, obstacle)
      return
    }
    const middle = changes.length >> 1
    await writeAll(tx, changes.slice(0, middle), refusals, write)
    await writeAll(tx, changes.slice(middle), refusals, write)
  }
}

/** Returns the refusal for a database error, or undefined when the error does not concern a single record. */
function obstacleOf(error: unknown): Refusal | undefined {
  const cause = error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : error
  const code = cause instanceof pg.DatabaseError ? cause.code : undefined
  if (code === '23505') return refusal('duplicate', null, 'another record has the same by now')
  if (code === '23503')
    return refusal('reference_gone', null, 'it refers to what is deleted, or is referred to')
  return undefined
}

export const refusal = (code: Refusal['code'], field: string | null, detail: string): Refusal => ({
  code,
  field,
  detail,
})
