import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { notFound, staleVersion } from '#hub/db/records.ts'
import { userPresets } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import {
  MOST_PRESETS,
  type Preset,
  type PresetCreate,
  type PresetListQuery,
  type PresetUpdate,
} from '#shared/contracts/account/presets.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'

type PresetRow = typeof userPresets.$inferSelect

/** Returns the presets that a user has saved. No other user can see them. */
export function listPresets(tx: PlatformTx, { key }: PresetListQuery, { id }: Actor): Promise<PresetRow[]> {
  return tx
    .select()
    .from(userPresets)
    .where(and(eq(userPresets.accountId, id), key === undefined ? undefined : eq(userPresets.key, key)))
    .orderBy(asc(userPresets.key), asc(userPresets.name), asc(userPresets.id))
}

/** Creates a preset. A repeat with the same id returns the first one. Throws `too_many_presets`. */
export async function createPreset(
  tx: PlatformTx,
  { id = newId(), ...values }: PresetCreate,
  actor: Actor,
): Promise<{ row: PresetRow; isNew: boolean }> {
  const known = await findPreset(tx, id, actor)
  if (known) return { row: known, isNew: false }
  const [counted] = await tx
    .select({ count: count() })
    .from(userPresets)
    .where(eq(userPresets.accountId, actor.id))
  if ((counted?.count ?? 0) >= MOST_PRESETS)
    throw new Problem('too_many_presets', {
      detail: `You have ${MOST_PRESETS} saved views, which is the maximum. Delete one first`,
    })
  await dropDefault(tx, id, values, actor)
  const [row] = await tx
    .insert(userPresets)
    .values({ ...values, id, accountId: actor.id })
    .onConflictDoNothing({ target: [userPresets.accountId, userPresets.id] })
    .returning()
  return row ? { row, isNew: true } : { row: await getPreset(tx, id, actor), isNew: false }
}

/** Updates a preset of the user. Throws `not_found` and `concurrency_conflict`. */
export async function updatePreset(
  tx: PlatformTx,
  id: string,
  { version, ...values }: PresetUpdate,
  actor: Actor,
): Promise<PresetRow> {
  await dropDefault(tx, id, values, actor)
  const [row] = await tx
    .update(userPresets)
    .set({ ...values, version: sql`${userPresets.version} + 1`, updatedAt: sql`now()` })
    .where(and(own(id, actor), eq(userPresets.version, version)))
    .returning()
  if (row) return row
  throw staleVersion(version, (await getPreset(tx, id, actor)).version)
}

/** Deletes a preset of the user. Throws `not_found`. */
export async function deletePreset(tx: PlatformTx, id: string, actor: Actor): Promise<void> {
  const deleted = await tx.delete(userPresets).where(own(id, actor)).returning({ id: userPresets.id })
  if (deleted.length === 0) throw notFound('preset', id)
}

const own = (id: string, actor: Actor) => and(eq(userPresets.accountId, actor.id), eq(userPresets.id, id))

async function findPreset(tx: PlatformTx, id: string, actor: Actor): Promise<PresetRow | undefined> {
  const [row] = await tx.select().from(userPresets).where(own(id, actor))
  return row
}

async function getPreset(tx: PlatformTx, id: string, actor: Actor): Promise<PresetRow> {
  const row = await findPreset(tx, id, actor)
  if (!row) throw notFound('preset', id)
  return row
}

/** Clears the previous default, because a page has only one default preset. */
async function dropDefault(
  tx: PlatformTx,
  id: string,
  { key, isDefault }: Pick<PresetRow, 'key' | 'isDefault'>,
  actor: Actor,
): Promise<void> {
  if (!isDefault) return
  await tx
    .update(userPresets)
    .set({ isDefault: false, version: sql`${userPresets.version} + 1`, updatedAt: sql`now()` })
    .where(
      and(
        eq(userPresets.accountId, actor.id),
        eq(userPresets.key, key),
        eq(userPresets.isDefault, true),
        ne(userPresets.id, id),
      ),
    )
}

export function presentPreset(row: PresetRow): Preset {
  return {
    id: row.id,
    version: row.version,
    key: row.key,
    name: row.name,
    value: row.value,
    isDefault: row.isDefault,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
