import { isIP, SocketAddress } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { HubEnv } from './env.ts'

/**
 * Returns the address that a request came from: that of the socket, or the one stated by the trusted proxies
 * in front.
 */
export function clientAddress(c: Context<HubEnv>): string {
  const socketAddress =
    (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? 'unknown'
  return forwardedAddress(c.get('hub').trustedProxies, socketAddress, c.req.header('X-Forwarded-For'))
}

/**
 * Returns the client address stated by trusted proxies. Each proxy appends the address of its caller to
 * X-Forwarded-For, and the last proxy is the other end of the socket. So the entry of the first trusted proxy
 * is counted from the end, and the client may have forged the entries before it. With fewer entries than
 * proxies, an inner proxy was called directly: the first entry is the client.
 */
export function forwardedAddress(proxies: number, socketAddress: string, forwardedFor = ''): string {
  const written = proxies === 0 ? [] : forwardedFor.split(',').slice(-proxies)
  return written.map(asAddress).find((address) => address !== undefined) ?? socketAddress
}

/** Returns an IP address as written by proxies, some of which add the port; undefined for anything else. */
function asAddress(entry: string): string | undefined {
  const text = entry.trim()
  return isIP(text) ? text : SocketAddress.parse(text)?.address
}
