import { area } from '#hub/http/area.ts'
import { route, router } from '#hub/http/route.ts'
import { RUN_DIAGNOSTIC } from '#shared/contracts/organization/diagnostic.ts'
import { must } from '#shared/std/must.ts'
import { runDiagnostic } from './run-diagnostic.ts'

const { answer, ...run } = RUN_DIAGNOSTIC
const runRoute = route({
  ...run,
  may: 'organization.view',
  stores: 'all',
  tag: 'Organization: diagnostic',
  summary: 'Check what the organization stands on',
  description:
    'Each check says whether all is well, what it has found and what to do. Nothing in the answer is secret or names a ' +
    'person: it may be pasted into a request for support. A check that takes longer than 3 seconds is ended and says so.',
  answers: { 200: answer },
})

export const diagnosticRoutes = area(
  router().openapi(runRoute, async (c) => {
    // It stores a file and speaks with the mail server: not before it is known that the caller may.
    const { organizationId } = await c.var.actor()
    const hub = c.get('hub')
    const id = must(organizationId, 'organization')
    await hub.rateLimiter.attempt('diagnostic', id)
    return c.json(
      await runDiagnostic({ hub, organizationId: id }, c.get('log'), c.req.valid('query').language),
      200,
    )
  }),
)
