import { resolve } from 'node:path'
import { z } from 'zod'
import type { Limits } from '#hub/db/transact.ts'
import { calledAddress } from '#shared/contracts/called-address.ts'
import { readEnvironment } from '#shared/std/environment.ts'
import { isSentInClear } from '#shared/std/host-place.ts'
import { StartError } from '#shared/std/start-error.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Folder where `npm run build` puts the console. */
export const CONSOLE_DIR = resolve(ROOT, 'dist/console')

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback)

/** All environment variables of the hub. No other module reads the environment. */
const Environment = z.object({
  HUB_HOST: z.string().default('127.0.0.1'),
  HUB_PORT: port(8080),
  /** Folder for the hub's files other than a database named by DATABASE_URL. */
  DATA_DIR: z.string().default(resolve(ROOT, 'data')),
  /** Address of PostgreSQL 15 or newer. If omitted, the hub starts its own. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Connection as the owner of the tables. Used only by `npm run db:migrate`. */
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /**
   * Number of database connections of the process. Downloads use half as many in addition, and the change
   * feed uses one.
   */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(20),
  /** Public address of the hub, also used as the issuer of its tokens. */
  PUBLIC_URL: calledAddress(/^https?$/).optional(),
  /** Secret from which the hub's keys are derived. It must be the same for all hub processes on one database. */
  HUB_SECRET: z.string().min(32).optional(),
  /**
   * Comma-separated keys of at least 32 characters that replace HUB_SECRET for sealing. The first one seals,
   * and all of them open.
   */
  HUB_SEALING_KEYS: z
    .string()
    .transform((keys) => keys.split(',').map((key) => key.trim()))
    .pipe(z.array(z.string().min(32)))
    .optional(),
  /**
   * Number of reverse proxies in front of the hub that extend X-Forwarded-For. With it, guesses are counted
   * by the real client address.
   */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** Bearer token of a Prometheus server. If omitted, no metrics are served. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** False for processes that only serve requests. Other processes must then run the background jobs. */
  RUN_JOBS: z.stringbool().default(true),
  /**
   * Folder for uploaded files. It is shared by all hub processes unless S3_BUCKET is set. Defaults to a
   * folder in DATA_DIR.
   */
  FILES_DIR: z.string().optional(),
  /** Bucket for uploaded files, used instead of the folder. */
  S3_BUCKET: z.string().optional(),
  /** Address of an S3-compatible store other than Amazon's. */
  S3_ENDPOINT: calledAddress(/^https?$/).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** True when the bucket name is in the URL path instead of the host name, as most S3-compatible stores require. */
  S3_FORCE_PATH_STYLE: z.stringbool().default(true),
  /**
   * Comma-separated hosts allowed in image links. `*.` before a name includes its subdomains. If omitted, all
   * public hosts are allowed.
   */
  IMAGE_HOSTS: z
    .string()
    .transform((hosts) =>
      hosts
        .toLowerCase()
        .split(',')
        .map((host) => host.trim()),
    )
    .pipe(z.array(z.string().regex(/^(\*\.)?[a-z0-9.:[\]-]+$/)))
    .optional(),
  /** For development: folder where emails are written as files instead of being sent. */
  MAIL_DIR: z.string().optional(),
  /**
   * Address of the fiscal provider emulator. In development, with MAIL_DIR, it defaults to the address of
   * `npm run fiscal-emulator`. Otherwise, if omitted, the emulator is not available as a provider.
   */
  FISCAL_EMULATOR_URL: calledAddress(/^https?$/).optional(),
  /** Bot API server to use instead of Telegram's. */
  TELEGRAM_API_URL: calledAddress(/^https?$/).default('https://api.telegram.org'),
  /** API of a MoySklad installation other than moysklad.ru. */
  MOYSKLAD_API_URL: calledAddress(/^https?$/).default('https://api.moysklad.ru/api/remap/1.2'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** Address of `npm run fiscal-emulator` (test/fiscal/emulator/main.ts). */
const EMULATOR_URL = 'http://127.0.0.1:8474'

type Environment = z.output<typeof Environment>

/** Storage of uploaded files. */
export type FilesConfig =
  | { kind: 'folder'; dir: string }
  | {
      kind: 's3'
      bucket: string
      /** Address of the store. Undefined for Amazon S3. */
      endpoint: string | undefined
      region: string
      accessKeyId: string
      secretAccessKey: string
      forcePathStyle: boolean
    }

export interface HubConfig {
  host: string
  port: number
  dataDir: string
  /** Database address. If undefined, an embedded PostgreSQL is started in the data folder. */
  databaseUrl: string | undefined
  /** Not used by the hub itself. See `npm run db:migrate`. */
  databaseOwnerUrl?: string | undefined
  databasePoolSize: number
  /** Public address. If undefined, the address on which the hub listens. */
  publicUrl: string | undefined
  /** The hub's secret. If undefined, it is stored in a file of the data folder, which is created when missing. */
  secret: string | undefined
  /** Sealing keys, of which the first one seals (secrets/key-ring.ts). If omitted, the secret is used. */
  sealingKeys?: readonly string[] | undefined
  /** Number of reverse proxies in front of the hub (http/client-address.ts). */
  trustedProxies: number
  /** Token for metrics. If undefined, no metrics are served. */
  metricsToken: string | undefined
  runsJobs: boolean
  /** Storage of uploaded files. If undefined, a folder in the data folder. */
  files: FilesConfig | undefined
  /** Allowed image hosts. If undefined, all public hosts. */
  imageHosts?: readonly string[] | undefined
  /** For development: folder where emails are written as files. */
  mailDir?: string | undefined
  /** Called for each email written to `mailDir`. Not read from the environment. */
  announceMail?: (mail: AnnouncedMail) => void
  /** Address of the fiscal provider emulator. If undefined, it is not available as a provider. */
  fiscalEmulatorUrl?: string | undefined
  /** Bot API server. Defaults to Telegram's. */
  telegramApiUrl?: string | undefined
  /** Address of MoySklad. Defaults to moysklad.ru. */
  moySkladUrl?: string | undefined
  logLevel: Environment['LOG_LEVEL']
  /** Not read from the environment. Tests pass other limits. */
  limits?: Limits
  /** Not read from the environment. See `HubCore`. */
  pace?: number
  /** Folder of the console. Not read from the environment. Defaults to CONSOLE_DIR. */
  consoleDir?: string
  /** Time in ms that a statement waits for a lock. The default is in hub/db/pool.ts. */
  lockTimeoutMs?: number
  /** Not read from the environment. See `FetchLimits`. */
  fetchableAddresses?: readonly string[]
}

/** Reads and validates the environment. Throws a StartError that names each invalid variable. */
export function readConfig(environment: NodeJS.ProcessEnv): HubConfig {
  const env = readEnvironment(Environment, environment)
  return {
    host: env.HUB_HOST,
    port: env.HUB_PORT,
    dataDir: resolve(env.DATA_DIR, 'hub'),
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    secret: env.HUB_SECRET,
    sealingKeys: env.HUB_SEALING_KEYS,
    trustedProxies: env.TRUST_PROXY,
    metricsToken: env.METRICS_TOKEN,
    runsJobs: env.RUN_JOBS,
    files: readFiles(env),
    imageHosts: env.IMAGE_HOSTS,
    mailDir: env.MAIL_DIR && resolve(env.MAIL_DIR),
    fiscalEmulatorUrl: (env.FISCAL_EMULATOR_URL ?? (env.MAIL_DIR && EMULATOR_URL))?.replace(/\/$/, ''),
    moySkladUrl: env.MOYSKLAD_API_URL.replace(/\/$/, ''),
    telegramApiUrl: env.TELEGRAM_API_URL.replace(/\/$/, ''),
    logLevel: env.LOG_LEVEL,
  }
}

function readFiles(env: Environment): FilesConfig | undefined {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (S3_BUCKET === undefined) {
    const stray = (['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter(
      (name) => env[name] !== undefined,
    )
    if (stray.length > 0) throw wrong(`S3_BUCKET: is required with ${stray.join(', ')}`)
    return env.FILES_DIR === undefined ? undefined : { kind: 'folder', dir: resolve(env.FILES_DIR) }
  }
  if (env.FILES_DIR !== undefined) throw wrong('FILES_DIR: set either it or S3_BUCKET')
  if (S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined)
    throw wrong('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: are required with S3_BUCKET')
  if (env.S3_ENDPOINT !== undefined && isSentInClear(env.S3_ENDPOINT))
    throw wrong('S3_ENDPOINT: has no TLS and is outside the private network')
  return {
    kind: 's3',
    bucket: S3_BUCKET,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
  }
}

const wrong = (fault: string): StartError => new StartError(`The configuration is wrong: ${fault}`)

/** Mail that was written to a folder instead of being sent. */
export interface AnnouncedMail {
  to: string
  subject: string
  file: string
  link: string | undefined
}
