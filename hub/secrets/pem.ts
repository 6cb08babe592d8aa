import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'

/** Thrown when a text is not the expected key or certificate. The message contains none of the text. */
export class PemFault extends Error {}

/** Minimum length of an RSA key in bits. Shorter keys are not considered secure (NIST SP 800-131A). */
const LEAST_RSA_BITS = 2048

/** Parses a private key. Throws `PemFault` for anything else and for an encrypted key. */
export function parsePrivateKey(pem: string): KeyObject {
  if (/-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(pem))
    throw new PemFault('has a passphrase: give the key without it')
  return parse(() => createPrivateKey(pem), 'is not a private key in PEM')
}

/** Parses a private key like `parsePrivateKey`. Throws `PemFault` unless it is an RSA key of at least 2048 bits. */
export function parseRsaKey(pem: string): KeyObject {
  const key = parsePrivateKey(pem)
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < LEAST_RSA_BITS)
    throw new PemFault(`must be an RSA key of ${LEAST_RSA_BITS} bits or more`)
  return key
}

/** Parses the first certificate in the text. Throws `PemFault`. */
export const parseCertificate = (pem: string): X509Certificate =>
  parse(() => new X509Certificate(pem), 'is not a certificate in PEM')

/** Throws `PemFault` when the key does not belong to the certificate. */
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
