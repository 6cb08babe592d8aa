import { readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { Logger } from 'pino'
import { StartError } from '#shared/std/start-error.ts'

/** Paths of the PEM files: the certificate with its chain up to the authority, and its key. */
export interface TlsFiles {
  cert: string
  key: string
}

export interface CertificateOptions {
  /** Returns the files. It is called repeatedly and can create new ones. */
  files: () => Promise<TlsFiles>
  log: Logger
  checkEveryMs: number
}

/** Minimum TLS version (RFC 9325). */
const MIN_VERSION = 'TLSv1.2'
/**
 * Cipher suites. For TLS 1.2, only those with forward secrecy and authenticated encryption (RFC 9325, 4.2).
 * TLS 1.3 has no others.
 */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':')
const PROTOCOL = { minVersion: MIN_VERSION, ciphers: CIPHERS, honorCipherOrder: true } as const

/** Certificate of the agent. It is reloaded when its files change, so a renewal needs no restart. */
export class Certificate {
  readonly #options: CertificateOptions
  #stamp: string
  #context: SecureContextOptions
  #timer: NodeJS.Timeout | undefined

  private constructor(options: CertificateOptions, stamp: string, context: SecureContextOptions) {
    this.#options = options
    this.#stamp = stamp
    this.#context = context
  }

  /** Loads the certificate. Throws StartError when there is no usable one. */
  static async open(options: CertificateOptions): Promise<Certificate> {
    try {
      const files = await options.files()
      return new Certificate(options, stampOf(files), read(files))
    } catch (error) {
      throw new StartError(`The certificate of the agent cannot be used: ${(error as Error).message}`)
    }
  }

  /** Creates an https server for createAdaptorServer that picks up renewed certificates. */
  readonly createServer = (...[options, listener]: Parameters<typeof createServer>): Server => {
    const server = createServer({ ...options, ...this.#context }, listener)
    this.#timer = setInterval(() => void this.#check(server), this.#options.checkEveryMs)
    this.#timer.unref()
    server.once('close', () => clearInterval(this.#timer))
    return server
  }

  /**
   * Loads a changed certificate. While the files are unusable, such as half-written, the old certificate
   * stays in use.
   */
  async #check(server: Server): Promise<void> {
    const { files, log } = this.#options
    try {
      const paths = await files()
      const stamp = stampOf(paths)
      if (stamp === this.#stamp) return
      this.#context = read(paths)
      server.setSecureContext(this.#context)
      this.#stamp = stamp
      log.info({ certificate: paths.cert }, 'the renewed certificate is in use')
    } catch (error) {
      log.error({ err: error }, 'the new certificate cannot be used: the old one stays in use')
    }
  }
}

const stampOf = ({ cert, key }: TlsFiles): string =>
  [cert, key].map((path) => `${statSync(path).mtimeMs} ${statSync(path).size}`).join(' ')

/** Reads the files. Throws when they are unreadable, or when the key belongs to another certificate. */
function read({ cert, key }: TlsFiles): SecureContextOptions {
  const context = { cert: readFileSync(cert), key: readFileSync(key), ...PROTOCOL }
  createSecureContext(context)
  return context
}
