import { getRoute } from '#hub/http/operations.ts'
import { WHATS_NEW } from '#shared/contracts/dashboard/whats-new.ts'
import { RELEASE_NOTES } from './notes.ts'

export const whatsNewRoutes = getRoute({
  ...WHATS_NEW,
  may: 'signed-in',
  stores: 'none',
  tag: 'Dashboard',
  summary: 'List the news of recent versions',
  read: async () => ({ items: [...RELEASE_NOTES] }),
  present: (notes) => notes,
})
