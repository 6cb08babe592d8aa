import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Tx } from '#hub/db/transact.ts'
import {
  type ChangeKind,
  type CurrentRecord,
  differingField,
  type RecordChange,
  type Refusal,
} from './change-kind.ts'
import { kindOf } from './kinds.ts'
import { readPriceField } from './price-field.ts'
import { type ChangeSetRecord, type RowOutcome, type RowRecord, writeOutcomes } from './queries.ts'

/** Gives the records of the rows their values after; one that was edited since the preview stays and is refused. */
export async function applyPortion(tx: Tx, set: ChangeSetRecord, rows: readonly RowRecord[]): Promise<void> {
  const kind = kindOf(set.kind)
  await kind.check(tx, set.asked)
  await changePortion(tx, { set, rows, kind, refused: 'Refused', done: 'Changed' }, (row, current) => {
    if (current.version !== row.version)
      return refusal('changed_meanwhile', null, 'somebody has edited it since the preview')
    return { current, values: row.after }
  })
}

/** Gives the records of the rows their values of before; one whose values somebody has edited since stays. */
export async function undoPortion(tx: Tx, set: ChangeSetRecord, rows: readonly RowRecord[]): Promise<void> {
  const kind = kindOf(set.kind)
  await changePortion(tx, { set, rows, kind, refused: 'LeftAlone', done: 'Undone' }, (row, current) => {
    const field = differingField(current, row.after)
    if (field !== undefined)
      return refusal('edited_since', nameOf(field), 'somebody has edited it since the change')
    return { current, values: row.before ?? {} }
  })
}

interface Portion {
  set: ChangeSetRecord
  rows: readonly RowRecord[]
  kind: ChangeKind<unknown>
  refused: 'Refused' | 'LeftAlone'
  done: 'Changed' | 'Undone'
}

async function changePortion(
  tx: Tx,
  { set, rows, kind, refused, done }: Portion,
  decide: (row: RowRecord, current: CurrentRecord) => RecordChange | Refusal,
): Promise<void> {
  const ids = rows.flatMap(({ recordId }) => recordId ?? []).sort()
  const fields = new Set(rows.flatMap(({ after }) => Object.keys(after)))
  const current = new Map((await kind.read(tx, ids, fields)).map((record) => [record.id, record]))
  const refusals = new Map<string, Refusal>()
  const changes: RecordChange[] = []
  for (const row of rows) {
    const id = row.recordId ?? ''
    const record = current.get(id)
    const decided = record ? decide(row, record) : refusal('gone', null, 'it is deleted')
    const refusedNow = 'code' in decided ? decided : kind.refuses?.(decided)
    if (refusedNow) refusals.set(id, refusedNow)
    else changes.push(decided as RecordChange)
  }
  await writeAll(tx, kind, changes, refusals)
  await writeOutcomes(
    tx,
    set.id,
    rows.map(({ position, recordId }): RowOutcome => {
      const refusal = refusals.get(recordId ?? '') ?? null
      return { position, outcome: refusal ? refused : done, refusal }
    }),
  )
}

/** Where the database does not allow some of them, halves are tried, so that the others are written. */
async function writeAll(
  tx: Tx,
  kind: ChangeKind<unknown>,
  changes: readonly RecordChange[],
  refusals: Map<string, Refusal>,
): Promise<void> {
  const [first] = changes
  if (!first) return
  await tx.execute(sql`SAVEPOINT changes`)
  try {
    await kind.write(tx, changes)
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
    await writeAll(tx, kind, changes.slice(0, middle), refusals)
    await writeAll(tx, kind, changes.slice(middle), refusals)
  }
}

/** undefined: it is no matter of one record. */
function obstacleOf(error: unknown): Refusal | undefined {
  const cause = error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : error
  const code = cause instanceof pg.DatabaseError ? cause.code : undefined
  if (code === '23505') return refusal('duplicate', null, 'another record has the same by now')
  if (code === '23503') return refusal('reference_gone', null, 'what it refers to is deleted')
  return undefined
}

const refusal = (code: Refusal['code'], field: string | null, detail: string): Refusal => ({
  ...{ code, field, detail },
})

const nameOf = (field: string): string => (readPriceField(field) ? 'price' : field)
