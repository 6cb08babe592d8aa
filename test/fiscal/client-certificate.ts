import 'reflect-metadata'
import * as x509 from '@peculiar/x509'

x509.cryptoProvider.set(crypto)
const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Two self-signed client certificates with their keys, as PEM. */
export const [CLIENT, OTHER_CLIENT] = await Promise.all([makeClient(), makeClient()])

async function makeClient(): Promise<{ clientCertificate: string; clientKey: string }> {
  const keys = await crypto.subtle.generateKey(KEYS, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=shop',
    keys,
    signingAlgorithm: KEYS,
    notBefore: new Date('2026-01-01'),
    notAfter: new Date('2126-01-01'),
  })
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    clientCertificate: certificate.toString('pem'),
    clientKey: x509.PemConverter.encode(key, 'PRIVATE KEY'),
  }
}
