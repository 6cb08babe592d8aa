import { presentUnitOfMeasure } from '#hub/features/catalog/units-of-measure/present.ts'
import { getUnit, listUnits } from '#hub/features/catalog/units-of-measure/queries.ts'
import { platformResource } from '#hub/http/standard-resource.ts'
import { PLATFORM_UNITS } from '#shared/contracts/catalog/units-of-measure.ts'
import { insertUnit } from './queries.ts'
import { deleteUnit, updateUnit } from './update-unit.ts'

export const platformUnitOfMeasureRoutes = platformResource({
  ...PLATFORM_UNITS,
  tag: 'Platform: units of measure',
  nouns: ['global unit of measure', 'global units of measure'],
  present: presentUnitOfMeasure,
  commands: {
    list: (tx, query) => listUnits(tx, query),
    get: (tx, id) => getUnit(tx, id),
    create: insertUnit,
    update: updateUnit,
    remove: deleteUnit,
  },
})
