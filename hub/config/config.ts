import { resolve } from 'node:path'
import { z } from 'zod'
import { readEnvironment } from '#shared/std/environment.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback)

/** Every name the hub reads from the environment; nobody else reads it. */
const Environment = z.object({
  HUB_HOST: z.string().default('127.0.0.1'),
  HUB_PORT: port(8080),
  /** Folder for what the hub keeps outside a database named by DATABASE_URL. */
  DATA_DIR: z.string().default(resolve(ROOT, 'data')),
  /** PostgreSQL 15 or newer; left out, the hub starts its own. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Connections of the process; downloads have half as many more of their own, the change feed one. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(20),
  /** How the outside world reaches the hub: issuer of its tokens. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Seals what must not lie readable in the database; the same for all hub processes on one database. */
  HUB_SECRET: z.string().min(32).optional(),
  /** Set to true behind a reverse proxy that writes X-Forwarded-For: guesses are then counted per real address. */
  TRUST_PROXY: z.stringbool().default(false),
  /** What a Prometheus sends as its bearer token; left out, no metrics are served. */
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export interface HubConfig {
  host: string
  port: number
  dataDir: string
  /** undefined: start an embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined
  databasePoolSize: number
  /** undefined: the address the hub listens on. */
  publicUrl: string | undefined
  /** undefined: read from, or made in, a file of the data folder. */
  secret: string | undefined
  trustProxy: boolean
  /** undefined: no metrics are served. */
  metricsToken: string | undefined
  logLevel: z.output<typeof Environment>['LOG_LEVEL']
}

/** Reads and checks the environment. Throws StartError naming each variable that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv): HubConfig {
  const env = readEnvironment(Environment, environment)
  return {
    host: env.HUB_HOST,
    port: env.HUB_PORT,
    dataDir: resolve(env.DATA_DIR, 'hub'),
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    secret: env.HUB_SECRET,
    trustProxy: env.TRUST_PROXY,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
  }
}
