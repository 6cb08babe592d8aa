import { resolve } from 'node:path'
import { z } from 'zod'
import type { Limits } from '#hub/db/transact.ts'
import type { AnnouncedMail } from '#hub/mail/channels.ts'
import { calledAddress } from '#shared/contracts/called-address.ts'
import { readEnvironment } from '#shared/std/environment.ts'
import { isReadOnTheWay } from '#shared/std/host-place.ts'
import { StartError } from '#shared/std/start-error.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Where `npm run build` puts the console. */
export const CONSOLE_DIR = resolve(ROOT, 'dist/console')

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback)

/** Every name the hub reads from the environment; nobody else reads it. */
const Environment = z.object({
  HUB_HOST: z.string().default('127.0.0.1'),
  HUB_PORT: port(8080),
  /** Folder for what the hub keeps outside a database named by DATABASE_URL. */
  DATA_DIR: z.string().default(resolve(ROOT, 'data')),
  /** PostgreSQL 15 or newer; left out, the hub starts its own. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The owner of the tables, for `npm run db:migrate` alone. */
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Connections of the process; downloads have half as many more of their own, the change feed one. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(20),
  /** How the outside world reaches the hub: issuer of its tokens. */
  PUBLIC_URL: calledAddress(/^https?$/).optional(),
  /** What keys of the hub are derived from; the same for all hub processes on one database. */
  HUB_SECRET: z.string().min(32).optional(),
  /** Keys of 32 characters or more with commas between them, in place of HUB_SECRET: the first seals, all open. */
  HUB_SEALING_KEYS: z
    .string()
    .transform((keys) => keys.split(',').map((key) => key.trim()))
    .pipe(z.array(z.string().min(32)))
    .optional(),
  /** How many reverse proxies in front of the hub add to X-Forwarded-For: guesses are then counted per real address. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** What a Prometheus sends as its bearer token; left out, no metrics are served. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Set to false for processes that only answer requests: background jobs are then done by the others. */
  RUN_JOBS: z.stringbool().default(true),
  /** Folder for uploaded files: shared by all hub processes, unless S3_BUCKET is set. Left out: in the data folder. */
  FILES_DIR: z.string().optional(),
  /** Uploaded files go into this bucket instead. */
  S3_BUCKET: z.string().optional(),
  /** An S3-compatible store that is not Amazon's. */
  S3_ENDPOINT: calledAddress(/^https?$/).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** The bucket in the path of the address, not in its host name, as most S3-compatible stores want it. */
  S3_FORCE_PATH_STYLE: z.stringbool().default(true),
  /** Hosts that links of images may name, with commas between them, `*.` before a name for all below it. Left out: all public ones. */
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
  /** Development: mails become files in this folder, and nothing is sent. */
  MAIL_DIR: z.string().optional(),
  /**
   * Where the emulator of fiscal providers is. Left out: in development, with MAIL_DIR, where `npm run fiscal-emulator` serves;
   * in production it cannot be chosen.
   */
  FISCAL_EMULATOR_URL: calledAddress(/^https?$/).optional(),
  /** A Bot API server of your own in place of Telegram's. */
  TELEGRAM_API_URL: calledAddress(/^https?$/).default('https://api.telegram.org'),
  /** Another MoySklad than the one of moysklad.ru. */
  MOYSKLAD_API_URL: calledAddress(/^https?$/).default('https://api.moysklad.ru/api/remap/1.2'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** The address of `npm run fiscal-emulator` (test/fiscal/emulator/main.ts). */
const EMULATOR_URL = 'http://127.0.0.1:8474'

type Environment = z.output<typeof Environment>

/** Where uploaded files are kept. */
export type FilesConfig =
  | { kind: 'folder'; dir: string }
  | {
      kind: 's3'
      bucket: string
      /** undefined: Amazon's. */
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
  /** undefined: start an embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined
  /** Of no use to the hub itself: see `npm run db:migrate`. */
  databaseOwnerUrl?: string | undefined
  databasePoolSize: number
  /** undefined: the address the hub listens on. */
  publicUrl: string | undefined
  /** undefined: read from, or made in, a file of the data folder. */
  secret: string | undefined
  /** The first seals (secrets/key-ring.ts); left out: the secret does. */
  sealingKeys?: readonly string[] | undefined
  /** How many reverse proxies stand in front of the hub (http/client-address.ts). */
  trustedProxies: number
  /** undefined: no metrics are served. */
  metricsToken: string | undefined
  runsJobs: boolean
  /** undefined: in a folder of the data folder. */
  files: FilesConfig | undefined
  /** undefined: all public ones. */
  imageHosts?: readonly string[] | undefined
  /** Development: mails become files here. */
  mailDir?: string | undefined
  /** Not read from the environment: who is told of such a mail. */
  announceMail?: (mail: AnnouncedMail) => void
  /** undefined: nobody can choose the emulator of fiscal providers. */
  fiscalEmulatorUrl?: string | undefined
  /** Left out: Telegram's. */
  telegramApiUrl?: string | undefined
  /** undefined: that of moysklad.ru. */
  moySkladUrl?: string | undefined
  logLevel: Environment['LOG_LEVEL']
  /** Not read from the environment: other ones are for tests. */
  limits?: Limits
  /** Not read from the environment: see `HubCore`. */
  pace?: number
  /** Not read from the environment: left out, CONSOLE_DIR. */
  consoleDir?: string
  /** How long a statement waits for a lock; left out: hub/db/pool.ts. */
  lockTimeoutMs?: number
  /** Not read from the environment: see `FetchLimits`. */
  fetchableAddresses?: readonly string[]
}

/** Reads and checks the environment. Throws StartError naming each variable that is wrong. */
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
    if (stray.length > 0) throw wrong(`S3_BUCKET: is needed with ${stray.join(', ')}`)
    return env.FILES_DIR === undefined ? undefined : { kind: 'folder', dir: resolve(env.FILES_DIR) }
  }
  if (env.FILES_DIR !== undefined) throw wrong('FILES_DIR: give either it or S3_BUCKET')
  if (S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined)
    throw wrong('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: are needed with S3_BUCKET')
  if (env.S3_ENDPOINT !== undefined && isReadOnTheWay(env.S3_ENDPOINT))
    throw wrong('S3_ENDPOINT: has no TLS and is not of a private network')
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
