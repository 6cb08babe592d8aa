import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '#shared/problems/problem.ts'
import { nameOf } from './own-names.ts'
import { schemeOf } from './scheme.ts'

/**
 * Refuses requests from foreign pages with `foreign_origin`, because any page open in a browser on this
 * machine can send requests to the agent. The Host header must be one of the agent's names, since a foreign
 * name that resolves to the agent is DNS rebinding. The request must come from one of the agent's pages, or
 * from no page at all, unless a link opens the till.
 */
export function guardOrigin(ownNames: readonly string[]): MiddlewareHandler {
  const names = new Set(ownNames)

  return async function guardOrigin(c, next) {
    const host = c.req.header('Host') ?? ''
    if (!names.has(nameOf(host))) {
      throw new Problem('foreign_origin', {
        detail: `This agent does not serve the name ${JSON.stringify(host)}; add it to EDGE_ALLOWED_HOSTS`,
      })
    }
    const origin = c.req.header('Origin')
    if (origin !== undefined && origin !== `${schemeOf(c)}://${host}`) throw new Problem('foreign_origin')
    const site = c.req.header('Sec-Fetch-Site')
    if ((site === 'cross-site' || site === 'same-site') && !opensPage(c)) throw new Problem('foreign_origin')
    await next()
  }
}

/** True for a navigation to the till from a link. The linking page can neither read nor frame the opened page. */
function opensPage(c: Context): boolean {
  return (
    c.req.method === 'GET' &&
    c.req.header('Sec-Fetch-Mode') === 'navigate' &&
    c.req.header('Sec-Fetch-Dest') === 'document' &&
    !c.req.path.startsWith('/api/')
  )
}
