import { getTableName } from 'drizzle-orm'
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core'
import { extsysSettings } from '#hub/db/tables/extsys.ts'
import { fiscalCashBoxes } from '#hub/db/tables/fiscal.ts'
import { secondFactors, signingKeys } from '#hub/db/tables/platform.ts'
import { identityProviders, platformChannels } from '#hub/db/tables/platform-settings.ts'

/** A column with sealed values, and the key column of its rows. */
export interface SealedColumn {
  table: AnyPgTable
  key: AnyPgColumn
  sealed: AnyPgColumn
  /** Organization column, omitted for platform tables. */
  organizationId?: AnyPgColumn
}

/**
 * All columns with sealed values, as processed by `npm run secrets:reseal`. To seal another column, add it
 * here, write with `keyRing.seal(plain, placeOf(column, key))` and read with `keyRing.open(sealed,
 * placeOf(column, key))`.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: secondFactors, key: secondFactors.accountId, sealed: secondFactors.sealedSecret },
  { table: signingKeys, key: signingKeys.kid, sealed: signingKeys.sealedPrivateJwk },
  { table: platformChannels, key: platformChannels.isOnly, sealed: platformChannels.mailPassword },
  { table: platformChannels, key: platformChannels.isOnly, sealed: platformChannels.messengerToken },
  { table: identityProviders, key: identityProviders.key, sealed: identityProviders.clientSecret },
  {
    table: fiscalCashBoxes,
    key: fiscalCashBoxes.id,
    sealed: fiscalCashBoxes.sealedSecrets,
    organizationId: fiscalCashBoxes.organizationId,
  },
  {
    table: extsysSettings,
    key: extsysSettings.organizationId,
    sealed: extsysSettings.secret,
    organizationId: extsysSettings.organizationId,
  },
]

/** Returns the place that a value is sealed for: `column` in the row with the key `key`. */
export const placeOf = (column: AnyPgColumn, key: string): string =>
  `${getTableName(column.table)}.${column.name} ${key}`
