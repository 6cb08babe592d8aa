import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { stores } from '#hub/db/tables/catalog.ts'
import { extsysPages } from '#hub/db/tables/extsys.ts'
import type { Tx } from '#hub/db/transact.ts'
import { made } from '#hub/features/catalog/product-imports/apply/made-records.ts'
import { queueImport } from '#hub/features/catalog/product-imports/apply/queue-import.ts'
import { wholeOptions } from '#hub/features/catalog/product-imports/import-input.ts'
import { queuePreview } from '#hub/features/catalog/product-imports/plan/preview-import.ts'
import { storeRows } from '#hub/features/catalog/product-imports/read/store-file.ts'
import { listPackUnits } from '#hub/features/catalog/products/packs/packs.ts'
import { parsed } from '#hub/integrations/extsys/moysklad.ts'
import { NATIONAL_UNITS, unitKey } from '#shared/catalog/national-units.ts'
import type { ExtsysNote } from '#shared/contracts/organization/extsys.ts'
import { columnOf } from '#shared/imports/header-map.ts'
import { must } from '#shared/std/must.ts'
import { filterOf, later, own, Ref } from './fields.ts'
import type { Import } from './import.ts'
import { importGroups } from './import-groups.ts'
import {
  cellsOf,
  type Dictionary,
  headersOf,
  isNameable,
  MoySkladProduct,
  MoySkladVariant,
  packsLeftOut,
} from './product-cells.ts'
import { findRun, updateRun, withPage } from './runs.ts'

/** Largest page size that MoySklad allows with expanded records. */
const AT_ONCE = 100
const EXPANDED = 'images,uom,country,supplier'
const OF_PRODUCT = 'images,product,product.uom,product.country,product.supplier'
const LISTS = [
  { path: 'entity/product', kind: 'Good', shape: MoySkladProduct, expand: EXPANDED },
  { path: 'entity/service', kind: 'Service', shape: MoySkladProduct, expand: EXPANDED },
  { path: 'entity/variant', kind: 'Good', shape: MoySkladVariant, expand: OF_PRODUCT },
] as const

/**
 * Imports folders as groups, then products, services and variants. They are stored page by page as rows with
 * the columns of a product import, and imported like a file (hub/features/catalog/product-imports/), with the
 * same rules, report and undo. A dry run ends with the preview of that import.
 */
export async function importProducts(each: Import): Promise<void> {
  const { hub, run } = each
  const { dictionary, notes } = await readDictionary(each)
  // In a dry run the preview shows the groups that products need.
  const groups = run.options.dryRun ? { notes: [], made: [] } : await importGroups(each)
  notes.push(...groups.notes)
  let first = 0
  for (const list of LISTS) first += await readList(each, { ...list, first, dictionary })
  notes.push(...(await bundlesLeftOut(each)))
  await handOver(each, { headers: headersOf(dictionary), notes, groups: groups.made })
  hub.jobs.wake(run.options.dryRun ? 'product-import-preview' : 'product-import')
}

type List = (typeof LISTS)[number] & {
  /** Number of records in the preceding lists. */
  first: number
  dictionary: Dictionary
}

/** Reads a list. Returns the number of its records. */
async function readList({ hub, moySklad, run, author, progress }: Import, list: List): Promise<number> {
  const { organizationId, id, since } = run
  const { path, kind, shape, expand, first, dictionary } = list
  const query = { filter: filterOf(since), expand, order: 'id,asc' }
  const begun = Math.max(0, run.nextOffset - first)
  const offset = begun - (begun % AT_ONCE)
  let total = 0
  for await (const page of moySklad.pages<z.ZodType<MoySkladProduct>>(path, shape, {
    offset,
    limit: AT_ONCE,
    query,
  })) {
    const { rows } = page
    const position = first + page.offset
    total = page.size
    // An empty page would share its position with the first page of the next list.
    if (rows.length === 0) continue
    await hub.db.transact(
      organizationId,
      async (tx) => {
        const now = must(await findRun(tx, id))
        if (now.endedAt) return
        const known = await knownOf(tx, rows)
        const kept = rows.filter(
          (row) => !row.archived || known.has(row.id) || known.has(row.externalCode ?? row.id),
        )
        const added = await tx
          .insert(extsysPages)
          .values({
            organizationId,
            runId: id,
            position,
            rows: kept.map((row) => cellsOf(row, kind, dictionary)),
          })
          .onConflictDoNothing()
          .returning({ position: extsysPages.position })
        if (added.length === 0) return
        await updateRun(tx, id, {
          ...withPage(now, {
            counts: { skipped: rows.length - kept.length },
            notes: kept.flatMap((row) => packsLeftOut(row, kind, dictionary)),
          }),
          nextOffset: position + rows.length,
          total: first + page.size,
          changedUntil: rows.reduce((time, { updated }) => later(time, updated), now.changedUntil ?? since),
        })
      },
      author(),
    )
    progress(position + rows.length, first + page.size)
  }
  return total
}

/** Returns the ids and external codes of the archived rows whose products exist here. */
async function knownOf(tx: Tx, rows: readonly MoySkladProduct[]): Promise<Set<string>> {
  const archived = rows.filter((row) => row.archived)
  if (archived.length === 0) return new Set()
  const codes = archived.map(({ id, externalCode }) => externalCode ?? id)
  const { rows: found } = await tx.execute<{ id: string; code: string | null }>(sql`
    SELECT id, external_code AS code FROM products WHERE organization_id = ${tx.organizationId}
      AND (id = ANY(${sql.param(archived.map(({ id }) => id))}::uuid[])
        OR external_code = ANY(${sql.param(codes)}::text[]))`)
  return new Set(found.flatMap(({ id, code }) => [id, ...(code === null ? [] : [code])]))
}

interface HandedOver {
  headers: string[]
  notes: ExtsysNote[]
  /** Groups that this import has created. Undoing the import deletes them too. */
  groups: readonly { id: string; name: string }[]
}

/** Creates a product import from the stored pages (in a dry run, a preview) and ends the run, in one transaction. */
async function handOver({ hub, run, requester, author }: Import, { headers, notes, groups }: HandedOver) {
  const { organizationId, id } = run
  const rows = await hub.db.read(organizationId, (tx) => pagesOf(tx, id))
  const table = await hub.db.read(organizationId, (tx) => withoutEmptyColumns(tx, headers, rows))
  const fileKey = rows.length > 0 ? await storeRows(hub.files, organizationId, table) : null
  await hub.db.transact(
    organizationId,
    async (tx) => {
      const now = must(await findRun(tx, id))
      if (now.endedAt) return
      const importId =
        fileKey === null ? null : await queue(tx, { hub, run: now, requester }, { fileKey, groups })
      await tx
        .delete(extsysPages)
        .where(and(eq(extsysPages.organizationId, organizationId), eq(extsysPages.runId, id)))
      await updateRun(tx, id, { ...withPage(now, { counts: {}, notes }), importId, endedAt: new Date() })
    },
    author(),
  )
}

/**
 * Removes empty pack columns, and empty columns that the import does not read. An empty pack column is kept
 * when products here have packs in its unit, because it removes these packs.
 */
async function withoutEmptyColumns(tx: Tx, headers: string[], rows: string[][]) {
  const packed = new Set((await listPackUnits(tx)).map(({ name }) => unitKey(name)))
  const kept = headers.flatMap((header, index) => {
    const column = columnOf(header)
    const mayBeLeftOut =
      column.kind === 'unread' || (column.kind === 'pack' && !packed.has(unitKey(column.unit)))
    return mayBeLeftOut && rows.every((cells) => !cells[index]) ? [] : [index]
  })
  const pick = (cells: string[]): string[] => kept.map((index) => cells[index] ?? '')
  return { headers: pick(headers), rows: rows.map(pick) }
}

async function queue(
  tx: Tx,
  { hub: { jobs }, run, requester }: Pick<Import, 'hub' | 'run' | 'requester'>,
  { fileKey, groups }: Pick<HandedOver, 'groups'> & { fileKey: string },
): Promise<string> {
  const { openingStock = 'ignore', dryRun } = run.options
  const file = {
    format: 'csv' as const,
    fileName: 'MoySklad',
    fileKey,
    options: wholeOptions({ onFaults: 'skip', openingStock }),
    actor: requester ?? { id: must(run.createdById), employeeId: null, name: run.createdByName },
  }
  if (dryRun) return (await queuePreview(tx, jobs, file)).id
  return (await queueImport(tx, jobs, file, made('ProductGroup', groups))).id
}

async function pagesOf(tx: Tx, runId: string): Promise<string[][]> {
  const pages = await tx
    .select({ rows: extsysPages.rows })
    .from(extsysPages)
    .where(and(eq(extsysPages.organizationId, tx.organizationId), eq(extsysPages.runId, runId)))
    .orderBy(asc(extsysPages.position))
  return pages.flatMap(({ rows }) => rows)
}

const Named = z.object({ ...own })
const Unit = z.object({ ...own, ...Ref.shape })
const Currency = z.object({ meta: z.object({ href: z.string() }), isoCode: z.string() })
const PriceTypes = z.array(z.object({ name: z.string() }))
const Stock = z.array(z.object({ assortmentId: z.string(), storeId: z.string(), stock: z.number() }))

async function readDictionary({
  hub,
  moySklad,
  run,
}: Import): Promise<{ dictionary: Dictionary; notes: ExtsysNote[] }> {
  const path = 'context/companysettings/pricetype'
  const types = parsed(PriceTypes, await moySklad.get(path), path).map(({ name }) => name)
  const currencies = await moySklad.all('entity/currency', Currency)
  const notes = types.flatMap((name) => (isNameable('price', name) ? [] : [noteOf('PriceTypeIsOdd', name)]))
  const dictionary = {
    priceTypes: types.filter((name) => isNameable('price', name)),
    isoCodes: new Map(currencies.map(({ meta, isoCode }) => [meta.href, isoCode])),
    units: await readUnits(moySklad),
  }
  if (run.options.openingStock !== 'draft')
    return { dictionary: { ...dictionary, stores: [], stock: new Map() }, notes }
  const theirs = await moySklad.all('entity/store', Named)
  const ours = await hub.db.read(run.organizationId, listStores)
  const entered = theirs.filter(({ name }) => ours.has(name.toLowerCase()) && isNameable('stock', name))
  notes.push(
    ...theirs.flatMap((store) => (entered.includes(store) ? [] : [noteOf('StoreIsUnknown', store.name)])),
  )
  const report = 'report/stock/bystore/current'
  const nameOf = new Map(entered.map(({ id, name }) => [id, name]))
  const stock = new Map<string, Map<string, number>>()
  for (const each of parsed(Stock, await moySklad.get(report), report)) {
    const store = nameOf.get(each.storeId)
    if (store === undefined) continue
    stock.set(each.assortmentId, (stock.get(each.assortmentId) ?? new Map()).set(store, each.stock))
  }
  return { dictionary: { ...dictionary, stores: entered.map(({ name }) => name), stock }, notes }
}

async function readUnits(moySklad: Import['moySklad']): Promise<Map<string, string>> {
  const known = new Set(NATIONAL_UNITS.map(({ name }) => unitKey(name)))
  const units = await moySklad.all('entity/uom', Unit)
  return new Map(
    units.flatMap(({ name, meta }) => (known.has(unitKey(name)) ? [[meta.href, name] as const] : [])),
  )
}

async function listStores(tx: Tx): Promise<Set<string>> {
  const rows = await tx
    .select({ name: stores.name })
    .from(stores)
    .where(eq(stores.organizationId, tx.organizationId))
  return new Set(rows.map(({ name }) => name.toLowerCase()))
}

/**
 * Returns a note about bundles. They are not imported: selling a bundle would have to move its parts, which
 * products here do not have.
 */
async function bundlesLeftOut({ moySklad, run }: Import): Promise<ExtsysNote[]> {
  const query = { filter: filterOf(run.since) }
  const { value } = await moySklad.pages('entity/bundle', z.unknown(), { limit: 1, query }).next()
  return value && value.size > 0 ? [{ ...noteOf('BundlesLeftOut', null), value: String(value.size) }] : []
}

const noteOf = (code: ExtsysNote['code'], name: string | null): ExtsysNote => ({
  code,
  name,
  field: null,
  value: null,
  detail: null,
})
