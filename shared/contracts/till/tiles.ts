import { z } from 'zod'
import { Id, integer, integerQuery, UtcTime } from '#shared/domain/fields.ts'
import { AmountOut, QuantityOut } from '#shared/money/wire.ts'
import { Favourites } from '#shared/sync/favourites.ts'
import { ProductStock } from '#shared/sync/product-stock.ts'
import { TillProduct } from './till.ts'

export const ByProduct = z.object({ productId: Id })

/** SHA-256 of the picture's address at the hub, in hex. */
export const ByPicture = z.object({ key: z.string().regex(/^[0-9a-f]{64}$/) })

/** Query for a group, or for the top level without `groupId`. `after` is the id of the last product already shown. */
export const TilesQuery = z.strictObject({
  groupId: Id.optional(),
  after: Id.optional(),
  limit: integerQuery(1, 100).default(60),
})

const TillGroup = z.object({ id: Id, name: z.string() })
export type TillGroup = z.infer<typeof TillGroup>

export const Tiles = z.object({
  /** Path from the top level down to the group. Empty at the top level. */
  path: z.array(TillGroup),
  /** Direct subgroups that contain products for sale. Empty from the second page on. */
  groups: z.array(TillGroup),
  /** Products directly in the group, sorted by name. At the top level: products without a group. */
  items: z.array(TillProduct),
  hasMore: z.boolean(),
})
export type Tiles = z.infer<typeof Tiles>

export const TillFavourites = z.object({
  items: z.array(TillProduct),
  /**
   * True when the shop has arranged its favorites. Otherwise these are the best-selling products of this
   * retail point in the last four weeks.
   */
  isArranged: z.boolean(),
})
export type TillFavourites = z.infer<typeof TillFavourites>

/** All favorites in display order. When empty, the best-selling products are shown. */
export const ArrangeFavourites = z.strictObject({ productIds: Favourites.shape.productIds })

export const TillProductDetails = TillProduct.extend({
  /** Names of the product's group and all parent groups, from the top down. */
  groups: z.array(z.string()),
  /** Minimum price, or null when there is none or this retail point ignores it. */
  minPrice: AmountOut.nullable(),
  isDiscountProhibited: z.boolean(),
  /** True when each piece has a marking code. */
  isMarked: z.boolean(),
  /** Minimum age of the customer, in years. */
  minimumAge: integer().nullable(),
  ntin: z.string().nullable(),
  packs: z.array(z.object({ unitName: z.string(), quantity: QuantityOut, barcode: z.string().nullable() })),
  /** Future prices, earliest first. */
  nextPrices: z.array(z.object({ from: UtcTime, price: AmountOut })),
  isFavourite: z.boolean(),
})
export type TillProductDetails = z.infer<typeof TillProductDetails>

/** Data about the product at head office. `told` is null when head office did not respond in time. */
export const TillAtHeadOffice = z.object({ told: ProductStock.nullable() })
export type TillAtHeadOffice = z.infer<typeof TillAtHeadOffice>
