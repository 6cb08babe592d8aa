import 'reflect-metadata'
import { createPrivateKey, X509Certificate as NodeCertificate, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'
import { makePrivateFolder } from '#shared/std/private-files.ts'
import { writeFileDurably } from '../files/durable.ts'
import type { TlsFiles } from './certificate.ts'

x509.cryptoProvider.set(crypto)

const DAY_MS = 24 * 60 * 60_000
/** Lifetime of the authority. It is created only once, because each till of the shop must be set up to trust it. */
const AUTHORITY_DAYS = 25 * 365
/** Maximum certificate lifetime that browsers accept. */
const CERTIFICATE_DAYS = 397
const RENEWED_BEFORE_DAYS = 90
/** Backdating in ms, so that tills with a slightly slow clock accept the certificate. */
const BACKDATED_MS = DAY_MS

const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/**
 * Makes the agent its own certificate authority, for shops that have none. `ca.crt` is created once and given
 * to the other tills. The agent's own certificate is renewed before it expires, and when its names change.
 * Returns its files.
 */
export async function ownCertificate(folder: string, names: readonly string[], now: Date): Promise<TlsFiles> {
  makePrivateFolder(folder)
  const files = { cert: join(folder, 'agent.crt'), key: join(folder, 'agent.key') }
  const authority = await openAuthority(folder, now)
  if (isGood(files, authority.certificate, names, now)) return files
  const keys = await crypto.subtle.generateKey(KEYS, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: 'CN=Counterfoil agent',
    issuer: authority.certificate.subject,
    notBefore: new Date(now.getTime() - BACKDATED_MS),
    notAfter: new Date(now.getTime() + CERTIFICATE_DAYS * DAY_MS),
    publicKey: keys.publicKey,
    signingKey: authority.key,
    signingAlgorithm: KEYS,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((name) => ({ type: isIP(name) ? ('ip' as const) : ('dns' as const), value: name })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(authority.certificate.publicKey),
    ],
  })
  // The key is written first, so that a certificate is never newer than its key.
  writeFileDurably(files.key, await pemOfKey(keys.privateKey))
  writeFileDurably(files.cert, `${certificate.toString('pem')}\n`)
  return files
}

interface Authority {
  certificate: x509.X509Certificate
  key: CryptoKey
}

async function openAuthority(folder: string, now: Date): Promise<Authority> {
  const paths = { certificate: join(folder, 'ca.crt'), key: join(folder, 'ca.key') }
  if (existsSync(paths.certificate) && existsSync(paths.key)) {
    const [pkcs8] = x509.PemConverter.decode(readFileSync(paths.key, 'utf8'))
    return {
      certificate: new x509.X509Certificate(readFileSync(paths.certificate, 'utf8')),
      key: await crypto.subtle.importKey('pkcs8', pkcs8 as ArrayBuffer, KEYS, false, ['sign']),
    }
  }
  const keys = await crypto.subtle.generateKey(KEYS, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: `CN=Counterfoil of this shop ${randomBytes(3).toString('hex')}`,
    notBefore: new Date(now.getTime() - BACKDATED_MS),
    notAfter: new Date(now.getTime() + AUTHORITY_DAYS * DAY_MS),
    keys,
    signingAlgorithm: KEYS,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  writeFileDurably(paths.key, await pemOfKey(keys.privateKey))
  writeFileDurably(paths.certificate, `${certificate.toString('pem')}\n`)
  return { certificate, key: keys.privateKey }
}

/**
 * Returns true for a certificate of this authority with these names that stays valid for some time. Returns
 * false for an unreadable one, which is then created again.
 */
function isGood(
  files: TlsFiles,
  authority: x509.X509Certificate,
  names: readonly string[],
  now: Date,
): boolean {
  try {
    const certificate = new NodeCertificate(readFileSync(files.cert))
    const endsInMs = certificate.validToDate.getTime() - now.getTime()
    return (
      certificate.checkPrivateKey(createPrivateKey(readFileSync(files.key))) &&
      certificate.verify(new NodeCertificate(authority.toString('pem')).publicKey) &&
      certificate.validFromDate <= now &&
      endsInMs > RENEWED_BEFORE_DAYS * DAY_MS &&
      names.every((name) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)))
    )
  } catch {
    return false
  }
}

/** Returns a positive, unpredictable serial number (RFC 5280, 4.1.2.2). */
function newSerial(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toString('hex')
}

async function pemOfKey(key: CryptoKey): Promise<string> {
  return `${x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`
}
