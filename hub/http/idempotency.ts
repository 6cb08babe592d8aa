import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { MiddlewareHandler } from 'hono'
import { NIL } from 'uuid'
import { idempotencyKeys } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { HubEnv } from './env.ts'

const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/

/**
 * Makes a POST with an Idempotency-Key take effect once. Its changes and its response are committed in one
 * transaction, and a repeat gets the stored response. Two requests are the same if method, address with
 * query, and body are the same. Keys of a SuperAdmin acting on the whole platform are stored under the nil
 * id. Errors are not stored, because a retry can succeed once the cause is resolved.
 */
export const idempotent: MiddlewareHandler<HubEnv> = async function idempotent(c, next) {
  const key = c.req.header('Idempotency-Key')
  const actor = await c.var.actor()
  if (key === undefined) return next()
  if (!KEY_PATTERN.test(key)) {
    throw new Problem('idempotency_key_invalid', { detail: 'Use 1 to 255 printable ASCII characters' })
  }
  const { pathname, search } = new URL(c.req.url)
  const requestHash = createHash('sha256')
    .update(`${c.req.method} ${pathname}${search}\n${c.get('bodyHash') ?? ''}`)
    .digest('base64url')
  try {
    return await c.get('hub').db.transactAll(
      actor.organizationId || NIL,
      async (tx) => {
        const own = { organizationId: tx.organizationId, actorId: actor.id, key }
        // A concurrent request with the same key waits here until the first one has committed or rolled back.
        const [claimed] = await tx
          .insert(idempotencyKeys)
          .values({ ...own, requestHash })
          .onConflictDoNothing()
          .returning({ key: idempotencyKeys.key })
        if (!claimed) return repeat(tx, own, requestHash)
        await next()
        if (c.error) throw new NotKept()
        if (c.res.status >= 400) throw new NotKept()
        await tx
          .update(idempotencyKeys)
          .set({
            status: c.res.status,
            contentType: c.res.headers.get('Content-Type'),
            location: c.res.headers.get('Location'),
            body: c.get('keptAnswer') ?? (await c.res.clone().text()),
          })
          .where(ownKey(own))
        return undefined
      },
      await c.var.author(),
    )
  } catch (error) {
    if (error instanceof NotKept) return undefined
    throw error
  }
}

/** Thrown to roll back the transaction when the response in `c.res` is an error. */
class NotKept extends Error {}

type OwnKey = { organizationId: string; actorId: string; key: string }

const ownKey = (own: OwnKey) =>
  and(
    eq(idempotencyKeys.organizationId, own.organizationId),
    eq(idempotencyKeys.actorId, own.actorId),
    eq(idempotencyKeys.key, own.key),
  )

async function repeat(tx: Tx, own: OwnKey, requestHash: string): Promise<Response> {
  const [first] = await tx.select().from(idempotencyKeys).where(ownKey(own))
  if (!first || first.requestHash !== requestHash) throw new Problem('idempotency_key_reused')
  const headers = new Headers({ 'Idempotency-Replayed': 'true' })
  if (first.contentType) headers.set('Content-Type', first.contentType)
  if (first.location) headers.set('Location', first.location)
  return new Response(first.body || null, { status: first.status ?? 200, headers })
}
