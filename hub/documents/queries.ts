import { and, asc, desc, eq, exists, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { awaitAll } from '#hub/db/await-all.ts'
import { withinDays } from '#hub/db/days.ts'
import { listIds } from '#hub/db/list-ids.ts'
import { readInIndexOrder } from '#hub/db/plan-settings.ts'
import { contains, listRecords, notFound, type RecordTable } from '#hub/db/records.ts'
import { type Given, statement } from '#hub/db/statement.ts'
import { counterparties, organizationCurrencies, stores } from '#hub/db/tables/catalog.ts'
import { documentLines, documents } from '#hub/db/tables/documents.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseOtherStore, refuseUnseen } from '#hub/db/visible-stores.ts'
import { drillDownConditions } from '#hub/documents/drill-down.ts'
import type { DocumentFilters, DocumentListQuery } from '#shared/contracts/documents.ts'
import type { DocumentKind, DocumentRow, FullDocument, LineRow } from './kind.ts'
import { loadProducts } from './products.ts'

/** Document row in a list. `costPending` is true when costs of some of its goods are being recalculated. */
export type ListedDocument = DocumentRow & { costPending: boolean }

export async function listDocuments(
  tx: Tx,
  kind: DocumentKind,
  query: DocumentListQuery,
): Promise<{ rows: ListedDocument[]; total: number }> {
  const { rows, total } = await listRecords(tx, documents, query, {
    where: filtersOf(tx, kind, query),
    searchIn: SEARCHED,
    sortBy: {
      date: documents.date,
      number: documents.number,
      sum: documents.sumInOrganizationCurrency,
      createdAt: documents.createdAt,
      updatedAt: documents.updatedAt,
    },
    defaultSort: '-date',
  })
  const pending = await findPending(
    tx,
    rows.map(({ id }) => id),
  )
  return { rows: rows.map((row) => ({ ...row, costPending: pending.has(row.id) })), total }
}

async function findPending(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const pending = await listIds(
    tx,
    sql`
    SELECT DISTINCT document.id
    FROM documents AS document
    JOIN document_lines AS line
      ON line.organization_id = document.organization_id AND line.document_id = document.id
    JOIN cost_recalculations AS pending
      ON pending.organization_id = line.organization_id AND pending.product_id = line.product_id
        AND pending.from_moment <= coalesce(line.counted_at, document.date)
    WHERE document.organization_id = ${tx.organizationId} AND document.id = ANY(${sql.param([...ids])}::uuid[])
      AND document.status = 'Posted'`,
  )
  return new Set(pending)
}

const SEARCHED = [documents.number, documents.comment, documents.incomingNumber]

function filtersOf(tx: Tx, { type }: DocumentKind, filters: DocumentFilters): SQL[] {
  const { status, storeId, counterpartyId, productId, createdById } = filters
  return [
    eq(documents.type, type),
    status && eq(documents.status, status),
    storeId && or(eq(documents.storeId, storeId), eq(documents.targetStoreId, storeId)),
    counterpartyId && eq(documents.counterpartyId, counterpartyId),
    productId && hasProduct(tx, productId),
    createdById && eq(documents.createdById, createdById),
    ...drillDownConditions(tx, filters, {
      id: documents.id,
      date: documents.date,
      storeId: documents.storeId,
      lines: 'document_lines',
      documentId: 'document_id',
      has: { employee: documents.createdById, customer: documents.counterpartyId },
    }),
    ...withinDays(documents.date, filters),
  ].filter((condition) => typeof condition === 'object')
}

export type ExportedDocument = DocumentRow & {
  storeName: string | null
  targetStoreName: string | null
  counterpartyName: string | null
  /** Three-letter code of ISO 4217. */
  currencyCode: string | null
}

const targetStores = alias(stores, 'target_stores')

/**
 * Returns the documents after `after`, latest first. It reads along the index by day, so a file for one day
 * reads only that day. Posted documents keep their day. A draft that is moved to another day in the meantime
 * may appear twice or not at all.
 */
export async function listForExport(
  tx: Tx,
  kind: DocumentKind,
  filters: DocumentFilters,
  after: ExportedDocument | undefined,
  limit: number,
): Promise<ExportedDocument[]> {
  await readInIndexOrder(tx)
  const own = (table: RecordTable, id: AnyPgColumn) =>
    and(eq(table.organizationId, tx.organizationId), eq(table.id, id))
  return tx
    .select({
      ...getTableColumns(documents),
      storeName: stores.name,
      targetStoreName: targetStores.name,
      counterpartyName: counterparties.name,
      currencyCode: organizationCurrencies.isoCode,
    })
    .from(documents)
    .leftJoin(stores, own(stores, documents.storeId))
    .leftJoin(targetStores, own(targetStores, documents.targetStoreId))
    .leftJoin(counterparties, own(counterparties, documents.counterpartyId))
    .leftJoin(organizationCurrencies, own(organizationCurrencies, documents.currencyId))
    .where(
      and(
        eq(documents.organizationId, tx.organizationId),
        ...filtersOf(tx, kind, filters),
        contains(SEARCHED, filters.search),
        after && sql`(${documents.date}, ${documents.id}) < (${after.date.toISOString()}, ${after.id})`,
      ),
    )
    .orderBy(desc(documents.date), desc(documents.id))
    .limit(limit)
}

function hasProduct(tx: Tx, productId: string) {
  return exists(
    tx
      .select({ one: sql`1` })
      .from(documentLines)
      .where(
        and(
          eq(documentLines.organizationId, tx.organizationId),
          eq(documentLines.productId, productId),
          eq(documentLines.documentId, documents.id),
        ),
      ),
  )
}

const documentsOf = statement('documents.of-id', (given: Given<'id'>, db) =>
  db
    .select()
    .from(documents)
    .where(and(eq(documents.organizationId, given.organizationId), eq(documents.id, given.id))),
)

/** Returns a draft with its lines as displayed. */
export async function withLiveLines(
  tx: Tx,
  kind: DocumentKind,
  document: FullDocument,
): Promise<FullDocument> {
  if (document.header.status !== 'Draft' || !kind.liveLines) return document
  return { ...document, lines: await kind.liveLines(tx, document) }
}

/** Returns the document. Throws `not_found`, also for a document of another kind. */
export async function getDocument(tx: Tx, { type, nouns }: DocumentKind, id: string): Promise<FullDocument> {
  const [[header], lines] = await awaitAll(documentsOf(tx, { id }), listLines(tx, id))
  if (header?.type !== type) throw notFound(nouns[0], id)
  const productIds = lines.map(({ productId }) => productId)
  return { header, lines, products: await loadProducts(tx, productIds) }
}

/**
 * Returns the document like getDocument and locks it. Until this transaction ends, no other one can change
 * it, except for the costs of its goods. Throws `invalid_request` when the document also belongs to a store
 * that the user cannot access.
 */
export async function lockDocument(tx: Tx, kind: DocumentKind, id: string): Promise<FullDocument> {
  await refuseUnseen(tx, documents, kind.nouns[0], id)
  const [, document] = await awaitAll(holdDocument(tx, id), getDocument(tx, kind, id))
  const { storeId, targetStoreId } = document.header
  refuseOtherStore(tx, storeId, [targetStoreId ? 'sourceStoreId' : 'storeId'])
  refuseOtherStore(tx, targetStoreId, ['targetStoreId'])
  return document
}

const hold = statement(
  'documents.hold',
  (given: Given<'key'>) => sql`SELECT pg_advisory_xact_lock(hashtextextended(${given.key}, 0))`,
)

/**
 * Waits until no other transaction writes, posts or returns the document. The row itself is not locked. A
 * transaction that has locked its products in the ledger writes costs into the row, and would deadlock with
 * one that has locked the row and waits for the products.
 */
export async function holdDocument(tx: Tx, id: string): Promise<void> {
  await hold(tx, { key: `${tx.organizationId} document ${id}` })
}

const linesOf = statement('document-lines.of-document', (given: Given<'documentId'>, db) =>
  db
    .select()
    .from(documentLines)
    .where(
      and(
        eq(documentLines.organizationId, given.organizationId),
        eq(documentLines.documentId, given.documentId),
      ),
    )
    .orderBy(asc(documentLines.lineNo)),
)

function listLines(tx: Tx, documentId: string): Promise<LineRow[]> {
  return linesOf(tx, { documentId })
}
