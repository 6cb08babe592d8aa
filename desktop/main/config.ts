import { z } from 'zod'

const flag = z.union([z.boolean(), z.stringbool()]).default(false)

/** Settings of a desktop till, keyed by their names in the environment and in settings.json. */
const Settings = z.object({
  /** Address on which the agent listens. */
  EDGE_HOST: z.union([z.ipv4(), z.ipv6(), z.hostname()]).default('127.0.0.1'),
  EDGE_PORT: z.coerce.number().int().min(1).max(65_535).default(8090),
  /**
   * TLS files that the agent uses to serve other tills of the shop (edge/config/env.ts). The till on this
   * machine then connects over loopback.
   */
  EDGE_TLS_CERT: z.string().optional(),
  EDGE_TLS_KEY: z.string().optional(),
  EDGE_TLS_SELF_MADE: z.union([z.boolean(), z.stringbool()]).optional(),
  EDGE_TLS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  EDGE_ALLOW_PLAIN_HTTP: z.union([z.boolean(), z.stringbool()]).optional(),
  EDGE_ALLOWED_HOSTS: z.string().optional(),
  /** Data folder and hub address of an agent that the shell starts. */
  DATA_DIR: z.string().min(1).optional(),
  HUB_URL: z.url({ protocol: /^https?$/ }).optional(),
  HUB_ALLOW_PLAIN_HTTP: z.union([z.boolean(), z.stringbool()]).optional(),
  /** Pairing code with which that agent enrols unattended at its first start. */
  EDGE_PAIRING_CODE: z.string().optional(),
  /** `service`: another program starts the agent, and the shell only connects to it. */
  AGENT: z.enum(['auto', 'service']).default('auto'),
  /** True when the till fills the screen and the cashier cannot close it. */
  KIOSK: flag,
})

export interface ShellConfig {
  /** Origin at which this machine connects to the agent, without a trailing slash. */
  agentUrl: string
  startsAgent: boolean
  /** Environment of an agent that the shell starts. */
  agentEnv: Record<string, string>
  kiosk: boolean
}

/** Loopback address for each wildcard listening address. */
const LOOPBACK: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * Reads and validates the settings. The environment takes precedence over `settingsJson` (the text of
 * settings.json), which takes precedence over the defaults. Throws a one-line error that names every invalid
 * setting.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  settingsJson: string | null,
  defaultDataDir: string,
): ShellConfig {
  const checked = Settings.safeParse({ ...parseFile(settingsJson), ...withoutBlanks(env) })
  if (!checked.success) {
    throw new Error(
      checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
    )
  }
  const { AGENT, KIOSK, ...forAgent } = { DATA_DIR: defaultDataDir, ...checked.data }
  return {
    agentUrl: originOf(hasTls(forAgent) ? '127.0.0.1' : forAgent.EDGE_HOST, forAgent.EDGE_PORT),
    startsAgent: AGENT === 'auto',
    agentEnv: Object.fromEntries(Object.entries(forAgent).map(([name, value]) => [name, String(value)])),
    kiosk: KIOSK,
  }
}

const hasTls = ({
  EDGE_TLS_CERT,
  EDGE_TLS_SELF_MADE,
}: Pick<z.output<typeof Settings>, 'EDGE_TLS_CERT' | 'EDGE_TLS_SELF_MADE'>): boolean =>
  EDGE_TLS_CERT !== undefined || EDGE_TLS_SELF_MADE === true

function originOf(listensOn: string, port: number): string {
  const host = LOOPBACK[listensOn] ?? listensOn
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin
}

function parseFile(settingsJson: string | null): object {
  if (settingsJson === null) return {}
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(settingsJson))
  } catch {
    throw new Error('settings.json is not a JSON object')
  }
}

function withoutBlanks(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
}
