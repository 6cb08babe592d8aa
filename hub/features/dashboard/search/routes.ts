import { getRoute } from '#hub/http/operations.ts'
import { GLOBAL_SEARCH } from '#shared/contracts/dashboard/search.ts'
import { searchAll } from './search.ts'

export const globalSearchRoutes = getRoute({
  ...GLOBAL_SEARCH,
  may: 'signed-in',
  stores: 'own',
  tag: 'Search',
  summary: 'Search all records that you may see',
  description:
    'By name, number, code, barcode and phone; in names also with typing errors. Kinds that the role of the user does not allow are left out.',
  read: async (tx, { query, actor }) => ({ items: await searchAll(tx, query, await actor()) }),
  present: (found) => found,
})
