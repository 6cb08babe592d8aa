import type { Context } from 'hono'
import { NIL } from 'uuid'
import { notFound } from '#hub/db/records.ts'
import { organizations } from '#hub/db/tables/platform.ts'
import type { Author, Tx } from '#hub/db/transact.ts'
import type { HubEnv } from './env.ts'
import type { Scope } from './operations.ts'

/**
 * The organization that the path names, as `{orgId}` or `{id}`: for routes of SuperAdmins. What they change stands in its
 * audit log and in the one of the platform. Throws not_found.
 */
export const OF_PATH: Scope<Tx> = {
  read: async (c, work) => {
    await c.var.actor()
    return c.get('hub').db.read(idOf(c), (tx) => ofOne(tx, work))
  },
  transact: async (c, work) => {
    const author = authorWithin(await c.var.author(), idOf(c))
    return c.get('hub').db.transact(idOf(c), (tx) => ofOne(tx, work), author)
  },
}

const idOf = (c: Context<HubEnv>): string => (c.req.param('orgId') ?? c.req.param('id') ?? NIL).toLowerCase()

async function ofOne<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const [found] = await tx.select({ id: organizations.id }).from(organizations)
  if (!found) throw notFound('organization', tx.organizationId)
  return work(tx)
}

/** The same author at work in an organization. */
export const authorWithin = ({ deed, ...author }: Author, organizationId: string): Author => ({
  ...author,
  deed: deed && { ...deed, organization_id: organizationId },
})
