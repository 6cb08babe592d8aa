import { and, eq, isNotNull, like, not, sql } from 'drizzle-orm'
import type { Database } from '#hub/db/transact.ts'
import type { KeyRing } from './key-ring.ts'
import { placeOf, SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'

export interface Resealed {
  resealed: number
  /** Places of what no key of the ring opens; it stays as it is. */
  unopened: string[]
}

/** Seals with the present key what older keys have sealed; a value that changes meanwhile is left to the next run. */
export async function resealAll(db: Database, keyRing: KeyRing): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unopened: [] }
  for (const column of SEALED_COLUMNS) await resealColumn(db, keyRing, column, done)
  return done
}

async function resealColumn(
  db: Database,
  keyRing: KeyRing,
  { table, key, sealed }: SealedColumn,
  done: Resealed,
): Promise<void> {
  const rows = await db.platform((tx) =>
    tx
      .select({ key: sql<string>`${key}`, sealed: sql<string>`${sealed}` })
      .from(table)
      .where(and(isNotNull(sealed), not(like(sealed, `${keyRing.prefix}%`)))),
  )
  for (const row of rows) {
    const place = placeOf(sealed, row.key)
    let plain: string
    try {
      plain = keyRing.open(row.sealed, place)
    } catch {
      done.unopened.push(place)
      continue
    }
    await db.platform((tx) =>
      tx
        .update(table)
        .set({ [sealed.name]: keyRing.seal(plain, place) })
        .where(and(eq(key, row.key), eq(sealed, row.sealed))),
    )
    done.resealed += 1
  }
}
