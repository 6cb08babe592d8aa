import { eq } from 'drizzle-orm'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import { recordDeeds } from '#hub/http/record-deeds.ts'
import { route, router } from '#hub/http/route.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import {
  PairingCode,
  PairingCodeRequest,
  RetailPoint,
  RetailPointCreate,
  RetailPointListQuery,
  RetailPointPage,
  RetailPointUpdate,
} from '#shared/contracts/catalog/retail-points.ts'
import { ById } from '#shared/contracts/common.ts'
import { createPairingCode } from './create-pairing-code.ts'
import { deleteRetailPoint } from './delete-retail-point.ts'
import { presentRetailPoint } from './present.ts'
import { withMembers } from './queries.ts'
import { createRetailPoint, updateRetailPoint } from './save-retail-point.ts'

const TAG = 'Catalog: retail points'

const standardRoutes = standardResource({
  base: '/api/catalog/retail-points',
  tag: TAG,
  nouns: ['retail point', 'retail points'],
  area: 'catalog',
  contracts: {
    item: RetailPoint,
    page: RetailPointPage,
    create: RetailPointCreate,
    update: RetailPointUpdate,
    list: RetailPointListQuery,
  },
  present: presentRetailPoint,
  deeds: recordDeeds(retailPoints, 'retail point', {
    where: ({ storeId, isActive }: RetailPointListQuery) => [
      storeId === undefined ? undefined : eq(retailPoints.storeId, storeId),
      isActive === undefined ? undefined : eq(retailPoints.isActive, isActive),
    ],
    searchIn: [retailPoints.name, retailPoints.code, retailPoints.address],
    defaultSort: 'name',
    create: createRetailPoint,
    update: updateRetailPoint,
    remove: deleteRetailPoint,
    complete: withMembers,
  }),
})

const pair = route({
  method: 'post',
  path: '/api/catalog/retail-points/{id}/pairing-code',
  may: 'devices.manage',
  tag: TAG,
  summary: 'Make a code with which an agent enrols at the point',
  description:
    'Good for 15 minutes and one enrolment. It is shown this once; a new one ends those before it.',
  params: ById,
  body: PairingCodeRequest,
  isAnswerSecret: true,
  answers: { 201: PairingCode },
})

export const retailPointRoutes = router().openapi(pair, async (c) => {
  const { id } = c.req.valid('param')
  const { replacesDeviceId } = c.req.valid('json')
  const code = await c.var.transact((tx) => createPairingCode(tx, id, replacesDeviceId ?? null))
  c.get('hub').snapshots.prepare((await c.var.actor()).organizationId, id)
  return c.json(code, 201)
})
retailPointRoutes.route('/', standardRoutes)
