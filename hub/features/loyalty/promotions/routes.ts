import { deleteRecord, matches } from '#hub/db/records.ts'
import { promotions } from '#hub/db/tables/loyalty.ts'
import { recordDeeds } from '#hub/http/record-deeds.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import {
  Promotion,
  PromotionCreate,
  PromotionListQuery,
  PromotionPage,
  PromotionUpdate,
} from '#shared/contracts/loyalty/promotions.ts'
import { presentPromotion } from './present.ts'
import { createPromotion, updatePromotion } from './save-promotion.ts'

export const promotionRoutes = standardResource({
  base: '/api/promotions',
  tag: 'Loyalty: promotions',
  nouns: ['promotion', 'promotions'],
  area: 'loyalty',
  contracts: {
    item: Promotion,
    page: PromotionPage,
    create: PromotionCreate,
    update: PromotionUpdate,
    list: PromotionListQuery,
  },
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
