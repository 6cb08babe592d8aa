import { counterparties } from '#hub/db/tables/catalog.ts'
import { pagesOf } from '#hub/exports/pages-of.ts'
import { EXPORT_CONTENT_TYPES, sendExport } from '#hub/exports/send-export.ts'
import { recordDeeds } from '#hub/http/record-deeds.ts'
import { route, router } from '#hub/http/route.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import {
  Counterparty,
  CounterpartyCreate,
  CounterpartyExportQuery,
  CounterpartyListQuery,
  CounterpartyPage,
  CounterpartyRemoval,
  CounterpartyUpdate,
} from '#shared/contracts/catalog/counterparties.ts'
import { deleteCounterparty } from './delete-counterparty.ts'
import { COUNTERPARTY_COLUMNS } from './export-columns.ts'
import { presentCounterparty } from './present.ts'
import { type ExportedCounterparty, filtersOf, listForExport } from './queries.ts'
import { createCounterparty, updateCounterparty } from './save-counterparty.ts'

const BASE = '/api/catalog/counterparties'
const TAG = 'Catalog: counterparties'

const standardRoutes = standardResource({
  base: BASE,
  tag: TAG,
  nouns: ['counterparty', 'counterparties'],
  area: 'catalog',
  contracts: {
    item: Counterparty,
    page: CounterpartyPage,
    create: CounterpartyCreate,
    update: CounterpartyUpdate,
    list: CounterpartyListQuery,
    remove: CounterpartyRemoval,
  },
  present: presentCounterparty,
  deeds: recordDeeds(counterparties, 'counterparty', {
    where: filtersOf,
    defaultSort: 'name',
    create: createCounterparty,
    update: updateCounterparty,
    remove: deleteCounterparty,
  }),
})

const exportAll = route({
  method: 'get',
  path: `${BASE}/export`,
  may: 'catalog.view',
  tag: TAG,
  summary: 'Export counterparties to a file',
  description: 'With the filters of the list.',
  query: CounterpartyExportQuery,
  answers: { 200: null },
  streams: EXPORT_CONTENT_TYPES,
})

export const counterpartyRoutes = router().openapi(exportAll, (c) => {
  const query = c.req.valid('query')
  return sendExport(c, query, {
    title: { en: 'Counterparties', ru: 'Контрагенты' },
    columns: COUNTERPARTY_COLUMNS,
    pages: pagesOf<ExportedCounterparty>((after, limit) =>
      c.var.read((tx) => listForExport(tx, query, after?.id, limit)),
    ),
  })
})
counterpartyRoutes.route('/', standardRoutes)
