import { matchKey, PemFault, parseCertificate, parsePrivateKey, parseRsaKey } from '#hub/secrets/pem.ts'
import type { FiscalProvider } from '#shared/contracts/organization/fiscal.ts'
import { invalidField } from '#shared/problems/problem.ts'

/** Throws `invalid_request`, naming the secret at `path`, for an unusable key or certificate. */
export function checkSecrets(
  provider: FiscalProvider,
  secrets: Record<string, string>,
  path: readonly (string | number)[],
): void {
  if (provider !== 'OrangeData') return
  const parsed = <Parsed>(name: string, parse: (pem: string) => Parsed): Parsed => {
    try {
      return parse(secrets[name] ?? '')
    } catch (error) {
      if (error instanceof PemFault) throw invalidField([...path, name], error.message)
      throw error
    }
  }
  parsed('signingKey', parseRsaKey)
  const certificate = parsed('clientCertificate', parseCertificate)
  parsed('clientKey', (pem) => matchKey(parsePrivateKey(pem), certificate))
}
