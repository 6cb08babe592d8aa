import { z } from 'zod'
import { AmountOut, QuantityOut } from '#shared/money/wire.ts'
import { Favourites } from '#shared/sync/favourites.ts'
import { ProductStock } from '#shared/sync/product-stock.ts'
import { Id, integer, integerQuery, UtcTime } from '../common.ts'
import { TillProduct } from './till.ts'

export const ByProduct = z.object({ productId: Id })

/** SHA-256 in hex of the address at the hub. */
export const ByPicture = z.object({ key: z.string().regex(/^[0-9a-f]{64}$/) })

/** What stands in a group, or at the top. `after`: the id of the last product that was seen. */
export const TilesQuery = z.strictObject({
  groupId: Id.optional(),
  after: Id.optional(),
  limit: integerQuery(1, 100).default(60),
})

const TillGroup = z.object({ id: Id, name: z.string() })
export type TillGroup = z.infer<typeof TillGroup>

export const Tiles = z.object({
  /** From the top down to the group; empty at the top. */
  path: z.array(TillGroup),
  /** Groups right below that have something to sell; empty from the second page on. */
  groups: z.array(TillGroup),
  /** Of the group itself, by name; at the top: those in no group. */
  items: z.array(TillProduct),
  hasMore: z.boolean(),
})
export type Tiles = z.infer<typeof Tiles>

export const TillFavourites = z.object({
  items: z.array(TillProduct),
  /** The shop has arranged them; else they are what was sold here most often in the last four weeks. */
  isArranged: z.boolean(),
})
export type TillFavourites = z.infer<typeof TillFavourites>

/** All favourites, in their order. None: what is sold most often is shown. */
export const ArrangeFavourites = z.strictObject({ productIds: Favourites.shape.productIds })

export const TillProductDetails = TillProduct.extend({
  /** Its group and those above, from the top down. */
  groups: z.array(z.string()),
  /** Below it nothing is sold; null: there is no such price, or this retail point does not obey it. */
  minPrice: AmountOut.nullable(),
  isDiscountProhibited: z.boolean(),
  /** Each piece has a marking code. */
  isMarked: z.boolean(),
  /** Years of age of who is sold it. */
  minimumAge: integer().nullable(),
  ntin: z.string().nullable(),
  packs: z.array(z.object({ unitName: z.string(), quantity: QuantityOut, barcode: z.string().nullable() })),
  /** In the order of their time. */
  nextPrices: z.array(z.object({ from: UtcTime, price: AmountOut })),
  isFavourite: z.boolean(),
})
export type TillProductDetails = z.infer<typeof TillProductDetails>

/** What head office says of the product; null: it did not answer in time. */
export const TillAtHeadOffice = z.object({ told: ProductStock.nullable() })
export type TillAtHeadOffice = z.infer<typeof TillAtHeadOffice>
