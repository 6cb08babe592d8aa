import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { awaitAll } from '#hub/db/await-all.ts'
import { insertRows } from '#hub/db/insert-rows.ts'
import { updateRecord } from '#hub/db/records.ts'
import { type Given, statement } from '#hub/db/statement.ts'
import { documentLines, documents } from '#hub/db/tables/documents.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { BookedMovement, Movement } from '#hub/ledger/movement.ts'
import { type OpenLedger, openLedger } from '#hub/ledger/open-ledger.ts'
import type { PostingQuery } from '#shared/contracts/postings.ts'
import type { Amount, Cost } from '#shared/money/decimal.ts'
import { exchanged } from '#shared/money/exchange.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { bookMoments, checkMoments } from './book-moments.ts'
import type { DocumentKind, DocumentRow, FullDocument, LineRow } from './kind.ts'
import { landedCost } from './landed-cost.ts'
import { warnOfLaterCounts } from './later-counts.ts'
import { withPosting } from './posting-history.ts'
import { checkPriceLimits } from './price-limits.ts'
import { loadProducts } from './products.ts'
import { lockDocument } from './queries.ts'
import { refuseArchivedProducts, refuseArchivedStores, refuseShortages } from './refusals.ts'
import { holdSettings, type Settings } from './settings.ts'

/**
 * Posts a draft: enters its movements into the ledger, after which it cannot be changed. Throws
 * `invalid_request` without lines or store, `already_posted`, `period_closed`, `store_archived`,
 * `insufficient_stock`, `price_too_small`, `discount_prohibited` and the errors of its kind.
 */
export async function postDocument(
  tx: Tx,
  kind: DocumentKind,
  id: string,
  actor: Actor,
  query: PostingQuery,
): Promise<FullDocument> {
  const [draft, settings] = await awaitAll(lockDocument(tx, kind, id), holdSettings(tx))
  const { header } = draft
  if (header.status === 'Posted')
    throw new Problem('already_posted', { detail: `The ${kind.nouns[0]} ${header.number} is posted` })
  if (draft.lines.length === 0) throw invalidField(['lines'], 'there is nothing to post')
  const moments = bookMoments(header.date, draft.lines)
  const overrides = checkMoments(settings, actor, moments, { ...query, command: 'post' })
  const { storeId } = header
  if (!storeId) throw invalidField(['storeId'], 'is required to post')
  await refuseArchivedStores(tx, [storeId, header.targetStoreId])
  refuseArchivedProducts(draft)
  await kind.refusePost?.(tx, draft)
  const document = await withAddedLines(tx, kind, draft)
  const { lines } = document
  const priceOverrides = kind.hasPriceLimits
    ? checkPriceLimits(
        lines.map((line) => soldLine(line, header)),
        document.products,
        actor,
        settings,
      )
    : []
  const movements = movementsOf(kind, document, settings)
  const momentOf = new Map(lines.map(({ lineNo, countedAt }) => [lineNo, countedAt ?? header.date]))
  const ledger = await openLedger(tx, {
    posting: movements.map(({ storeId, productId, lineNo }) => ({
      storeId,
      productId,
      documentId: id,
      moment: must(momentOf.get(lineNo)),
    })),
  })
  // Posted even without movements, because services have none but are sold as well.
  ledger.post({ type: kind.type, id, storeId, moment: header.date }, [])
  for (const movement of movements)
    ledger.post({ type: kind.type, id, storeId, moment: must(momentOf.get(movement.lineNo)) }, [movement])
  if (kind.type !== 'Inventory') await refuseShortages(settings, document, ledger)
  const costed = costedLines(document, movements, ledger)
  const postedAt = new Date()
  const [, , [posted]] = await awaitAll(
    ledger.save(),
    saveCosts(tx, id, costed),
    markPosted(tx, {
      id,
      costSum: costed.reduce((sum, { costSum }) => sum + costSum, 0),
      postedAt: postedAt.toISOString(),
      postedById: actor.employeeId,
      priceOverrides: JSON.stringify(priceOverrides),
      postings: JSON.stringify(withPosting(header.postings, 'Posted', postedAt, actor, overrides)),
    }),
  )
  const warnings = (await kind.posted?.(tx, document, settings)) ?? []
  return { ...document, header: must(posted, kind.nouns[0]), lines: costed, warnings }
}

async function withAddedLines(tx: Tx, kind: DocumentKind, document: FullDocument): Promise<FullDocument> {
  const added = (await kind.addLines?.(tx, document)) ?? []
  if (added.length === 0) return document
  await insertRows(tx, documentLines, added)
  const lines = [...document.lines, ...added]
  return {
    ...document,
    lines,
    products: await loadProducts(
      tx,
      lines.map(({ productId }) => productId),
    ),
  }
}

const markPosted = statement(
  'documents.post',
  (given: Given<'id' | 'costSum' | 'postedAt' | 'postedById' | 'priceOverrides' | 'postings'>, db) =>
    db
      .update(documents)
      .set({
        status: 'Posted',
        costSum: sql`${given.costSum}`,
        postedAt: sql`${given.postedAt}`,
        postedById: sql`${given.postedById}`,
        priceOverrides: sql`${given.priceOverrides}::jsonb`,
        postings: sql`${given.postings}::jsonb`,
        version: sql`${documents.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(and(eq(documents.organizationId, given.organizationId), eq(documents.id, given.id)))
      .returning(),
)

function soldLine(
  { lineNo, productId, quantity, sum, vatSum, discountPercent }: LineRow,
  { vatIncluded, ...terms }: DocumentRow,
) {
  const net = exchanged((vatIncluded ? sum : sum - vatSum) as Amount, terms)
  return { lineNo, productId, quantity, net, hasDiscount: discountPercent > 0 }
}

/**
 * Turns a posted document back into a draft: removes its movements from the ledger. Throws
 * `document_not_posted` and the errors of postDocument.
 */
export async function unpostDocument(
  tx: Tx,
  kind: DocumentKind,
  id: string,
  actor: Actor,
  query: PostingQuery,
): Promise<FullDocument> {
  const [document, settings] = await awaitAll(lockDocument(tx, kind, id), holdSettings(tx))
  const { header, lines } = document
  if (header.status === 'Draft')
    throw new Problem('document_not_posted', { detail: `The ${kind.nouns[0]} ${header.number} is a draft` })
  const moments = bookMoments(header.date, lines)
  const overrides = checkMoments(settings, actor, moments, { ...query, command: 'unpost' })
  await kind.refuseUnpost?.(tx, document)
  const ledger = await openLedger(tx, {
    posting: [],
    removing: [{ id, storeId: must(header.storeId), moment: header.date }],
  })
  await refuseShortages(settings, document, ledger)
  await ledger.save()
  const warnings = await warnOfLaterCounts(
    tx,
    id,
    [header.storeId, header.targetStoreId],
    lines.map(({ productId, countedAt }) => ({ productId, moment: countedAt ?? header.date })),
  )
  const uncosted = { unitCost: 0 as Cost, costSum: 0 as Cost, difference: null }
  await tx
    .update(documentLines)
    .set(uncosted)
    .where(and(eq(documentLines.organizationId, tx.organizationId), eq(documentLines.documentId, id)))
  await tx
    .delete(documentLines)
    .where(
      and(
        eq(documentLines.organizationId, tx.organizationId),
        eq(documentLines.documentId, id),
        eq(documentLines.isAdded, true),
      ),
    )
  const draft = await updateRecord(tx, documents, kind.nouns[0], id, undefined, {
    status: 'Draft',
    costSum: 0 as Cost,
    postedAt: null,
    postedById: null,
    priceOverrides: [],
    postings: withPosting(header.postings, 'Unposted', new Date(), actor, overrides),
  })
  await kind.unposted?.(tx, document, settings)
  const kept = lines.filter(({ isAdded }) => !isAdded).map((line) => ({ ...line, ...uncosted }))
  return { ...document, header: draft, lines: kept, warnings }
}

function movementsOf(kind: DocumentKind, document: FullDocument, settings: Settings): Movement[] {
  return document.lines.flatMap((line) =>
    must(document.products.get(line.productId)).kind === 'Service'
      ? []
      : kind.move(document, line, landedCost(line, document.header, settings)),
  )
}

/** Returns the lines with their costs from the ledger. */
function costedLines(
  { header, lines }: FullDocument,
  movements: readonly Movement[],
  ledger: OpenLedger,
): LineRow[] {
  const booked = new Map<number, BookedMovement>()
  // A transfer's first movement is the outgoing one, so its cost is that of the source store.
  for (const movement of movements)
    if (!booked.has(movement.lineNo)) booked.set(movement.lineNo, ledger.bookedOf(header.id, movement))
  return lines.map((line) => {
    const movement = booked.get(line.lineNo)
    if (!movement) return line
    const { unitCost, costSum, quantity } = movement
    const difference = header.type === 'Inventory' ? quantity : null
    return { ...line, unitCost, costSum: Math.abs(costSum) as Cost, difference }
  })
}

async function saveCosts(tx: Tx, documentId: string, lines: readonly LineRow[]): Promise<void> {
  await saveLines(tx, {
    documentId,
    ids: lines.map(({ id }) => id),
    unitCosts: lines.map(({ unitCost }) => unitCost),
    costSums: lines.map(({ costSum }) => costSum),
    differences: lines.map(({ difference }) => difference),
  })
}

const saveLines = statement(
  'document-lines.costs',
  (given: Given<'documentId' | 'ids' | 'unitCosts' | 'costSums' | 'differences'>) => sql`
    UPDATE document_lines AS line
    SET unit_cost = now.unit_cost, cost_sum = now.cost_sum, difference = now.difference
    FROM unnest(
      ${given.ids}::uuid[], ${given.unitCosts}::bigint[], ${given.costSums}::bigint[], ${given.differences}::bigint[]
    ) AS now (id, unit_cost, cost_sum, difference)
    WHERE line.organization_id = ${given.organizationId} AND line.document_id = ${given.documentId}
      AND line.id = now.id`,
)
