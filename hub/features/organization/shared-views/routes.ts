import { standardResource } from '#hub/http/standard-resource.ts'
import { SHARED_VIEWS } from '#shared/contracts/organization/shared-views.ts'
import { presentSharedView } from './present.ts'
import { getSharedView, listSharedViews } from './queries.ts'
import { createSharedView, deleteSharedView, updateSharedView } from './save-shared-view.ts'

export const sharedViewRoutes = standardResource({
  ...SHARED_VIEWS,
  tag: 'Organization: shared views',
  nouns: ['shared view', 'shared views'],
  area: 'sharedViews',
  stores: 'none',
  present: presentSharedView,
  commands: {
    list: listSharedViews,
    get: getSharedView,
    create: createSharedView,
    update: updateSharedView,
    remove: deleteSharedView,
  },
})
