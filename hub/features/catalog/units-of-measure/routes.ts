import type { Actor } from '#hub/auth/actor.ts'
import { route, router } from '#hub/http/route.ts'
import { pageAnswer } from '#hub/http/standard-resource.ts'
import {
  UnitOfMeasure,
  UnitOfMeasureListQuery,
  UnitOfMeasurePage,
} from '#shared/contracts/catalog/units-of-measure.ts'
import { ById } from '#shared/contracts/common.ts'
import { disableUnit, enableUnit } from './enable-unit.ts'
import { presentUnitOfMeasure } from './present.ts'
import { getUnit, listUnits, visibleTo } from './queries.ts'

const BASE = '/api/catalog/units-of-measure'
const TAG = 'Catalog: units of measure'

/** A SuperAdmin who named no organization sees the units of the platform. */
const seesPlatform = (actor: Actor): boolean => actor.isSuperAdmin && !actor.organizationId

const list = route({
  method: 'get',
  path: BASE,
  may: 'catalog.view',
  tag: TAG,
  summary: 'List the enabled units of measure',
  description: 'A SuperAdmin who names no organization gets all units of the platform.',
  query: UnitOfMeasureListQuery,
  answers: { 200: UnitOfMeasurePage },
})

const get = route({
  method: 'get',
  path: `${BASE}/{id}`,
  may: 'catalog.view',
  tag: TAG,
  summary: 'Get one enabled unit of measure',
  params: ById,
  answers: { 200: UnitOfMeasure },
})

const enable = route({
  method: 'post',
  path: `${BASE}/{id}/enable`,
  may: 'catalog.update',
  tag: TAG,
  summary: 'Enable a unit of measure for the organization',
  params: ById,
  answers: { 204: null },
})

const disable = route({
  method: 'delete',
  path: `${BASE}/{id}/enable`,
  may: 'catalog.update',
  tag: TAG,
  summary: 'Disable a unit of measure for the organization',
  params: ById,
  answers: { 204: null },
})

export const unitOfMeasureRoutes = router()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { rows, total } = seesPlatform(await c.var.actor())
      ? await c.var.platform((tx) => listUnits(tx, query))
      : await c.var.read((tx) => listUnits(tx, query, visibleTo(tx)))
    return c.json(pageAnswer(query, total, rows.map(presentUnitOfMeasure)), 200)
  })
  .openapi(get, async (c) => {
    const { id } = c.req.valid('param')
    const unit = seesPlatform(await c.var.actor())
      ? await c.var.platform((tx) => getUnit(tx, id))
      : await c.var.read((tx) => getUnit(tx, id, visibleTo(tx)))
    return c.json(presentUnitOfMeasure(unit), 200)
  })
  .openapi(enable, async (c) => {
    await c.var.transact((tx) => enableUnit(tx, c.req.valid('param').id))
    return c.body(null, 204)
  })
  .openapi(disable, async (c) => {
    await c.var.transact((tx) => disableUnit(tx, c.req.valid('param').id))
    return c.body(null, 204)
  })
