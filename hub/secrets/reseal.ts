import { and, eq, isNotNull, like, not, type SQL, sql } from 'drizzle-orm'
import { allOrganizations } from '#hub/db/all-organizations.ts'
import type { Database, PlatformTx } from '#hub/db/transact.ts'
import type { KeyRing } from './key-ring.ts'
import { placeOf, SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'

export interface Resealed {
  resealed: number
  /** Places of values that no key in the ring can open. They are left unchanged. */
  unopened: string[]
}

/** Rows visible to one kind of transaction. */
interface Rows {
  transact: <T>(work: (tx: PlatformTx) => Promise<T>) => Promise<T>
  own: SQL | undefined
}

/**
 * Reseals values of older keys with the current key. A value that is changed concurrently is left to the next
 * run.
 */
export async function resealAll(db: Database, keyRing: KeyRing): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unopened: [] }
  const organizations = await allOrganizations({ db })
  for (const column of SEALED_COLUMNS)
    for (const rows of rowsOf(db, column, organizations)) await resealColumn(rows, keyRing, column, done)
  return done
}

/**
 * Returns one set of rows for each kind of transaction, because no transaction can see the rows of two
 * organizations.
 */
function rowsOf(db: Database, { organizationId }: SealedColumn, organizations: readonly string[]): Rows[] {
  if (!organizationId) return [{ transact: (work) => db.platform(work), own: undefined }]
  return organizations.map((id) => ({
    transact: (work) => db.transact(id, (tx) => work(tx as unknown as PlatformTx)),
    own: eq(organizationId, id),
  }))
}

async function resealColumn(
  { transact, own }: Rows,
  keyRing: KeyRing,
  { table, key, sealed }: SealedColumn,
  done: Resealed,
): Promise<void> {
  const rows = await transact((tx) =>
    tx
      .select({ key: sql<string>`${key}`, sealed: sql<string>`${sealed}` })
      .from(table)
      .where(and(own, isNotNull(sealed), not(like(sealed, `${keyRing.prefix}%`)))),
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
    await transact((tx) =>
      tx
        .update(table)
        .set({ [sealed.name]: keyRing.seal(plain, place) })
        .where(and(own, eq(key, row.key), eq(sealed, row.sealed))),
    )
    done.resealed += 1
  }
}
