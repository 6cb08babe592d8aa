import { eq } from 'drizzle-orm'
import { accountIdentities, accounts, passkeys } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import type { WaysIn } from '#shared/contracts/account/ways-in.ts'
import { must } from '#shared/std/must.ts'
import { listPasskeys } from '../passkeys/passkeys.ts'
import { findFactor } from '../second-factor/match-code.ts'
import { listIdentities } from '../sign-on/identities.ts'

/** Returns true when the account has a passkey or an identity. */
export async function hasWaysIn(tx: PlatformTx, accountId: string): Promise<boolean> {
  for (const table of [passkeys, accountIdentities])
    if ((await tx.$count(table, eq(table.accountId, accountId))) > 0) return true
  return false
}

/** Returns the sign-in methods of the account other than the password. */
export async function listWaysIn(tx: PlatformTx, id: string): Promise<WaysIn> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id))
  const factor = await findFactor(tx, id)
  return {
    suspendedAt: must(account, 'account').waysSuspendedAt?.toISOString() ?? null,
    passkeys: (await listPasskeys(tx, { id })).items,
    identities: (await listIdentities(tx, { id })).items,
    secondFactorAt: factor?.confirmedAt?.toISOString() ?? null,
  }
}

/** Records that the owner has confirmed all remaining methods, which are accepted again. */
export async function confirmWaysIn(tx: PlatformTx, id: string): Promise<void> {
  await tx.update(accounts).set({ waysSuspendedAt: null }).where(eq(accounts.id, id))
}
