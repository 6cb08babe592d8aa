import type { Context } from 'hono'
import type { z } from 'zod'
import { presentChangeSet } from '#hub/features/catalog/change-sets/present.ts'
import { area } from '#hub/http/area.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { getRoute, listRoute } from '#hub/http/operations.ts'
import { route, router } from '#hub/http/route.ts'
import { CHANGE_SETS, ChangeSet } from '#shared/contracts/catalog/change-sets.ts'
import {
  IMPORT_CSV,
  IMPORT_EXT_CSV,
  IMPORT_IMAGES,
  type ImportOptions,
  ImportOutcome,
  ImportPlanAnswer,
  type ImportQuery,
  MAX_IMPORT_BYTES,
  MAX_ROWS_AT_ONCE,
  PREVIEW_IMPORT,
  PRODUCT_IMPORT,
  PRODUCT_IMPORTS,
  ProductImport,
} from '#shared/contracts/catalog/product-imports.ts'
import type { ImportFormat } from '#shared/imports/read-row.ts'
import { importLater } from './apply/import-later.ts'
import { importNow } from './apply/import-now.ts'
import { planProducts } from './apply/import-products.ts'
import { listLinks } from './images/image-links.ts'
import { previewFile } from './plan/preview-file.ts'
import { presentImport, presentLink } from './present.ts'
import { getImport, listImports } from './queries.ts'
import { optionsFor, readSent, type SentFile } from './read/sent-file.ts'

const TAG = 'Catalog: product imports'

const HOW =
  'Send the file, CSV or XLSX by its content, as the part `file` of a form, or the whole body as text/csv. Existing products are found by ' +
  'external code, id, code, barcode, or name and article, and are updated. A column that the file lacks leaves its ' +
  'field unchanged. All rows are applied or, when any has an error, none; with onFaults=skip all rows without errors. Up to 5000 rows are answered with 200 and ' +
  'the outcome, more with 202 and the import to poll. With dryRun the response is the plan.'

const RECEIVES = {
  may: 'catalog.create',
  stores: 'own',
  mayAlso: 'catalog.update',
  tag: TAG,
  takesFile: { types: ['multipart/form-data', 'text/csv'], maxBytes: MAX_IMPORT_BYTES },
  answers: { 200: ImportOutcome.or(ImportPlanAnswer), 202: ProductImport },
} as const

const importCsv = route({
  ...IMPORT_CSV,
  ...RECEIVES,
  summary: 'Import products from our own CSV',
  description: `A file with the headers of the export, in English or Russian. ${HOW}`,
})
const importExtCsv = route({
  ...IMPORT_EXT_CSV,
  ...RECEIVES,
  summary: 'Import products from a file of an external accounting system',
  description: `Encoding, delimiter and columns are recognized from the file; each new product gets a group. ${HOW}`,
})

const previewRoute = route({
  ...PREVIEW_IMPORT,
  ...RECEIVES,
  answers: { 201: ChangeSet, 202: ChangeSet },
  summary: 'Preview an import of products',
  description:
    'Takes the same file, of any size. More than 5000 rows are answered with 202 and previewed by a job: poll the change set until it is Previewed. ' +
    'Changes nothing: each row of the file is a row of the change set in the response (Create, Change, Unchanged, ' +
    'Refused). Applying writes the rows without errors, all in one transaction. A product that was edited ' +
    'since stays and is Refused. The import with the same id has the columns, new groups and warnings.',
})

const importRoutes = router()
  .openapi(importCsv, (c) => receive(c, 'csv', c.req.valid('query')))
  .openapi(importExtCsv, (c) => receive(c, 'ext-csv', c.req.valid('query')))
  .openapi(previewRoute, async (c) => {
    const { format, ...requested } = c.req.valid('query')
    const sent = await sentFile(c, format, { ...requested, onFaults: 'skip' })
    const set = await previewFile(c.get('hub'), c.var.transact, sent)
    c.header('Location', `${CHANGE_SETS.path}/${set.id}`)
    return c.json(presentChangeSet(set), set.step === 'Previewed' ? 201 : 202)
  })

export const productImportRoutes = area(
  importRoutes,
  listRoute({
    ...PRODUCT_IMPORTS,
    may: 'catalog.view',
    stores: 'none',
    tag: TAG,
    summary: 'List the imports of products',
    list: listImports,
    present: presentImport,
  }),
  getRoute({
    ...PRODUCT_IMPORT,
    may: 'catalog.view',
    stores: 'none',
    tag: TAG,
    summary: 'Get one import of products',
    read: (tx, { id }) => getImport(tx, id),
    present: presentImport,
  }),
  getRoute({
    ...IMPORT_IMAGES,
    may: 'catalog.view',
    stores: 'none',
    tag: TAG,
    summary: 'List the image links of an imported file, with their results',
    read: async (tx, { id, query }) => ({ ...(await listLinks(tx, id, query)), query }),
    present: ({ rows, total, query: { page, pageSize } }) => ({
      items: rows.map(presentLink),
      page,
      pageSize,
      total,
    }),
  }),
)

async function receive(
  c: Context<HubEnv>,
  format: ImportFormat,
  { dryRun, ...requested }: z.output<typeof ImportQuery>,
) {
  const sent = await sentFile(c, format, requested)
  const input = await readSent(sent, dryRun ? {} : { mostRows: MAX_ROWS_AT_ONCE })
  if (input === 'more rows') {
    const queued = await importLater(c.get('hub'), c.var.transact, sent)
    c.header('Location', `${PRODUCT_IMPORTS.path}/${queued.id}`)
    return c.json(presentImport(queued, sent.actor), 202)
  }
  if (dryRun) return c.json(await c.var.read((tx) => planProducts(tx, input)), 200)
  return c.json(await importNow(c.get('hub'), sent, input), 200)
}

async function sentFile(
  c: Context<HubEnv>,
  format: ImportFormat,
  requested: ImportOptions,
): Promise<SentFile> {
  const [actor, author] = [await c.var.actor(), await c.var.author()]
  return { file: c.var.file, format, options: optionsFor(requested, actor), actor, author }
}
