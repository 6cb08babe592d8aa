import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute } from '#hub/http/operations.ts'
import { BOOKS_CHECK, RUN_BOOKS_CHECK } from '#shared/contracts/inventory/books-check.ts'
import { presentBooksCheck } from './present.ts'
import { findBooksCheck } from './queries.ts'

const tag = 'Inventory: stock'
/** Minimum time between two checks requested by users. */
const ONCE_SECONDS = 60

export const booksCheckRoutes = area(
  getRoute({
    ...BOOKS_CHECK,
    may: 'inventory.view',
    stores: 'own',
    tag,
    summary: 'Get the result of the last check of the books',
    description:
      'Every night the ledger is recalculated from its first movement and compared with the stored movements, ' +
      'balances, and costs of documents.',
    read: (tx) => findBooksCheck(tx),
    present: presentBooksCheck,
  }),
  actionRoute({
    ...RUN_BOOKS_CHECK,
    may: 'inventory.post',
    stores: 'all',
    tag,
    summary: 'Start a check of the books in the background',
    description: 'At most once a minute; a repeated request within it joins the first.',
    command: (tx, { hub }) => {
      const { organizationId } = tx
      const once = { key: `${organizationId} now`, everySeconds: ONCE_SECONDS }
      return hub.jobs.send(tx, 'books-check', { organizationId }, { once })
    },
    afterwards: (hub) => hub.jobs.wake('books-check'),
  }),
)
