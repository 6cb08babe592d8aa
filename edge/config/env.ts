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

/** Every name the agent reads from the environment; nobody else reads it. */
export const Environment = z.object({
  /** The agent's own folder is `edge` inside it. */
  DATA_DIR: z.string().default(resolve(ROOT, 'data')),
  /** A folder on another disk: backups of the journal are kept there too. */
  BACKUP_DIR: z.string().optional(),
  /** Where other tills of the shop reach the agent: by TLS, unless EDGE_ALLOW_PLAIN_HTTP says otherwise. */
  EDGE_HOST: z.string().default('127.0.0.1'),
  /** Of plain HTTP. With TLS it is served on loopback alone, to the till of this machine. */
  EDGE_PORT: z.coerce.number().int().min(0).max(65_535).default(8090),
  /** Names the hub and wins over the address kept at enrolment, so that a hub can move. */
  HUB_URL: calledAddress(/^https?$/).optional(),
  /** Lets the agent speak to a hub of another network without TLS: its credential and all sales can be read on the way. */
  HUB_ALLOW_PLAIN_HTTP: z.stringbool().default(false),
  /** More names by which tills reach the agent, besides loopback and EDGE_HOST. */
  EDGE_ALLOWED_HOSTS: commaSeparated.default([]),
  /** PEM files: the certificate, with those that lead to its authority, and its key. Read again when they change. */
  EDGE_TLS_CERT: z.string().optional(),
  EDGE_TLS_KEY: z.string().optional(),
  /** The agent is its own certificate authority: `edge/tls/ca.crt` in DATA_DIR is what the other tills are to trust. */
  EDGE_TLS_SELF_MADE: z.stringbool().default(false),
  EDGE_TLS_PORT: z.coerce.number().int().min(0).max(65_535).default(8443),
  /** Opens the agent to the network without TLS: PINs and sales can be read there. */
  EDGE_ALLOW_PLAIN_HTTP: z.stringbool().default(false),
  /** Enrols unattended at the first start; ignored once enrolled. */
  EDGE_PAIRING_CODE: z.string().trim().max(32).optional(),
  /** Printers of receipts: name=address, separated by commas (docs/operations.md#printers). Others are set up at a till. */
  EDGE_PRINTERS: z.string().optional(),
  /** The scale beside the till: host:port, or the file of a serial port, such as /dev/ttyUSB0 or \\.\COM3. */
  EDGE_SCALE: z.string().trim().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})
export type Environment = z.output<typeof Environment>
