import { route, router } from '#hub/http/route.ts'
import { SETUP_STATUS } from '#shared/contracts/platform/settings.ts'
import { setupStatus } from './setup-status.ts'

const status = route({
  ...SETUP_STATUS,
  may: 'super-admin',
  tag: 'Platform: settings',
  summary: 'List the steps of the set-up',
  answers: { 200: SETUP_STATUS.answer },
})

export const setupRoutes = router().openapi(status, async (c) => {
  const hub = c.get('hub')
  return c.json(await c.var.platform((tx) => setupStatus(tx, hub)), 200)
})
