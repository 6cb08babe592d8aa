import { refuseRevoked } from '#hub/features/pos/download/refuse-revoked.ts'
import { getRoute } from '#hub/http/operations.ts'
import { quantityToNumber } from '#shared/money/decimal.ts'
import { ProductStock } from '#shared/sync/product-stock.ts'
import { getProductStock } from './product-stock.ts'

export const productStockRoutes = getRoute({
  path: '/api/pos/v1/products/{id}',
  may: 'pos.sync',
  tag: 'Point of sale',
  summary: 'Get data of a product that tills do not hold',
  description: `Returns its description, and its stock by store.`,
  answer: ProductStock,
  read: async (tx, { id, actor }) => {
    const device = await actor()
    refuseRevoked(device)
    return getProductStock(tx, device.id, id)
  },
  present: ({ description, stores, at }) => ({
    description,
    stores: stores.map((store) => ({ ...store, quantity: quantityToNumber(store.quantity) })),
    at: at.toISOString(),
  }),
})
