import { resolve } from 'node:path'
import { z } from 'zod'
import { calledAddress } from '#shared/contracts/called-address.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const commaSeparated = z.string().transform((names) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
)

/** Every environment variable of the agent. No other module reads the environment. */
export const Environment = z.object({
  /** Data folder. The agent uses the folder `edge` inside it. */
  DATA_DIR: z.string().default(resolve(ROOT, 'data')),
  /** Folder on another disk for additional backups of the journal. */
  BACKUP_DIR: z.string().optional(),
  /** Listening address for the other tills of the shop. It requires TLS, unless EDGE_ALLOW_PLAIN_HTTP is set. */
  EDGE_HOST: z.string().default('127.0.0.1'),
  /** Port of plain HTTP. With TLS, only the till on this machine can use it, over loopback. */
  EDGE_PORT: z.coerce.number().int().min(0).max(65_535).default(8090),
  /** Address of the hub. It takes precedence over the address stored at enrolment, so that a hub can move. */
  HUB_URL: calledAddress(/^https?$/).optional(),
  /** Allows a hub in another network without TLS. The credential and all sales can then be read in transit. */
  HUB_ALLOW_PLAIN_HTTP: z.stringbool().default(false),
  /** Additional host names of the agent, besides loopback and EDGE_HOST. */
  EDGE_ALLOWED_HOSTS: commaSeparated.default([]),
  /**
   * PEM files of the certificate, with its chain up to the authority, and of its key. They are reloaded when
   * they change.
   */
  EDGE_TLS_CERT: z.string().optional(),
  EDGE_TLS_KEY: z.string().optional(),
  /** Makes the agent its own certificate authority. The other tills must trust `edge/tls/ca.crt` in DATA_DIR. */
  EDGE_TLS_SELF_MADE: z.stringbool().default(false),
  EDGE_TLS_PORT: z.coerce.number().int().min(0).max(65_535).default(8443),
  /** Opens the agent to the network without TLS. PINs and sales can then be read in transit. */
  EDGE_ALLOW_PLAIN_HTTP: z.stringbool().default(false),
  /** Pairing code for an unattended enrolment at the first start. Ignored after enrolment. */
  EDGE_PAIRING_CODE: z.string().trim().max(32).optional(),
  /**
   * Receipt printers as name=address, separated by commas (docs/operations.md#printers). More printers can be
   * set up at a till.
   */
  EDGE_PRINTERS: z.string().optional(),
  /** Scale beside the till: host:port, or the path of a serial port such as /dev/ttyUSB0 or \\.\COM3. */
  EDGE_SCALE: z.string().trim().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})
export type Environment = z.output<typeof Environment>
