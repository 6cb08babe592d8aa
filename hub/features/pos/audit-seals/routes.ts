import { refuseRevoked } from '#hub/features/pos/download/refuse-revoked.ts'
import { route, router } from '#hub/http/route.ts'
import { HeldSeals } from '#shared/sync/audit-seals.ts'
import { compareSeals } from './compare-seals.ts'

const handBack = route({
  method: 'post',
  path: '/api/pos/v1/audit-seals',
  may: 'pos.sync',
  tag: 'Point of sale',
  summary: 'Upload the seals of the audit log that a device holds',
  description: 'All of them, by number, in pages, when the header of a download requests them.',
  body: HeldSeals,
  answers: { 204: null },
})

export const auditSealRoutes = router().openapi(handBack, async (c) => {
  const { id, organizationId, isRevoked } = await c.var.actor()
  refuseRevoked({ isRevoked })
  await c.get('hub').db.transact(organizationId, (tx) => compareSeals(tx, id, c.req.valid('json')))
  return c.body(null, 204)
})
