import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute } from '#hub/http/operations.ts'
import { BOOKS_CHECK, RUN_BOOKS_CHECK } from '#shared/contracts/inventory/books-check.ts'
import { presentBooksCheck } from './present.ts'
import { findBooksCheck } from './queries.ts'

const tag = 'Inventory: stock'
/** However many ask. */
const ONCE_SECONDS = 60

export const booksCheckRoutes = area(
  getRoute({
    ...BOOKS_CHECK,
    may: 'inventory.view',
    stores: 'own',
    tag,
    summary: 'Whether the books added up when they were last checked',
    description:
      'Every night the ledger is recalculated from its first movement and compared with what is stored: movements, ' +
      'balances, and the costs that documents hold.',
    read: (tx) => findBooksCheck(tx),
    present: presentBooksCheck,
  }),
  actionRoute({
    ...RUN_BOOKS_CHECK,
    may: 'inventory.post',
    stores: 'all',
    tag,
    summary: 'Have the books checked now, in the background',
    description: 'At most once a minute; asked for again within it, the check that is asked for stands.',
    deed: (tx, { hub }) => {
      const { organizationId } = tx
      const once = { key: `${organizationId} now`, everySeconds: ONCE_SECONDS }
      return hub.jobs.send(tx, 'books-check', { organizationId }, { once })
    },
    afterwards: (hub) => hub.jobs.wake('books-check'),
  }),
)
