import type { Context, MiddlewareHandler } from 'hono'
import { type Guarded, refuseLimited, refuseUnless, type StoreScope } from '#hub/auth/access.ts'
import { type Actor, findActor, findMember, organizationOf } from '#hub/auth/actor.ts'
import { challenge, unauthenticated } from '#hub/auth/challenge.ts'
import { refuseOldProof } from '#hub/auth/proof.ts'
import { refuseChange } from '#hub/auth/visit.ts'
import { awaitAll } from '#hub/db/await-all.ts'
import type { Command } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { commandOf, type Operation } from './command-of.ts'
import type { HubEnv } from './env.ts'

const ORGANIZATION_HEADER = 'X-Organization-Id'

/**
 * Checks the permission. Permissions are read again for each request, before anything is done, so that a
 * changed role or a closed account takes effect at once. A read-only request sends this query together with
 * its first read. No `read` returns and nothing else starts until the permission is confirmed, so no response
 * can be sent without it.
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
    let pending: Promise<Actor> | undefined
    const ask = (found: Promise<Actor | undefined>): Promise<Actor> => {
      pending = found.then((caller) => {
        if (!caller) throw unauthenticated('The account or device of this token is no longer active')
        c.set('caller', caller)
        if (caller.needsSecondFactor && !operation.withoutSecondFactor)
          throw new Problem('second_factor_needed')
        refuseForeign(c, caller)
        for (const access of accesses) refuseUnless(access, caller)
        refuseLimited(operation.stores, caller)
        if (!operation.alsoOnPlatform && !accesses.every(isOfNoOrganization)) organizationOf(caller)
        if (operation.provedAddress && !caller.isAddressProved) throw new Problem('address_unproved')
        if (caller.visit) refuseChange(caller.visit, operation.method)
        if (operation.stepUp) refuseOldProof(claims.proof)
        return caller
      })
      return pending
    }
    // Operations on the platform or on the user's own account have no organization.
    const named = accesses.every(isOfNoOrganization) ? undefined : c.req.header(ORGANIZATION_HEADER)
    const actor = () => pending ?? ask(findActor(db, claims, named))
    c.set('actor', actor)
    c.set('read', async (work) => {
      if (!pending && claims.organizationId) {
        const { caller, found } = await db.read(claims.organizationId, async (tx) => {
          const [caller, found] = await awaitAll(ask(findMember(tx, claims)), work(tx))
          return { caller, found }
        })
        // The read started before the caller's store restriction was known, so its result is discarded and
        // the read repeated.
        if (caller.storeIds.length === 0) return found
      }
      const caller = await actor()
      return db.read(organizationOf(caller), work, caller.storeIds)
    })
    // All transactions of a request form one change in the audit log.
    let command: Command | null = null
    c.set('author', async () => {
      const caller = await actor()
      const { employeeId, storeIds } = caller
      if (!isReading) command ??= commandOf(c, operation, caller, newId())
      return { employeeId, storeIds, command }
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

/**
 * Answers `not_found` to callers other than SuperAdmins who send the organization header with a foreign
 * organization.
 */
function refuseForeign(c: Context, { isSuperAdmin, organizationId }: Actor): void {
  const named = c.req.header(ORGANIZATION_HEADER)
  if (isSuperAdmin || !named || named.toLowerCase() === organizationId) return
  throw new Problem('not_found', { detail: `${c.req.method} ${c.req.path}` })
}

function bearerToken(c: Context): string {
  const [scheme, token] = (c.req.header('Authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token)
    throw new Problem('unauthenticated', {
      detail: 'A bearer token is required',
      headers: { 'WWW-Authenticate': challenge() },
    })
  return token
}
