import { isIP, SocketAddress } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { HubEnv } from './env.ts'

/** Returns the client's address: that of the socket, or the one reported by trusted proxies. */
export function clientAddress(c: Context<HubEnv>): string {
  const socketAddress =
    (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? 'unknown'
  return forwardedAddress(c.get('hub').trustedProxies, socketAddress, c.req.header('X-Forwarded-For'))
}

/**
 * Returns the client's address as reported by trusted proxies. Each proxy appends the address of its caller
 * to X-Forwarded-For, and the last proxy is the peer of the socket. The entry written by the first trusted
 * proxy is therefore found by counting from the end. The client may have forged earlier entries. With fewer
 * entries than proxies, an inner proxy was called directly, and the first entry is the client.
 */
export function forwardedAddress(proxies: number, socketAddress: string, forwardedFor = ''): string {
  const written = proxies === 0 ? [] : forwardedFor.split(',').slice(-proxies)
  return written.map(asAddress).find((address) => address !== undefined) ?? socketAddress
}

/** Parses an IP address as written by proxies, some of which append the port. Returns undefined for anything else. */
function asAddress(entry: string): string | undefined {
  const text = entry.trim()
  return isIP(text) ? text : SocketAddress.parse(text)?.address
}
