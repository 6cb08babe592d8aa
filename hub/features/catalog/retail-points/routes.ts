import { matches } from '#hub/db/records.ts'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute } from '#hub/http/operations.ts'
import { recordDeeds } from '#hub/http/record-deeds.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import {
  PairingCode,
  PairingCodeRequest,
  RETAIL_POINTS,
  type RetailPointListQuery,
} from '#shared/contracts/catalog/retail-points.ts'
import { createPairingCode } from './create-pairing-code.ts'
import { deleteRetailPoint } from './delete-retail-point.ts'
import { presentRetailPoint } from './present.ts'
import { withMembers } from './queries.ts'
import { createRetailPoint, updateRetailPoint } from './save-retail-point.ts'

const { base } = RETAIL_POINTS
const tag = 'Catalog: retail points'

const standardRoutes = standardResource({
  ...RETAIL_POINTS,
  tag,
  nouns: ['retail point', 'retail points'],
  area: 'catalog',
  present: presentRetailPoint,
  deeds: recordDeeds(retailPoints, 'retail point', {
    where: ({ storeId, isActive }: RetailPointListQuery) => [
      matches(retailPoints.storeId, storeId),
      matches(retailPoints.isActive, isActive),
    ],
    searchIn: [retailPoints.name, retailPoints.code, retailPoints.address],
    defaultSort: 'name',
    create: createRetailPoint,
    update: updateRetailPoint,
    remove: deleteRetailPoint,
    complete: withMembers,
  }),
})

export const retailPointRoutes = area(
  actionRoute({
    path: `${base}/{id}/pairing-code`,
    may: 'devices.manage',
    tag,
    summary: 'Make a code with which an agent enrols at the point',
    description:
      'Good for 15 minutes and one enrolment. It is shown this once; a new one ends those before it.',
    body: PairingCodeRequest,
    isAnswerSecret: true,
    answer: PairingCode,
    status: 201,
    deed: (tx, { id, body }) => createPairingCode(tx, id, body.replacesDeviceId ?? null),
    present: (code) => code,
    afterwards: (hub, _, { id, actor }) => hub.snapshots.prepare(actor.organizationId, id),
  }),
  standardRoutes,
)
