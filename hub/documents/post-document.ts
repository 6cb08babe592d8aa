import { and, eq, inArray, sql } from 'drizzle-orm'
import { updateRecord } from '#hub/db/records.ts'
import { stores } from '#hub/db/tables/catalog.ts'
import { documentLines, documents } from '#hub/db/tables/documents.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Actor } from '#hub/http/actor.ts'
import type { BookedMovement, Movement } from '#hub/ledger/movement.ts'
import { type OpenLedger, openLedger } from '#hub/ledger/open-ledger.ts'
import { type Cost, quantityToNumber } from '#shared/money/decimal.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { DocumentKind, FullDocument, LineRow } from './kind.ts'
import { landedCost } from './landed-cost.ts'
import { getDocument, lockDocument } from './queries.ts'
import { loadSettings, refuseClosedPeriod, type Settings } from './settings.ts'

/**
 * Posts a draft: its movements go into the ledger, and it changes no more. Throws already_posted, period_closed,
 * store_archived, insufficient_stock and what its kind refuses.
 */
export async function postDocument(
  tx: Tx,
  kind: DocumentKind,
  id: string,
  actor: Actor,
): Promise<FullDocument> {
  const document = await lockDocument(tx, kind, id)
  const { header, lines } = document
  if (header.status === 'Posted')
    throw new Problem('already_posted', { detail: `The ${kind.nouns[0]} ${header.number} is posted` })
  if (lines.length === 0) throw invalidField(['lines'], 'there is nothing to post')
  const settings = await loadSettings(tx)
  refuseClosedPeriod(settings, header.date)
  await refuseStores(tx, document)
  refuseArchived(document)
  await kind.refusePost?.(tx, document)
  const movements = movementsOf(kind, document, settings)
  const moments = new Map(lines.map(({ lineNo, countedAt }) => [lineNo, countedAt ?? header.date]))
  const ledger = await openLedger(tx, {
    posting: movements.map(({ storeId, productId, lineNo }) => ({
      ...{ storeId, productId, documentId: id, moment: must(moments.get(lineNo)) },
    })),
  })
  for (const movement of movements)
    ledger.post({ type: kind.type, id, moment: must(moments.get(movement.lineNo)) }, [movement])
  if (kind.type !== 'Inventory') refuseShortages(settings, document, ledger)
  await ledger.save()
  const costSum = await saveCosts(tx, document, movements, ledger)
  await updateRecord(tx, documents, kind.nouns[0], id, undefined, {
    status: 'Posted',
    costSum,
    postedAt: new Date(),
    postedById: actor.employeeId,
  })
  await kind.posted?.(tx, document, ledger)
  return getDocument(tx, kind, id)
}

/** Makes it a draft again: its movements are taken out of the ledger. Throws document_not_posted and as postDocument. */
export async function unpostDocument(tx: Tx, kind: DocumentKind, id: string): Promise<FullDocument> {
  const document = await lockDocument(tx, kind, id)
  const { header } = document
  if (header.status === 'Draft')
    throw new Problem('document_not_posted', { detail: `The ${kind.nouns[0]} ${header.number} is a draft` })
  const settings = await loadSettings(tx)
  refuseClosedPeriod(settings, header.date)
  await kind.refuseUnpost?.(tx, document)
  const ledger = await openLedger(tx, { posting: [], removing: [id] })
  refuseShortages(settings, document, ledger)
  await ledger.save()
  await tx
    .update(documentLines)
    .set({ unitCost: sql`0`, costSum: sql`0`, difference: null })
    .where(and(eq(documentLines.organizationId, tx.organizationId), eq(documentLines.documentId, id)))
  await updateRecord(tx, documents, kind.nouns[0], id, undefined, {
    status: 'Draft',
    costSum: 0 as Cost,
    postedAt: null,
    postedById: null,
  })
  return getDocument(tx, kind, id)
}

function movementsOf(kind: DocumentKind, document: FullDocument, settings: Settings): Movement[] {
  return document.lines.flatMap((line) =>
    must(document.products.get(line.productId)).kind === 'Service'
      ? []
      : kind.move(document, line, landedCost(document.header, line, settings)),
  )
}

async function refuseStores(tx: Tx, { header }: FullDocument): Promise<void> {
  if (!header.storeId) throw invalidField(['storeId'], 'is needed to post')
  const ids = [header.storeId, header.targetStoreId].filter((id) => id !== null)
  const [archived] = await tx
    .select({ name: stores.name })
    .from(stores)
    .where(and(eq(stores.organizationId, tx.organizationId), inArray(stores.id, ids), stores.isArchived))
  if (archived) throw new Problem('store_archived', { detail: `The store ${archived.name} is archived` })
}

function refuseArchived({ lines, products }: FullDocument): void {
  for (const { productId, lineNo } of lines) {
    const { name, isArchived } = must(products.get(productId))
    if (isArchived) throw invalidField(['lines', lineNo - 1, 'productId'], `${name} is archived`)
  }
}

function refuseShortages(settings: Settings, { lines, products }: FullDocument, ledger: OpenLedger): void {
  if (settings.allowNegativeStock) return
  const shortages = ledger.shortages()
  if (shortages.length === 0) return
  const errors = shortages.flatMap(({ productId, storeId, available }) => {
    const ofProduct = lines.filter((line) => line.productId === productId)
    const { name } = must(products.get(productId))
    return ofProduct.map((line) => ({
      pointer: `#/lines/${line.lineNo - 1}/quantity`,
      detail: `${name}: ${quantityToNumber(available)} of ${quantityToNumber(line.quantity)} are there`,
      lineNo: line.lineNo,
      productId,
      productName: name,
      storeId,
      requested: quantityToNumber(line.quantity),
      available: quantityToNumber(available),
    }))
  })
  throw new Problem('insufficient_stock', { detail: errors.map(({ detail }) => detail).join('; '), errors })
}

/** What the lines have come to by the ledger; answers what all of them cost. */
async function saveCosts(
  tx: Tx,
  { header, lines }: FullDocument,
  movements: readonly Movement[],
  ledger: OpenLedger,
): Promise<Cost> {
  const booked = new Map<number, BookedMovement>()
  // Of a transfer the first is what goes out: what its goods cost where they come from.
  for (const movement of movements)
    if (!booked.has(movement.lineNo)) booked.set(movement.lineNo, ledger.bookedOf(header.id, movement))
  const moved = lines.flatMap(({ id, lineNo }: LineRow) => {
    const movement = booked.get(lineNo)
    return movement ? [{ id, ...movement }] : []
  })
  await tx.execute(sql`
    UPDATE document_lines AS line
    SET unit_cost = now.unit_cost, cost_sum = abs(now.cost_sum),
      difference = CASE WHEN ${header.type === 'Inventory'} THEN now.quantity END
    FROM unnest(
      ${sql.param(moved.map(({ id }) => id))}::uuid[],
      ${sql.param(moved.map(({ unitCost }) => unitCost))}::bigint[],
      ${sql.param(moved.map(({ costSum }) => costSum))}::bigint[],
      ${sql.param(moved.map(({ quantity }) => quantity))}::bigint[]
    ) AS now (id, unit_cost, cost_sum, quantity)
    WHERE line.organization_id = ${tx.organizationId} AND line.id = now.id`)
  return moved.reduce((sum, { costSum }) => sum + Math.abs(costSum), 0) as Cost
}
