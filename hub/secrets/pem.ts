import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'

/** A text is not the key or certificate that it is to be. The message says what is wrong, without any of the text. */
export class PemFault extends Error {}

/** RSA keys below are not believed any more (NIST SP 800-131A). */
const LEAST_RSA_BITS = 2048

/** Throws PemFault for what is no private key, or one behind a passphrase. */
export function parsePrivateKey(pem: string): KeyObject {
  if (/-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(pem))
    throw new PemFault('is behind a passphrase: give the key without it')
  return parse(() => createPrivateKey(pem), 'is no private key in PEM')
}

/** As `parsePrivateKey`, and throws PemFault for a key that is not RSA of 2048 bits at least. */
export function parseRsaKey(pem: string): KeyObject {
  const key = parsePrivateKey(pem)
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < LEAST_RSA_BITS)
    throw new PemFault(`must be an RSA key of ${LEAST_RSA_BITS} bits or more`)
  return key
}

/** The first certificate of the text. Throws PemFault. */
export const parseCertificate = (pem: string): X509Certificate =>
  parse(() => new X509Certificate(pem), 'is no certificate in PEM')

/** Throws PemFault when the key is another certificate's. */
export function matchKey(key: KeyObject, certificate: X509Certificate): void {
  if (!createPublicKey(key).equals(certificate.publicKey))
    throw new PemFault('is not the key of the certificate')
}

function parse<Parsed>(read: () => Parsed, detail: string): Parsed {
  try {
    return read()
  } catch (cause) {
    throw new PemFault(detail, { cause })
  }
}
