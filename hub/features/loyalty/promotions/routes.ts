import { deleteRecord, matches } from '#hub/db/records.ts'
import { promotions } from '#hub/db/tables/loyalty.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute } from '#hub/http/operations.ts'
import { recordDeeds } from '#hub/http/record-deeds.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { PROMOTIONS, type PromotionListQuery, TRY_OUT } from '#shared/contracts/loyalty/promotions.ts'
import { presentPromotion } from './present.ts'
import { createPromotion, updatePromotion } from './save-promotion.ts'
import { tryOut } from './try-out.ts'

const standardRoutes = standardResource({
  ...PROMOTIONS,
  tag: 'Loyalty: promotions',
  nouns: ['promotion', 'promotions'],
  area: 'loyalty',
  stores: 'none',
  present: presentPromotion,
  deeds: recordDeeds(promotions, 'promotion', {
    searchIn: [promotions.name, promotions.couponCode],
    where: ({ isActive, kind }: PromotionListQuery) => [
      matches(promotions.isActive, isActive),
      matches(promotions.kind, kind),
    ],
    defaultSort: '-priority,name',
    create: createPromotion,
    update: updatePromotion,
    remove: (tx, id) => deleteRecord(tx, promotions, 'promotion', id),
  }),
})

export const promotionRoutes = area(
  actionRoute({
    ...TRY_OUT,
    may: 'sales.view',
    stores: 'none',
    tag: 'Loyalty: promotions',
    summary: 'What some days would have been under a draft',
    description:
      'Posted sales of these days (left out: the last 30), with what the draft takes off besides what was taken off. Its period ' +
      'does not count, its days, hours, places, cards and goods do; each customer is taken to have shown its coupon. Nothing is saved.',
    deed: (tx, { body, query, actor }) => tryOut(tx, body, query, actor),
    present: (found) => found,
  }),
  standardRoutes,
)
