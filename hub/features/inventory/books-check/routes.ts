import { route, router } from '#hub/http/route.ts'
import { BooksCheck } from '#shared/contracts/inventory/books-check.ts'
import { presentBooksCheck } from './present.ts'
import { findBooksCheck } from './queries.ts'

const get = route({
  method: 'get',
  path: '/api/inventory/books-check',
  may: 'inventory.view',
  tag: 'Inventory: stock',
  summary: 'Whether the books added up when they were last checked',
  description:
    'Every night the ledger is recalculated from its first movement and compared with what is stored: movements, ' +
    'balances, and the costs that documents hold.',
  answers: { 200: BooksCheck },
})

export const booksCheckRoutes = router().openapi(get, async (c) => {
  const row = await c.var.read(findBooksCheck)
  return c.json(presentBooksCheck(row, await c.var.actor()), 200)
})
