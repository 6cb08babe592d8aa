import { counterparties } from '#hub/db/tables/catalog.ts'
import { exportRoute } from '#hub/exports/export-route.ts'
import { area } from '#hub/http/area.ts'
import { recordCommands } from '#hub/http/record-commands.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { COUNTERPARTIES, EXPORT_COUNTERPARTIES } from '#shared/contracts/catalog/counterparties.ts'
import { deleteCounterparty } from './delete-counterparty.ts'
import { counterpartyFile } from './export-counterparties.ts'
import { presentCounterparty } from './present.ts'
import { filtersOf } from './queries.ts'
import { createCounterparty, updateCounterparty } from './save-counterparty.ts'
import { withTurnover } from './turnover.ts'

const tag = 'Catalog: counterparties'

const standardRoutes = standardResource({
  ...COUNTERPARTIES,
  tag,
  nouns: ['counterparty', 'counterparties'],
  area: 'catalog',
  stores: 'none',
  present: presentCounterparty,
  commands: recordCommands(counterparties, 'counterparty', {
    where: filtersOf,
    defaultSort: 'name',
    complete: withTurnover,
    create: createCounterparty,
    update: updateCounterparty,
    remove: deleteCounterparty,
  }),
})

export const counterpartyRoutes = area(
  exportRoute({
    base: COUNTERPARTIES.base,
    query: EXPORT_COUNTERPARTIES.query,
    may: 'catalog.export',
    stores: 'none',
    tag,
    noun: 'counterparties',
    description: 'Takes the filters of the list.',
    file: counterpartyFile,
  }),
  standardRoutes,
)
