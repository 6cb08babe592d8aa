import { resolve } from 'node:path'
import { readEnvironment } from '#shared/std/environment.ts'
import { Environment } from './env.ts'

export interface AgentConfig {
  /** Holds journal.db, replica.db and device.json. */
  folder: string
  /** For backups of the journal, best on another disk; undefined: beside the journal only. */
  backupDir?: string | undefined
  /** Room on the disk that is kept for sales on a full one. Left out: none. */
  reserveBytes?: number
  host: string
  port: number
  /** Undefined: the address kept at enrolment, or the default one. */
  hubUrl: string | undefined
  allowedHosts: string[]
  pairingCode: string | undefined
  logLevel: Environment['LOG_LEVEL']
  /** The built till page. */
  tillPageDir: string
}

const RESERVE_BYTES = 16 * 1024 * 1024

export const DEFAULT_HUB_URL = 'http://127.0.0.1:8080'

/** Reads and checks the environment. Throws StartError naming each variable that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv): AgentConfig {
  const env = readEnvironment(Environment, environment)
  return {
    folder: resolve(env.DATA_DIR, 'edge'),
    backupDir: env.BACKUP_DIR && resolve(env.BACKUP_DIR),
    reserveBytes: RESERVE_BYTES,
    host: env.EDGE_HOST,
    port: env.EDGE_PORT,
    hubUrl: env.HUB_URL?.replace(/\/$/, ''),
    allowedHosts: env.EDGE_ALLOWED_HOSTS,
    pairingCode: env.EDGE_PAIRING_CODE,
    logLevel: env.LOG_LEVEL,
    tillPageDir: resolve(import.meta.dirname, '../../dist/till'),
  }
}
