import { and, eq, sql } from 'drizzle-orm'
import { staleVersion } from '#hub/db/records.ts'
import { extsysSettings } from '#hub/db/tables/extsys.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Credentials } from '#hub/integrations/extsys/moysklad.ts'
import type { KeyRing } from '#hub/secrets/key-ring.ts'
import { placeOf } from '#hub/secrets/sealed-columns.ts'
import type { ExtsysSettings, ExtsysSettingsUpdate } from '#shared/contracts/organization/extsys.ts'
import { masked } from '#shared/contracts/secrets.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'

type SettingsRow = typeof extsysSettings.$inferSelect

const placeOfSecret = (organizationId: string): string => placeOf(extsysSettings.secret, organizationId)

/** Returns the settings, or undefined when they have never been saved. */
export async function readExtsys(tx: Tx): Promise<SettingsRow | undefined> {
  const [row] = await tx
    .select()
    .from(extsysSettings)
    .where(eq(extsysSettings.organizationId, tx.organizationId))
  return row
}

/**
 * Updates the settings. A secret omitted from the update is kept while the other credentials are unchanged.
 * Throws `invalid_request`, `concurrency_conflict`.
 */
export async function updateExtsys(
  tx: Tx,
  { version, secret, ...signIn }: ExtsysSettingsUpdate,
  keyRing: KeyRing,
): Promise<SettingsRow | undefined> {
  const { organizationId } = tx
  const before = await readExtsys(tx)
  if (version !== (before?.version ?? 0)) throw staleVersion(version, before?.version ?? 0)
  const isSame = before?.authKind === signIn.authKind && before.login === signIn.login
  if (secret === undefined && before?.secret && !isSame)
    throw invalidField(['secret'], 'must be given again: the credentials have changed')
  if (secret === undefined && !before?.secret) throw invalidField(['secret'], 'is needed')
  const sealed = secret ? keyRing.seal(secret, placeOfSecret(organizationId)) : null
  const values = { ...signIn, ...(secret !== undefined && { secret: sealed }) }
  if (before) {
    const changed = await tx
      .update(extsysSettings)
      .set({ ...values, version: version + 1, updatedAt: sql`now()` })
      .where(and(eq(extsysSettings.organizationId, organizationId), eq(extsysSettings.version, version)))
      .returning({ version: extsysSettings.version })
    if (changed.length === 0) throw staleVersion(version, (await readExtsys(tx))?.version ?? 0)
  } else {
    const added = await tx
      .insert(extsysSettings)
      .values({ organizationId, ...values })
      .onConflictDoNothing()
      .returning()
    if (added.length === 0) throw staleVersion(version, (await readExtsys(tx))?.version ?? 0)
  }
  return readExtsys(tx)
}

export async function extsysCredentials(tx: Tx, keyRing: KeyRing): Promise<Credentials> {
  const { authKind, login, secret } = (await readExtsys(tx)) ?? {}
  if (!secret) throw new Problem('extsys_not_configured')
  const plain = keyRing.open(secret, placeOfSecret(tx.organizationId))
  return authKind === 'Basic'
    ? { authKind, login: login ?? '', password: plain }
    : { authKind: 'Token', token: plain }
}

export function presentExtsys(row: SettingsRow | undefined): ExtsysSettings {
  return {
    version: row?.version ?? 0,
    kind: 'MoySklad',
    authKind: row?.authKind ?? 'Token',
    login: row?.login ?? null,
    secret: masked(row?.secret ?? null),
    updatedAt: row?.updatedAt.toISOString() ?? null,
  }
}
