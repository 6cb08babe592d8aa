import { eq, sql } from 'drizzle-orm'
import { type Given, statement } from '#hub/db/statement.ts'
import { organizationSettings } from '#hub/db/tables/organization.ts'
import { currencies, organizations } from '#hub/db/tables/platform.ts'
import type { PlatformTx, Tx } from '#hub/db/transact.ts'
import { KeptPriceRounding } from '#shared/domain/price-rounding.ts'
import { TillReasons } from '#shared/domain/till-reasons.ts'
import { readWeightMasks } from '#shared/domain/weight-masks.ts'
import { must } from '#shared/std/must.ts'

const selectSettings = (given: Given<never>, db: PlatformTx) =>
  db
    .select({
      settings: organizationSettings,
      timeZone: organizations.timeZone,
      country: organizations.country,
      currency: currencies.isoCode,
      currencyId: organizations.currencyId,
      openFrom: sql`
        extract(epoch FROM (${organizationSettings.closedUntil} + 1)::timestamp AT TIME ZONE ${organizations.timeZone})
      `.mapWith((seconds: string): Date | null => new Date(Number(seconds) * 1000)),
    })
    .from(organizationSettings)
    .innerJoin(organizations, eq(organizations.id, organizationSettings.organizationId))
    .innerJoin(currencies, eq(currencies.id, organizations.currencyId))
    .where(eq(organizationSettings.organizationId, given.organizationId))

const settingsOf = statement('organization-settings', selectSettings)
const heldSettingsOf = statement('organization-settings.hold', (given: Given<never>, db) =>
  selectSettings(given, db).for('share', { of: organizationSettings }),
)

/** Returns the accounting settings of the organization. */
export async function loadSettings(tx: Tx) {
  return readSettings(await settingsOf(tx, {}))
}

/**
 * Returns the settings for a transaction that writes into the books, and locks them until it ends. Closing a
 * period waits for transactions that are still writing into it. Later transactions see the period closed.
 */
export async function holdSettings(tx: Tx): Promise<Settings> {
  return readSettings(await heldSettingsOf(tx, {}))
}

/**
 * Waits until no other transaction is writing into the books of the organization, and blocks new ones until
 * this transaction ends. Use it for data that must not change during their writes.
 */
export async function stopBookings(tx: Tx): Promise<void> {
  await tx
    .select({ id: organizationSettings.organizationId })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, tx.organizationId))
    .for('update')
}

function readSettings([row]: Awaited<ReturnType<typeof settingsOf>>) {
  const { settings, timeZone, country, currency, currencyId, openFrom } = must(
    row,
    'settings of the organization',
  )
  return {
    ...settings,
    weightBarcodePrefixes: readWeightMasks(settings.weightBarcodePrefixes),
    tillReasons: TillReasons.parse(settings.tillReasons),
    priceRounding: KeptPriceRounding.nullable().parse(settings.priceRounding),
    timeZone,
    country,
    /** Accounting currency, a three-letter code of ISO 4217. */
    currency,
    currencyId,
    /** First time at which the books are open. Null when nothing is closed. */
    openFrom,
  }
}
export type Settings = ReturnType<typeof readSettings>
