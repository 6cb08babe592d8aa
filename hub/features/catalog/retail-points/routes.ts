import { eq } from 'drizzle-orm'
import { getRecord, insertRecord, listRecords, requireReference, updateRecord } from '#hub/db/records.ts'
import { priceTypes, retailPoints, stores } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { route, router } from '#hub/http/route.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { ById } from '#shared/contracts/common.ts'
import {
  PairingCode,
  PairingCodeRequest,
  RetailPoint,
  RetailPointCreate,
  RetailPointListQuery,
  RetailPointPage,
  RetailPointUpdate,
} from '#shared/contracts/retail-points.ts'
import { createPairingCode } from './create-pairing-code.ts'
import { deleteRetailPoint } from './delete-retail-point.ts'
import { presentRetailPoint } from './present.ts'

const TAG = 'Catalog: retail points'

export const retailPointRoutes = standardResource({
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
  deeds: {
    list: (tx, query) =>
      listRecords(tx, retailPoints, query, {
        where: [query.storeId ? eq(retailPoints.storeId, query.storeId) : undefined],
        searchIn: [retailPoints.name, retailPoints.code, retailPoints.address],
        sortBy: {
          name: retailPoints.name,
          code: retailPoints.code,
          createdAt: retailPoints.createdAt,
          updatedAt: retailPoints.updatedAt,
        },
        defaultSort: 'name',
      }),
    get: (tx, id) => getRecord(tx, retailPoints, 'retail point', id),
    create: async (tx, { id, ...values }) => {
      await requireReferences(tx, values)
      return insertRecord(tx, retailPoints, id, values)
    },
    update: async (tx, id, { version, ...values }) => {
      await requireReferences(tx, values)
      return updateRecord(tx, retailPoints, 'retail point', id, version, values)
    },
    remove: deleteRetailPoint,
  },
})

async function requireReferences(tx: Tx, input: { storeId: string; priceTypeId: string }): Promise<void> {
  await requireReference(tx, stores, input.storeId, ['storeId'], 'store')
  await requireReference(tx, priceTypes, input.priceTypeId, ['priceTypeId'], 'price type')
}

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

export const pairingCodeRoutes = router().openapi(pair, async (c) => {
  const { id } = c.req.valid('param')
  const { replacesDeviceId } = c.req.valid('json')
  const code = await c.var.transact((tx) => createPairingCode(tx, id, replacesDeviceId ?? null))
  c.get('hub').snapshots.prepare(c.get('actor').organizationId, id)
  return c.json(code, 201)
})
