import { and, eq } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import type { HubContext } from '#hub/context.ts'
import { notFound } from '#hub/db/records.ts'
import { accounts, passkeys } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import type { PasskeyCreate, PasskeyRename, Passkeys } from '#shared/contracts/account/passkeys.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { type Caller, isRequired } from '../second-factor/factor.ts'
import { findFactor } from '../second-factor/match-code.ts'
import { notifyLinked } from '../sign-on/identities.ts'
import { passkeysOf, readNewPasskey, registrationOptions } from './ceremony.ts'

export async function listPasskeys(tx: PlatformTx, { id }: Pick<Actor, 'id'>): Promise<Passkeys> {
  const rows = await passkeysOf(tx, id)
  return {
    items: rows.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  }
}

export async function beginPasskey(hub: Pick<HubContext, 'db' | 'mail'>, { id }: Actor) {
  return registrationOptions(hub, { id, email: (await accountOf(hub, id)).email })
}

/** Adds a passkey and notifies its owner by email. Throws `invalid_request` for an invalid one. */
export async function addPasskey(
  hub: Pick<HubContext, 'db' | 'mail' | 'jobs' | 'keyRing'>,
  { actor, author }: Pick<Caller, 'actor' | 'author'>,
  { name, credential }: PasskeyCreate,
): Promise<Passkeys> {
  const read = await readNewPasskey(hub, actor.id, credential)
  if (!read) throw invalidField(['credential'], 'is invalid, or was begun more than 5 minutes ago')
  const account = await accountOf(hub, actor.id)
  const all = await hub.db.platform(async (tx) => {
    const made = await tx
      .insert(passkeys)
      .values({ ...read, id: newId(), accountId: actor.id, name })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning({ id: passkeys.id })
    if (made.length === 0) throw invalidField(['credential'], 'exists already')
    await notifyLinked(tx, hub, account, `passkey (${name})`)
    return listPasskeys(tx, actor)
  }, author)
  hub.jobs.wake('mail')
  return all
}

async function accountOf({ db }: Pick<HubContext, 'db'>, id: string): Promise<typeof accounts.$inferSelect> {
  const [account] = await db.platform((tx) => tx.select().from(accounts).where(eq(accounts.id, id)))
  return must(account, 'account')
}

/** Renames a passkey of the user. Throws `not_found`. */
export async function renamePasskey(
  tx: PlatformTx,
  actor: Pick<Actor, 'id'>,
  { id, name }: PasskeyRename & { id: string },
): Promise<Passkeys> {
  const renamed = await tx
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.accountId, actor.id), eq(passkeys.id, id)))
    .returning({ id: passkeys.id })
  if (renamed.length === 0) throw notFound('passkey', id)
  return listPasskeys(tx, actor)
}

/**
 * Removes a passkey. Throws `not_found`, and `second_factor_stays` for the last passkey of a user who needs a
 * second factor and has no other.
 */
export async function removePasskey(
  hub: Pick<HubContext, 'db'>,
  { actor, author }: Pick<Caller, 'actor' | 'author'>,
  id: string,
): Promise<void> {
  const isNeeded = await isRequired(hub, actor)
  await hub.db.platform(async (tx) => {
    // Without the lock, two concurrent removals could remove all passkeys.
    await tx.select().from(accounts).where(eq(accounts.id, actor.id)).for('update')
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.accountId, actor.id), eq(passkeys.id, id)))
      .returning({ id: passkeys.id })
    if (removed.length === 0) throw notFound('passkey', id)
    const factor = await findFactor(tx, actor.id)
    if (isNeeded && !factor?.confirmedAt && (await passkeysOf(tx, actor.id)).length === 0)
      throw new Problem('second_factor_stays')
  }, author)
}
