import { once } from 'node:events'
import type { Server } from 'node:http'
import type { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { HEADER_DEADLINE } from '#shared/http/header-deadline.ts'
import { StartError } from '#shared/std/start-error.ts'
import type { EdgeEnv } from './features/env.ts'
import type { Certificate } from './tls/certificate.ts'

export interface Listening {
  /** Origin at which this machine reaches the agent. */
  url: string
  port: number
  close(): Promise<void>
}

const EVERY_ADDRESS = new Set(['0.0.0.0', '::'])

export interface ListenOptions {
  host: string
  port: number
  /** If omitted, serves plain HTTP. */
  certificate?: Certificate
}

/** Serves the app. Throws StartError when the address is in use or unavailable. */
export async function listen(
  app: Hono<EdgeEnv>,
  { host, port, certificate }: ListenOptions,
): Promise<Listening> {
  const { fetch } = app
  const server = (
    certificate
      ? createAdaptorServer({
          fetch,
          serverOptions: { ...HEADER_DEADLINE, handshakeTimeout: HEADER_DEADLINE.headersTimeout },
          createServer: certificate.createServer as typeof createServer,
        })
      : createAdaptorServer({ fetch, serverOptions: HEADER_DEADLINE })
  ) as Server
  // "100 Continue" is sent only when the body is read (shared/http/body-chunks.ts).
  server.on('checkContinue', (incoming, outgoing) => server.emit('request', incoming, outgoing))
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const setting = certificate ? 'EDGE_TLS_PORT' : 'EDGE_PORT'
    throw cannotListen(error as NodeJS.ErrnoException, { host, port, setting })
  }
  const address = server.address() as AddressInfo
  const name = EVERY_ADDRESS.has(host) ? '127.0.0.1' : hostInUrl(host)
  return {
    url: `${certificate ? 'https' : 'http'}://${name}:${address.port}`,
    port: address.port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      const deadline = setTimeout(() => server.closeAllConnections(), 2_000)
      await closed
      clearTimeout(deadline)
    },
  }
}

/** Returns the host for a URL, with IPv6 addresses in brackets. */
function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function cannotListen(
  { code, message }: NodeJS.ErrnoException,
  { host, port, setting }: { host: string; port: number; setting: string },
): StartError {
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} of ${host} is in use (${setting})`)
  if (code === 'EACCES')
    return new StartError(`Port ${port} needs more rights than this user has (${setting})`)
  return new StartError(`The agent cannot listen on ${host} (EDGE_HOST): ${code ?? message}`)
}
