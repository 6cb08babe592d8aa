import { platformSettings } from '#hub/db/tables/platform-settings.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { must } from '#shared/std/must.ts'

export type SettingsRow = typeof platformSettings.$inferSelect

export async function readSettings(tx: PlatformTx): Promise<SettingsRow> {
  const [row] = await tx.select().from(platformSettings)
  return must(row, 'settings of the platform')
}
