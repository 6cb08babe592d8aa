import { resolve } from 'node:path'
import { readEnvironment } from '#shared/std/environment.ts'
import { isSentInClear } from '#shared/std/host-place.ts'
import { StartError } from '#shared/std/start-error.ts'
import type { ScaleAddress } from '../devices/scales/scale.ts'
import type { StoredDevice } from '../journal/devices.ts'
import type { TlsFiles } from '../tls/certificate.ts'
import { Environment } from './env.ts'
import { readPrinters } from './printers.ts'

export interface AgentConfig {
  /** Folder with journal.db, replica.db and device.json. */
  folder: string
  /**
   * Folder for extra backups of the journal, preferably on another disk. If undefined, backups are stored
   * only beside the journal.
   */
  backupDir?: string | undefined
  /** Disk space in bytes reserved for sales when the disk is full. Defaults to none. */
  reserveBytes?: number
  host: string
  port: number
  /**
   * If omitted, the agent serves plain HTTP at `host` and `port`. Otherwise plain HTTP serves only this
   * machine, and all other machines use TLS.
   */
  tls?: TlsConfig | undefined
  /** If undefined, the address stored at enrolment or the default one is used. */
  hubUrl: string | undefined
  /** True when plain HTTP to the hub is allowed outside the private network. */
  allowsPlainHub?: boolean
  allowedHosts: string[]
  pairingCode: string | undefined
  /** Printers configured in the environment. */
  printers?: readonly StoredDevice[]
  /** Undefined when no scale is connected. */
  scale?: ScaleAddress | undefined
  logLevel: Environment['LOG_LEVEL']
  /** Folder of the built till page. */
  tillPageDir: string
}

interface TlsConfig {
  port: number
  /** `self-made`: the agent is its own certificate authority. */
  files: TlsFiles | 'self-made'
}

const RESERVE_BYTES = 16 * 1024 * 1024

export const DEFAULT_HUB_URL = 'http://127.0.0.1:8080'

/** Reads and validates the environment. Throws a StartError that names each invalid variable. */
export function readConfig(environment: NodeJS.ProcessEnv): AgentConfig {
  const env = readEnvironment(Environment, environment)
  const tls = tlsOf(env)
  if (!tls && !isLoopback(env.EDGE_HOST) && !env.EDGE_ALLOW_PLAIN_HTTP) {
    throw new StartError(
      `EDGE_HOST=${env.EDGE_HOST} opens the agent to the network, where anyone could read PINs and sales. ` +
        'Set EDGE_TLS_CERT and EDGE_TLS_KEY, or EDGE_TLS_SELF_MADE=true (docs/operations.md); ' +
        'EDGE_ALLOW_PLAIN_HTTP=true opens it without TLS',
    )
  }
  if (env.HUB_URL !== undefined && isSentInClear(env.HUB_URL) && !env.HUB_ALLOW_PLAIN_HTTP) {
    throw new StartError(
      `HUB_URL=${env.HUB_URL} has no TLS and is outside the private network: others could read the till's credential and sales ` +
        'in transit. Use https://, or set HUB_ALLOW_PLAIN_HTTP=true to connect without TLS',
    )
  }
  return {
    folder: resolve(env.DATA_DIR, 'edge'),
    printers: readPrinters(env.EDGE_PRINTERS ?? ''),
    backupDir: env.BACKUP_DIR && resolve(env.BACKUP_DIR),
    reserveBytes: RESERVE_BYTES,
    host: env.EDGE_HOST,
    port: env.EDGE_PORT,
    tls,
    hubUrl: env.HUB_URL?.replace(/\/$/, ''),
    allowsPlainHub: env.HUB_ALLOW_PLAIN_HTTP,
    allowedHosts: env.EDGE_ALLOWED_HOSTS,
    pairingCode: env.EDGE_PAIRING_CODE,
    scale: env.EDGE_SCALE === undefined ? undefined : scaleAddressOf(env.EDGE_SCALE),
    logLevel: env.LOG_LEVEL,
    tillPageDir: resolve(import.meta.dirname, '../../dist/till'),
  }
}

/**
 * Parses the address of the scale: host:port, or otherwise the path of a serial port. Throws a StartError for
 * a port outside 1 to 65535.
 */
function scaleAddressOf(text: string): ScaleAddress {
  const [, host, port] = /^([^/\\:]+):(\d+)$/.exec(text) ?? []
  if (host === undefined) return { path: text }
  if (Number(port) < 1 || Number(port) > 65_535)
    throw new StartError(`EDGE_SCALE=${text} has no port between 1 and 65535`)
  return { host, port: Number(port) }
}

function tlsOf({ EDGE_TLS_CERT, EDGE_TLS_KEY, ...env }: Environment): TlsConfig | undefined {
  const { EDGE_TLS_SELF_MADE: isSelfMade, EDGE_TLS_PORT: port } = env
  if ((EDGE_TLS_CERT === undefined) !== (EDGE_TLS_KEY === undefined))
    throw new StartError('EDGE_TLS_CERT and EDGE_TLS_KEY must be set together: one of them is missing')
  if (EDGE_TLS_CERT !== undefined && EDGE_TLS_KEY !== undefined) {
    if (isSelfMade)
      throw new StartError(
        'EDGE_TLS_SELF_MADE creates the certificate that EDGE_TLS_CERT would name: set only one of them',
      )
    return { port, files: { cert: resolve(EDGE_TLS_CERT), key: resolve(EDGE_TLS_KEY) } }
  }
  return isSelfMade ? { port, files: 'self-made' } : undefined
}

/** True when the host is a loopback name or address. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
