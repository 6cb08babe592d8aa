import { join } from 'node:path'
import type { Logger } from 'pino'
import { StartError } from '#shared/std/start-error.ts'
import { Agent, type AgentOverrides } from './agent.ts'
import { createApp } from './app.ts'
import { systemClock } from './clock.ts'
import type { AgentConfig } from './config/config.ts'
import { lockFolder } from './files/agent-lock.ts'
import { prepareDataFolder } from './files/data-folder.ts'
import { ownNames } from './http/own-names.ts'
import { type Listening, listen } from './listen.ts'
import { isDiskFailure } from './sqlite/errors.ts'
import { Certificate, type TlsFiles } from './tls/certificate.ts'

const CERTIFICATE_CHECK_MS = 60_000

/** An agent that is not listening on an address. */
export interface OpenAgent {
  app: ReturnType<typeof createApp>
  log: Logger
  damaged: Promise<void>
  /** Starts to synchronize with the hub. */
  start(): void
  /** Closes the files and unlocks the folder. */
  stop(): Promise<void>
}

export interface RunningAgent {
  url: string
  port: number
  /** Origin for other tills, or null when TLS is not set up. */
  tlsUrl: string | null
  /** Resolves when the journal proves to be damaged. Stop and restart the agent to rebuild it. */
  damaged: Promise<void>
  /** Shuts down cleanly: completes pending requests, closes the files and unlocks the folder. */
  stop(): Promise<void>
}

/** Starts the agent in its folder. Throws a StartError with a message for the operator when it cannot run there. */
export async function startAgent(config: AgentConfig, overrides: AgentOverrides = {}): Promise<RunningAgent> {
  const agent = await openAgent(config, overrides)
  try {
    const servers = await serve(agent, config, overrides)
    const { plain, tls } = servers
    agent.start()
    agent.log.info({ url: plain.url, tlsUrl: tls?.url, folder: config.folder }, 'agent started')
    return {
      url: plain.url,
      port: plain.port,
      tlsUrl: tls?.url ?? null,
      damaged: agent.damaged,
      stop: async () => {
        await Promise.all([plain.close(), tls?.close()])
        await agent.stop()
        agent.log.info('agent stopped')
      },
    }
  } catch (error) {
    await agent.stop()
    throw error
  }
}

/** Starts the servers. With TLS, plain HTTP serves only this machine: its till, its shell and its monitoring. */
async function serve(
  { app, log }: OpenAgent,
  { folder, host, port, tls, allowedHosts }: AgentConfig,
  { clock = systemClock, certificateCheckMs = CERTIFICATE_CHECK_MS }: AgentOverrides,
): Promise<{ plain: Listening; tls: Listening | null }> {
  if (!tls) return { plain: await listen(app, { host, port }), tls: null }
  const { files } = tls
  const ownFiles = async (): Promise<TlsFiles> => {
    // Loaded on demand, because most agents do not need this library.
    const { ownCertificate } = await import('./tls/own-authority.ts')
    return ownCertificate(join(folder, 'tls'), ownNames(host, allowedHosts), clock.now())
  }
  const certificate = await Certificate.open({
    files: files === 'self-made' ? ownFiles : async () => files,
    log,
    checkEveryMs: certificateCheckMs,
  })
  const plain = await listen(app, { host: '127.0.0.1', port })
  try {
    return { plain, tls: await listen(app, { host, port: tls.port, certificate }) }
  } catch (error) {
    await plain.close()
    throw error
  }
}

/** Opens the files and creates the local API. Throws StartError like `startAgent`. */
export async function openAgent(config: AgentConfig, overrides: AgentOverrides = {}): Promise<OpenAgent> {
  try {
    return await openIn(config, overrides)
  } catch (error) {
    if (!isDiskFailure(error)) throw error
    throw new StartError(
      `The files in ${config.folder} (DATA_DIR) cannot be used: ${(error as Error).message}`,
    )
  }
}

async function openIn(config: AgentConfig, overrides: AgentOverrides): Promise<OpenAgent> {
  prepareDataFolder(config.folder)
  const lock = lockFolder(config.folder)
  let agent: Agent | undefined
  try {
    agent = new Agent(config, overrides)
    const opened = agent
    return {
      app: createApp(agent),
      log: agent.log,
      damaged: agent.damaged,
      start: () => opened.start(),
      stop: async () => {
        await opened.stop()
        lock.release()
      },
    }
  } catch (error) {
    await agent?.stop()
    lock.release()
    throw error
  }
}
