import { getRecord, listRecords } from '#hub/db/records.ts'
import { loyaltyCards } from '#hub/db/tables/loyalty.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, listRoute } from '#hub/http/operations.ts'
import { route, router } from '#hub/http/route.ts'
import {
  BLOCK_CARD,
  CARD,
  CARD_POINTS,
  CARDS,
  CORRECT_POINTS,
  DELETE_CARD,
  ISSUE_CARD,
  LoyaltyCard,
  LoyaltyCardFound,
  LoyaltyCardLookup,
  UNBLOCK_CARD,
} from '#shared/contracts/loyalty/cards.ts'
import { must } from '#shared/std/must.ts'
import { blockCard, deleteCard, unblockCard } from './change-card.ts'
import { correctPoints } from './correct-points.ts'
import { issueCard } from './issue-card.ts'
import { listPoints } from './list-points.ts'
import { lookUpCard } from './look-up-card.ts'
import { presentCard, presentFound, presentPoints } from './present.ts'
import { completeCards, filtersOf } from './queries.ts'

const tag = 'Loyalty: cards'

const issue = route({
  ...ISSUE_CARD,
  may: 'loyalty.create',
  stores: 'none',
  tag,
  summary: 'Issue a loyalty card',
  description: 'A repeat with the same id answers 200 with the existing card.',
  answers: { 201: LoyaltyCard, 200: LoyaltyCard },
})

export const cardRoutes = area(
  listRoute({
    ...CARDS,
    may: 'loyalty.view',
    stores: 'none',
    tag,
    summary: 'List loyalty cards',
    list: async (tx, { search, ...query }) => {
      const where = await filtersOf({ search, ...query }, tx)
      const page = await listRecords(tx, loyaltyCards, query, {
        where,
        searchIn: [],
        defaultSort: 'cardNumber',
      })
      return { rows: await completeCards(tx, page.rows), total: page.total }
    },
    present: presentCard,
  }),
  getRoute({
    ...CARD,
    may: 'loyalty.view',
    stores: 'none',
    tag,
    summary: 'Get one loyalty card',
    read: async (tx, { id }) => {
      const row = await getRecord(tx, loyaltyCards, 'loyalty card', id)
      return must((await completeCards(tx, [row]))[0], 'card')
    },
    present: presentCard,
  }),
  getRoute({
    path: `${CARDS.path}/lookup`,
    may: 'loyalty.view',
    stores: 'none',
    tag,
    summary: 'Find a card by its number or by a phone',
    description: 'Give one of the two. 409: the card exists and cannot be used.',
    query: LoyaltyCardLookup,
    answer: LoyaltyCardFound,
    read: (tx, { query }) => lookUpCard(tx, query),
    present: presentFound,
  }),
  getRoute({
    ...CARD_POINTS,
    may: 'loyalty.view',
    stores: 'none',
    tag,
    summary: 'List the points ledger of a card, the latest first',
    read: async (tx, { id, query }) => ({ ...query, ...(await listPoints(tx, id, query)) }),
    present: ({ rows, ...page }) => ({ items: rows.map(presentPoints), ...page }),
  }),
  router().openapi(issue, async (c) => {
    const input = c.req.valid('json')
    const actor = await c.var.actor()
    const { row, isNew } = await c.var.transact(async (tx) => {
      const inserted = await issueCard(tx, input, actor)
      return { ...inserted, row: must((await completeCards(tx, [inserted.row]))[0], 'card') }
    })
    c.header('Location', `${CARDS.path}/${row.id}`)
    return c.json(presentCard(row), isNew ? 201 : 200)
  }),
  actionRoute({
    ...BLOCK_CARD,
    may: 'loyalty.update',
    stores: 'none',
    tag,
    summary: 'Block a loyalty card',
    description: 'Does nothing when it is blocked already.',
    command: (tx, { id, body }) => blockCard(tx, id, body.reason),
  }),
  actionRoute({
    ...UNBLOCK_CARD,
    may: 'loyalty.update',
    stores: 'none',
    tag,
    summary: 'Unblock a loyalty card',
    description: 'Does nothing when it is active already.',
    command: (tx, { id }) => unblockCard(tx, id),
  }),
  actionRoute({
    ...CORRECT_POINTS,
    may: 'loyalty.update',
    stores: 'none',
    tag,
    summary: 'Correct the points of a loyalty card',
    description:
      'Adds or takes points with a reason, which the ledger keeps. A repeat with the same id changes nothing.',
    command: (tx, { id, body }) => correctPoints(tx, id, body),
    present: presentCard,
  }),
  actionRoute({
    ...DELETE_CARD,
    may: 'loyalty.delete',
    stores: 'none',
    tag,
    summary: 'Delete a loyalty card',
    description: 'Only a card without posted sales and without points; block the others.',
    command: (tx, { id }) => deleteCard(tx, id),
  }),
)
