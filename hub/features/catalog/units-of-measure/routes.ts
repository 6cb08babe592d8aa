import type { SQL } from 'drizzle-orm'
import type { PlatformTx, Tx } from '#hub/db/transact.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, listRoute, type ReadScope } from '#hub/http/operations.ts'
import { DISABLE_UNIT, ENABLE_UNIT, UNIT, UNITS } from '#shared/contracts/catalog/units-of-measure.ts'
import { disableUnit, enableUnit } from './enable-unit.ts'
import { presentUnitOfMeasure } from './present.ts'
import { getUnit, listUnits, visibleTo } from './queries.ts'

const tag = 'Catalog: units of measure'

/** Read scope of the routes. A SuperAdmin who has not selected an organization sees all units of the platform. */
const VISIBLE: ReadScope<{ tx: PlatformTx; own?: Tx; visible?: SQL | undefined }> = {
  read: async (c, work) => {
    const { isSuperAdmin, organizationId } = await c.var.actor()
    if (isSuperAdmin && !organizationId) return c.var.platform((tx) => work({ tx }))
    return c.var.read((tx) => work({ tx, own: tx, visible: visibleTo(tx) }))
  },
}

export const unitOfMeasureRoutes = area(
  listRoute(
    {
      ...UNITS,
      may: 'catalog.view',
      stores: 'none',
      alsoOnPlatform: true,
      tag,
      summary: 'List the enabled units of measure',
      description: 'A SuperAdmin who names no organization gets all units of the platform.',
      list: ({ tx, own, visible }, query) =>
        listUnits(tx, query, own && query.isEnabled === false ? visibleTo(own, false) : visible),
      present: presentUnitOfMeasure,
    },
    VISIBLE,
  ),
  getRoute(
    {
      ...UNIT,
      may: 'catalog.view',
      stores: 'none',
      alsoOnPlatform: true,
      tag,
      summary: 'Get one enabled unit of measure',
      read: ({ tx, visible }, { id }) => getUnit(tx, id, visible),
      present: presentUnitOfMeasure,
    },
    VISIBLE,
  ),
  actionRoute({
    ...ENABLE_UNIT,
    may: 'catalog.update',
    stores: 'none',
    tag,
    summary: 'Enable a unit of measure for the organization',
    command: (tx, { id }) => enableUnit(tx, id),
  }),
  actionRoute({
    ...DISABLE_UNIT,
    may: 'catalog.update',
    stores: 'none',
    tag,
    summary: 'Disable a unit of measure for the organization',
    command: (tx, { id }) => disableUnit(tx, id),
  }),
)
