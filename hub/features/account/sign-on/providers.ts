import { asc, eq } from 'drizzle-orm'
import {
  allowInsecureRequests,
  type Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import { hashSecret } from '#hub/config/secrets.ts'
import { identityProviders } from '#hub/db/tables/platform-settings.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import type { KeyRing } from '#hub/secrets/key-ring.ts'
import { placeOf } from '#hub/secrets/sealed-columns.ts'
import { PROVIDER_KEYS, type ProviderKey, type SignOnProviders } from '#shared/contracts/account/sign-on.ts'
import { mayLeadTo } from '#shared/contracts/called-address.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'

export type ProviderRow = typeof identityProviders.$inferSelect

const NAMES: Record<ProviderKey, string> = {
  google: 'Google',
  microsoft: 'Microsoft',
  oidc: 'OpenID Connect',
}
/** Issuers that need not be configured. Microsoft's issuer is missing, because it contains the tenant. */
export const ISSUERS: Partial<Record<ProviderKey, string>> = { google: 'https://accounts.google.com' }

const TIMEOUT_SECONDS = 10
const CLOCK_TOLERANCE_SECONDS = 120
/** Cache time of a provider's metadata in ms. */
const CACHED_MS = 60 * 60_000

export const readProviders = (tx: PlatformTx): Promise<ProviderRow[]> =>
  tx.select().from(identityProviders).orderBy(asc(identityProviders.key))

export const presentProviders = (rows: readonly ProviderRow[]): SignOnProviders => ({
  items: rows.map(({ key, name }) => ({ key, name: name ?? NAMES[key] })),
})

/** Returns a provider. Throws `invalid_request` for an unknown one, and `sign_on_not_configured`. */
export async function findProvider(tx: PlatformTx, key: string): Promise<ProviderRow> {
  const known = PROVIDER_KEYS.find((each) => each === key)
  if (!known) throw invalidField(['param', 'provider'], `must be one of ${PROVIDER_KEYS.join(', ')}`)
  const [row] = await tx.select().from(identityProviders).where(eq(identityProviders.key, known))
  if (!row)
    throw new Problem('sign_on_not_configured', {
      detail: `A SuperAdmin configures ${NAMES[known]} in the settings of the platform: issuer, client id and client secret`,
    })
  return row
}

/** Cache of provider metadata (OpenID Connect Discovery 1.0), refreshed once an hour. */
export class ProviderDirectory {
  readonly #keyRing: KeyRing
  readonly #known = new Map<string, { configuration: Promise<Configuration>; until: number }>()

  constructor(keyRing: KeyRing) {
    this.#keyRing = keyRing
  }

  /** Returns the configuration. Rejects when the provider cannot be reached. */
  configurationOf(row: ProviderRow): Promise<Configuration> {
    const { issuer, clientId, clientSecret: sealed } = row
    const key = hashSecret(JSON.stringify([issuer, clientId, sealed])).toString('hex')
    const known = this.#known.get(key)
    if (known && known.until > Date.now()) return known.configuration
    const secret = sealed === null ? undefined : this.#keyRing.open(sealed, placeOfClientSecret(row.key))
    const configuration = discover(issuer, clientId, secret)
    this.#known.set(key, { configuration, until: Date.now() + CACHED_MS })
    // Failures are not cached, so the next call tries again.
    configuration.catch(() => this.#known.delete(key))
    return configuration
  }
}

export const placeOfClientSecret = (key: ProviderKey): string => placeOf(identityProviders.clientSecret, key)

function discover(issuer: string, clientId: string, secret: string | undefined): Promise<Configuration> {
  const server = new URL(issuer)
  return discovery(
    server,
    clientId,
    { ...(secret !== undefined && { client_secret: secret }), [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    secret === undefined ? None() : undefined,
    {
      timeout: TIMEOUT_SECONDS,
      // The provider's metadata contains the addresses of its endpoints.
      [customFetch]: (address, options) => {
        if (!mayLeadTo(address, issuer)) throw new Error(`${issuer} names ${address}, which is not allowed`)
        return fetch(address, options as RequestInit)
      },
      // Verifies the signature of the ID token, even though the token comes directly from the provider.
      execute: [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])],
    },
  )
}
