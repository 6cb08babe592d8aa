import { sql } from 'drizzle-orm'
import type { PlatformTx } from '#hub/db/transact.ts'
import { getRoute, PLATFORM } from '#hub/http/operations.ts'
import { PLATFORM_DASHBOARD, type PlatformDashboard } from '#shared/contracts/platform/dashboard.ts'
import { must } from '#shared/std/must.ts'

export const platformDashboardRoutes = getRoute(
  {
    ...PLATFORM_DASHBOARD,
    may: 'super-admin',
    tag: 'Platform: dashboard',
    summary: 'Get the state of the platform',
    read: (tx: PlatformTx) => readDashboard(tx, new Date()),
    present: (dashboard) => dashboard,
  },
  PLATFORM,
)

async function readDashboard(tx: PlatformTx, now: Date): Promise<PlatformDashboard> {
  const { rows } = await tx.execute<{ dashboard: Omit<PlatformDashboard, 'at'> }>(
    sql`SELECT platform_dashboard(${now.toISOString()}) AS dashboard`,
  )
  return { at: now.toISOString(), ...must(rows[0]).dashboard }
}
