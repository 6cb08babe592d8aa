import { route, router } from '#hub/http/route.ts'
import { SetupStatus } from '#shared/contracts/platform/settings.ts'
import { setupStatus } from './setup-status.ts'

const status = route({
  method: 'get',
  path: '/api/super-admin/setup-status',
  may: 'super-admin',
  tag: 'Platform: settings',
  summary: 'What is left to set up',
  answers: { 200: SetupStatus },
})

export const setupRoutes = router().openapi(status, async (c) => {
  const hub = c.get('hub')
  return c.json(await c.var.platform((tx) => setupStatus(tx, hub)), 200)
})
