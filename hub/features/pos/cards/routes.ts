import { getRecord } from '#hub/db/records.ts'
import { loyaltyCards } from '#hub/db/tables/loyalty.ts'
import { completeCards } from '#hub/features/loyalty/cards/queries.ts'
import { refuseRevoked } from '#hub/features/pos/download/refuse-revoked.ts'
import { getRoute } from '#hub/http/operations.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import { CardBalance } from '#shared/sync/card-balance.ts'

export const cardBalanceRoutes = getRoute({
  path: '/api/pos/v1/cards/{id}',
  may: 'pos.sync',
  tag: 'Point of sale',
  summary: 'Get the points of a card that can be spent now',
  answer: CardBalance,
  read: async (tx, { id, actor }) => {
    const device = await actor()
    refuseRevoked(device)
    const moment = new Date()
    const row = await getRecord(tx, loyaltyCards, 'loyalty card', id)
    const { balance } = must((await completeCards(tx, [row], moment))[0], 'card')
    return { balance, moment }
  },
  present: ({ balance, moment }) => ({ balance: amountToNumber(balance), at: moment.toISOString() }),
})
