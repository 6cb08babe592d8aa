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

/** Every variable that the agent reads from the environment; no other module reads it. */
export const Environment = z.object({
  /** Data folder; the agent's own folder is `edge` inside it. */
  DATA_DIR: z.string().default(resolve(ROOT, 'data')),
  /** Folder on another disk for more backups of the journal. */
  BACKUP_DIR: z.string().optional(),
  /** Address at which other tills of the shop reach the agent: with TLS, unless EDGE_ALLOW_PLAIN_HTTP is set. */
  EDGE_HOST: z.string().default('127.0.0.1'),
  /** Port of plain HTTP. With TLS, plain HTTP is served on loopback only, to the till of this machine. */
  EDGE_PORT: z.coerce.number().int().min(0).max(65_535).default(8090),
  /** Address of the hub. Wins over the address kept at enrolment, so that a hub can move. */
  HUB_URL: calledAddress(/^https?$/).optional(),
  /**
   * Lets the agent talk to a hub in another network without TLS: its credential and all sales can be read in
   * transit.
   */
  HUB_ALLOW_PLAIN_HTTP: z.stringbool().default(false),
  /** Further names at which tills reach the agent, besides loopback and EDGE_HOST. */
  EDGE_ALLOWED_HOSTS: commaSeparated.default([]),
  /** PEM files: the certificate with its chain up to the authority, and its key. Read again when they change. */
  EDGE_TLS_CERT: z.string().optional(),
  EDGE_TLS_KEY: z.string().optional(),
  /** Makes the agent its own certificate authority: the other tills must trust `edge/tls/ca.crt` in DATA_DIR. */
  EDGE_TLS_SELF_MADE: z.stringbool().default(false),
  EDGE_TLS_PORT: z.coerce.number().int().min(0).max(65_535).default(8443),
  /** Opens the agent to the network without TLS: PINs and sales can be read there. */
  EDGE_ALLOW_PLAIN_HTTP: z.stringbool().default(false),
  /** Enrols unattended at the first start; ignored once enrolled. */
  EDGE_PAIRING_CODE: z.string().trim().max(32).optional(),
  /** Receipt printers: name=address, separated by commas (docs/operations.md#printers). More are set up at a till. */
  EDGE_PRINTERS: z.string().optional(),
  /** The scale beside the till: host:port, or the file of a serial port, such as /dev/ttyUSB0 or \\.\COM3. */
  EDGE_SCALE: z.string().trim().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})
export type Environment = z.output<typeof Environment>
