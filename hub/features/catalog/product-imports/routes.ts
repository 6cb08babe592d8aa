import type { Context } from 'hono'
import type { z } from 'zod'
import { type Actor, organizationOf } from '#hub/auth/actor.ts'
import { presentChangeSet } from '#hub/features/catalog/change-sets/present.ts'
import { type FullChangeSet, getChangeSet } from '#hub/features/catalog/change-sets/queries.ts'
import { area } from '#hub/http/area.ts'
import type { HubEnv, UploadedFile } from '#hub/http/env.ts'
import { getRoute, listRoute } from '#hub/http/operations.ts'
import { route, router } from '#hub/http/route.ts'
import { startJob } from '#hub/jobs/tracked-jobs.ts'
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
import { newId } from '#shared/std/ids.ts'
import { listLinks } from './image-links.ts'
import type { ImportInput } from './import-input.ts'
import { importProducts, planProducts } from './import-products.ts'
import { presentImport, presentLink } from './present.ts'
import { insertPreview, planPreview, queuePreview, writePreview } from './preview-import.ts'
import { getImport, type ImportRecord, insertImport, listImports } from './queries.ts'
import { readProducts } from './read-products.ts'
import { readTable } from './read-table.ts'
import { ImportReport } from './report.ts'
import { storeFile } from './store-file.ts'

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
    const set = await preview(c, { format, options: { ...requested, onFaults: 'skip' } })
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
  const actor = await c.var.actor()
  const options = optionsFor(requested, actor)
  const { file } = c.var
  const report = new ImportReport()
  const read = await readTable(organizationOf(actor), file, (table) =>
    readProducts(table, format, report, dryRun ? {} : { mostRows: MAX_ROWS_AT_ONCE }),
  )
  if (read === 'more rows') {
    const queued = await queue(c, { format, options }, file)
    c.header('Location', `${PRODUCT_IMPORTS.path}/${queued.id}`)
    return c.json(presentImport(queued, actor), 202)
  }
  const input = { read, format, report, options }
  if (dryRun) return c.json(await c.var.read((tx) => planProducts(tx, input)), 200)
  return c.json(await importNow(c, file, input), 200)
}

const optionsFor = (requested: ImportOptions, { permissions }: Actor): ImportOptions => ({
  ...requested,
  openingStock: permissions.has('inventory.create') ? requested.openingStock : 'ignore',
})

async function importNow(c: Context<HubEnv>, file: UploadedFile, input: ImportInput): Promise<ImportOutcome> {
  const actor = await c.var.actor()
  const createdById = actor.id
  const startedAt = new Date()
  const rows = input.read.rows.length + input.read.groups.length
  const { db, jobs } = c.get('hub')
  const importId = newId()
  return importProducts(db, organizationOf(actor), input, {
    jobs,
    importId,
    requester: actor,
    author: await c.var.author(),
    fileName: file.name,
    finish: async (tx, outcome) => {
      await insertImport(tx, {
        id: importId,
        format: input.format,
        options: input.options,
        fileName: file.name,
        fileKey: NOT_KEPT,
        status: 'Done',
        rowsTotal: rows,
        rowsDone: rows,
        outcome: { ...outcome },
        createdById,
        startedAt,
        endedAt: new Date(),
      })
    },
  })
}

/**
 * Previews the file; a job does so for a large one. Errors of the file as a whole are reported at once, as
 * far as its beginning shows them.
 */
async function preview(
  c: Context<HubEnv>,
  { format, options: requested }: Pick<ImportInput, 'format' | 'options'>,
): Promise<FullChangeSet> {
  const { db, files, jobs } = c.get('hub')
  const { file } = c.var
  const [actor, author] = [await c.var.actor(), await c.var.author()]
  const organizationId = organizationOf(actor)
  const options = optionsFor(requested, actor)
  const report = new ImportReport()
  const read = await readTable(organizationId, file, (table) =>
    readProducts(table, format, report, { mostRows: MAX_ROWS_AT_ONCE }),
  )
  const input = read !== 'more rows' && { read, format, report, options }
  const plan = input && (await planPreview(db, organizationId, input, author))
  const fileKey = await storeFile(files, organizationId, file)
  const previewed = { format, options, actor, fileName: file.name, fileKey }
  const set = await c.var.transact(async (tx) => {
    if (!input || !plan) return queuePreview(tx, jobs, previewed)
    const id = await insertPreview(tx, previewed)
    await writePreview(tx, id, plan, input)
    return getChangeSet(tx, id)
  })
  if (set.job) jobs.wake('product-import-preview')
  return set
}

/** Stores the file first: the job that reads it may begin as soon as its record exists. */
async function queue(
  c: Context<HubEnv>,
  how: Pick<ImportInput, 'format' | 'options'>,
  file: UploadedFile,
): Promise<ImportRecord> {
  const { files, jobs } = c.get('hub')
  const actor = await c.var.actor()
  const createdById = actor.id
  const organizationId = organizationOf(actor)
  const fileKey = await storeFile(files, organizationId, file)
  const record = await c.var.transact(async (tx) => {
    const record = await insertImport(tx, {
      id: newId(),
      ...how,
      fileName: file.name,
      fileKey,
      status: 'Queued',
      createdById,
    })
    await startJob(tx, jobs, {
      type: 'product-import',
      input: { importId: record.id },
      requester: actor,
    })
    return record
  })
  jobs.wake('product-import')
  return record
}

/** Key of a file that was imported at once and never stored. */
const NOT_KEPT = ''
