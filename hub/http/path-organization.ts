import type { Context } from 'hono'
import { NIL } from 'uuid'
import { notFound } from '#hub/db/records.ts'
import { organizations } from '#hub/db/tables/platform.ts'
import type { Author, Tx } from '#hub/db/transact.ts'
import type { HubEnv } from './env.ts'
import type { Scope } from './operations.ts'

/**
 * Scope for the organization given in the path as `{orgId}` or `{id}`, for routes of SuperAdmins. Changes are
 * recorded in its audit log and in the platform's. Throws `not_found`.
 */
export const PATH_ORGANIZATION: Scope<Tx> = {
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

/** Returns the author with the organization of the command replaced. */
export const authorWithin = ({ command, ...author }: Author, organizationId: string): Author => ({
  ...author,
  command: command && { ...command, organization_id: organizationId },
})
