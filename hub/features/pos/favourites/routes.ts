import { refuseRevoked } from '#hub/features/pos/download/refuse-revoked.ts'
import { actionRoute } from '#hub/http/operations.ts'
import { Favourites } from '#shared/sync/favourites.ts'
import { keepFavourites } from './keep-favourites.ts'

export const favouriteRoutes = actionRoute({
  path: '/api/pos/v1/favourites',
  may: 'pos.sync',
  tag: 'Point of sale',
  summary: 'Upload the tiles that the shop has put first',
  description:
    'All tills of the retail point get them with the settings. An arrangement older than the stored one changes nothing.',
  body: Favourites,
  answer: null,
  command: async (tx, { body, actor }) => {
    refuseRevoked(actor)
    await keepFavourites(tx, actor.id, body)
  },
})
