import { eq, sql } from 'drizzle-orm'
import { staleVersion } from '#hub/db/records.ts'
import { platformSettings } from '#hub/db/tables/platform-settings.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { readSettings, type SettingsRow } from '#hub/limits/platform-settings.ts'
import type { PlatformSettings, PlatformSettingsUpdate } from '#shared/contracts/platform/settings.ts'

/** Updates the settings. Throws `concurrency_conflict`. */
export async function updatePlatformSettings(
  tx: PlatformTx,
  { version, ...values }: PlatformSettingsUpdate,
): Promise<SettingsRow> {
  const [row] = await tx
    .update(platformSettings)
    .set({ ...values, version: sql`${platformSettings.version} + 1`, updatedAt: sql`now()` })
    .where(eq(platformSettings.version, version))
    .returning()
  if (!row) throw staleVersion(version, (await readSettings(tx)).version)
  return row
}

export function presentSettings({
  isOnly: _,
  createdAt: __,
  updatedAt,
  ...row
}: SettingsRow): PlatformSettings {
  return { ...row, updatedAt: updatedAt.toISOString() }
}
