import { getRoute } from '#hub/http/operations.ts'
import { BOOKS_CHECK } from '#shared/contracts/inventory/books-check.ts'
import { presentBooksCheck } from './present.ts'
import { findBooksCheck } from './queries.ts'

export const booksCheckRoutes = getRoute({
  ...BOOKS_CHECK,
  may: 'inventory.view',
  tag: 'Inventory: stock',
  summary: 'Whether the books added up when they were last checked',
  description:
    'Every night the ledger is recalculated from its first movement and compared with what is stored: movements, ' +
    'balances, and the costs that documents hold.',
  read: (tx) => findBooksCheck(tx),
  present: presentBooksCheck,
})
