import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { HubEnv } from './env.ts'

/** The address a request came from: of the socket, or what a trusted proxy in front says (its own, last entry). */
export function clientAddress(c: Context<HubEnv>): string {
  const forwarded = c.get('hub').trustProxy
    ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim()
    : undefined
  return (
    forwarded || (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress || 'unknown'
  )
}
