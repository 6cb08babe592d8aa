import { getRecord, matches } from '#hub/db/records.ts'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute } from '#hub/http/operations.ts'
import { recordCommands } from '#hub/http/record-commands.ts'
import { route, router } from '#hub/http/route.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import {
  MAKE_PAIRING_CODE,
  MAX_LOGO_BYTES,
  PUT_RETAIL_POINT_LOGO,
  REMOVE_RETAIL_POINT_LOGO,
  RETAIL_POINTS,
  type RetailPointListQuery,
} from '#shared/contracts/catalog/retail-points.ts'
import { must } from '#shared/std/must.ts'
import { createPairingCode } from './create-pairing-code.ts'
import { deleteRetailPoint } from './delete-retail-point.ts'
import { changeLogo, deleteLogoFiles, storeLogo } from './logo.ts'
import { presentRetailPoint } from './present.ts'
import { withMembers } from './queries.ts'
import { createRetailPoint, updateRetailPoint } from './save-retail-point.ts'

const tag = 'Catalog: retail points'

const standardRoutes = standardResource({
  ...RETAIL_POINTS,
  tag,
  nouns: ['retail point', 'retail points'],
  area: 'catalog',
  stores: 'own',
  present: presentRetailPoint,
  commands: recordCommands(retailPoints, 'retail point', {
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

const putLogo = route({
  ...PUT_RETAIL_POINT_LOGO,
  may: 'catalog.update',
  stores: 'own',
  tag,
  summary: 'Set the logo at the top of the receipts of a point',
  description:
    'JPEG, PNG or WebP, recognized by its content, at most 2 MiB. Printers print it in black and white, at most as wide as the ' +
    'paper and 3 cm high.',
  takesFile: { types: ['multipart/form-data'], maxBytes: MAX_LOGO_BYTES },
  answers: { 200: PUT_RETAIL_POINT_LOGO.answer },
})

const putLogoRoute = router().openapi(putLogo, async (c) => {
  const { id } = c.req.valid('param')
  const hub = c.get('hub')
  await c.var.read((tx) => getRecord(tx, retailPoints, 'retail point', id))
  // The image is read before anything is locked.
  const { organizationId } = await c.var.actor()
  const logoKey = await storeLogo(hub.files, organizationId, c.var.file)
  const { point, before } = await c.var.transact(async (tx) => {
    const { row, before } = await changeLogo(tx, id, logoKey)
    const [point] = await withMembers(tx, [row])
    return { point: must(point), before }
  })
  await deleteLogoFiles(hub, organizationId, before)
  return c.json(presentRetailPoint(point), 200)
})

export const retailPointRoutes = area(
  putLogoRoute,
  actionRoute({
    ...REMOVE_RETAIL_POINT_LOGO,
    may: 'catalog.update',
    stores: 'own',
    tag,
    summary: 'Remove the logo of a point',
    command: (tx, { id }) => changeLogo(tx, id, null),
    afterwards: (hub, { before }, { actor }) => deleteLogoFiles(hub, actor.organizationId, before),
  }),
  actionRoute({
    ...MAKE_PAIRING_CODE,
    may: 'devices.manage',
    stores: 'own',
    tag,
    summary: 'Make a code for enrolling an agent at the point',
    description:
      'Valid for 15 minutes and one enrolment. It is shown only once; a new code invalidates earlier ones.',
    isAnswerSecret: true,
    status: 201,
    command: (tx, { id, body }) => createPairingCode(tx, id, body.replacesDeviceId ?? null),
    present: (code) => code,
    afterwards: (hub, _, { id, actor }) => hub.snapshots.prepare(actor.organizationId, id),
  }),
  standardRoutes,
)
