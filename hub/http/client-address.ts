import { isIP, SocketAddress } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { HubEnv } from './env.ts'

/** The address a request came from: that of the socket, or what the trusted proxies in front say. */
export function clientAddress(c: Context<HubEnv>): string {
  const socketAddress =
    (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? 'unknown'
  return addressBehind(c.get('hub').trustedProxies, socketAddress, c.req.header('X-Forwarded-For'))
}

/**
 * Each proxy adds the address that asked it at the end of X-Forwarded-For, and the last proxy is the other end of the
 * socket. So the entry of the first trusted proxy is counted from the end, and the client may have forged the entries
 * before it. With fewer entries than proxies, an inner proxy was called directly: the first entry is the client.
 */
export function addressBehind(proxies: number, socketAddress: string, forwardedFor = ''): string {
  const written = proxies === 0 ? [] : forwardedFor.split(',').slice(-proxies)
  return written.map(asAddress).find((address) => address !== undefined) ?? socketAddress
}

/** An IP address as proxies write it, some of them with the port; undefined for anything else. */
function asAddress(entry: string): string | undefined {
  const text = entry.trim()
  return isIP(text) ? text : SocketAddress.parse(text)?.address
}
