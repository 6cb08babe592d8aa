import type { Context, MiddlewareHandler } from 'hono'
import { type Guarded, refuseLimited, refuseUnless, type StoreScope } from '#hub/auth/access.ts'
import { type Actor, findActor, findMember, organizationOf } from '#hub/auth/actor.ts'
import { challenge, unauthenticated } from '#hub/auth/challenge.ts'
import { refuseOldProof } from '#hub/auth/proof.ts'
import { refuseChange } from '#hub/auth/visit.ts'
import { together } from '#hub/db/together.ts'
import type { Deed } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { deedOf, type Operation } from './deed-of.ts'
import type { HubEnv } from './env.ts'

export const ORGANIZATION_HEADER = 'X-Organization-Id'

/**
 * Checks the permission. Permissions are read again for each request, before anything is done, so that a changed role
 * or a closed account takes effect at once. A request that only reads sends this query together with its first read.
 * Until the permission is confirmed no `read` returns and nothing else starts; no answer is sent without it.
 */
export function permit(
  accesses: readonly Guarded[],
  operation: Operation & {
    stores?: StoreScope | undefined
    stepUp?: true
    withoutSecondFactor?: true
    provedAddress: boolean
    alsoOnPlatform?: true
  },
  isReading: boolean,
): MiddlewareHandler<HubEnv> {
  return async function permitted(c, next) {
    const { db, signer, requestBudget } = c.get('hub')
    const claims = await signer.verify(bearerToken(c))
    if (claims.kind === 'person' && claims.organizationId) await requestBudget.take(claims.organizationId)
    let asked: Promise<Actor> | undefined
    const ask = (found: Promise<Actor | undefined>): Promise<Actor> => {
      asked = found.then((asker) => {
        if (!asker) throw unauthenticated('The account or device of this token is no longer active')
        c.set('asker', asker)
        if (asker.needsSecondFactor && !operation.withoutSecondFactor)
          throw new Problem('second_factor_needed')
        refuseForeign(c, asker)
        for (const access of accesses) refuseUnless(access, asker)
        refuseLimited(operation.stores, asker)
        if (!operation.alsoOnPlatform && !accesses.every(isOfNoOrganization)) organizationOf(asker)
        if (operation.provedAddress && !asker.isAddressProved) throw new Problem('address_unproved')
        if (asker.visit) refuseChange(asker.visit, operation.method)
        if (operation.stepUp) refuseOldProof(claims.proof)
        return asker
      })
      return asked
    }
    // What is of the platform or of oneself is done in no organization.
    const named = accesses.every(isOfNoOrganization) ? undefined : c.req.header(ORGANIZATION_HEADER)
    const actor = () => asked ?? ask(findActor(db, claims, named))
    c.set('actor', actor)
    c.set('read', async (work) => {
      if (!asked && claims.organizationId) {
        const { asker, found } = await db.read(claims.organizationId, async (tx) => {
          const [asker, found] = await together(ask(findMember(tx, claims)), work(tx))
          return { asker, found }
        })
        // What was read before it was known that they work with some stores only is thrown away.
        if (asker.storeIds.length === 0) return found
      }
      const asker = await actor()
      return db.read(organizationOf(asker), work, asker.storeIds)
    })
    // Transactions of one request are one deed.
    let deed: Deed | null = null
    c.set('author', async () => {
      const asker = await actor()
      const { employeeId, storeIds } = asker
      if (!isReading) deed ??= deedOf(c, operation, asker, newId())
      return { employeeId, storeIds, deed }
    })
    c.set('transact', async (work) => {
      const author = await c.var.author()
      return db.transact(organizationOf(await actor()), work, author)
    })
    c.set('platform', async (work) => db.platform(work, await c.var.author()))
    if (!isReading) await actor()
    await next()
    await actor()
  }
}

const isOfNoOrganization = (access: Guarded): boolean => access === 'super-admin' || access === 'signed-in'

/** To whoever is no SuperAdmin the header opens nothing: with it each route is one that is not there. */
function refuseForeign(c: Context, { isSuperAdmin, organizationId }: Actor): void {
  const named = c.req.header(ORGANIZATION_HEADER)
  if (isSuperAdmin || !named || named.toLowerCase() === organizationId) return
  throw new Problem('not_found', { detail: `${c.req.method} ${c.req.path}` })
}

function bearerToken(c: Context): string {
  const [scheme, token] = (c.req.header('Authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token)
    throw new Problem('unauthenticated', {
      detail: 'A bearer token is needed',
      headers: { 'WWW-Authenticate': challenge() },
    })
  return token
}
