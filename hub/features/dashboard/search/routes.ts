import { getRoute } from '#hub/http/operations.ts'
import { GLOBAL_SEARCH } from '#shared/contracts/dashboard/search.ts'
import { searchAll } from './search.ts'

export const globalSearchRoutes = getRoute({
  ...GLOBAL_SEARCH,
  may: 'signed-in',
  stores: 'own',
  tag: 'Search',
  summary: 'Search everything that you may see',
  description:
    'By name, number, code, barcode and phone; names also with slips of the finger. Kinds that the role of who asks does not see are left out.',
  read: async (tx, { query, actor }) => ({ items: await searchAll(tx, query, await actor()) }),
  present: (found) => found,
})
