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
  summary: 'Run the diagnostic checks of the organization',
  description:
    'Each check states its result, its finding and the remedy. The response has no secrets and names no ' +
    'user: it may be pasted into a request for support. A check that takes longer than 3 seconds is ended and reported so.',
  answers: { 200: answer },
})

export const diagnosticRoutes = area(
  router().openapi(runRoute, async (c) => {
    // Checks the permission first, because the checks store a file and contact the mail server.
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
