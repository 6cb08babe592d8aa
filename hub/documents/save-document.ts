import { and, eq } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { insertRows } from '#hub/db/insert-rows.ts'
import { findRecord, requireReference, updateRecord } from '#hub/db/records.ts'
import { counterparties, stores } from '#hub/db/tables/catalog.ts'
import { documentLines, documents } from '#hub/db/tables/documents.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseOtherStore, refuseUnseen } from '#hub/db/visible-stores.ts'
import type { DocumentInput } from '#shared/contracts/documents.ts'
import { type Amount, sumAmounts } from '#shared/money/decimal.ts'
import { exchanged } from '#shared/money/exchange.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { bookMoments, checkDraftMoments } from './book-moments.ts'
import { type CurrencyTerms, currencyTermsOf } from './currency-rates.ts'
import type { DocumentKind, DocumentRow, FullDocument } from './kind.ts'
import { landedCost } from './landed-cost.ts'
import { nextNumber, numberScopeOf, refuseTakenNumber } from './numbering.ts'
import { getDocument, lockDocument } from './queries.ts'
import { readLines } from './read-lines.ts'
import { holdSettings, type Settings } from './settings.ts'

/**
 * Creates a draft. It is idempotent: a repeat with an existing id returns the existing document. Throws
 * `invalid_request`, `quantity_not_whole`, `period_closed` and `duplicate_number`.
 */
export async function createDocument(
  tx: Tx,
  kind: DocumentKind,
  sent: DocumentInput,
  actor: Pick<Actor, 'employeeId' | 'permissions'>,
): Promise<{ document: FullDocument; isNew: boolean }> {
  const known = sent.id && (await findRecord(tx, documents, sent.id))
  if (known) {
    await refuseUnseen(tx, documents, kind.nouns[0], known.id)
    return { document: await getDocument(tx, kind, known.id), isNew: false }
  }
  const id = sent.id ?? newId()
  const date = sent.date ?? new Date()
  const settings = await holdSettings(tx)
  checkDraftMoments(settings, actor, bookMoments(date, sent.lines))
  await requireReferences(tx, kind, sent)
  const input = withVat(kind, (await kind.complete?.(tx, sent)) ?? sent, settings)
  const terms = await currencyTermsOf(tx, input, date, settings)
  const { lines, products } = await readLines(tx, kind, id, input, [])
  const scope = numberScopeOf(kind.type, settings, date)
  if (input.number) await refuseTakenNumber(tx, scope, input.number)
  const number = input.number ?? (await nextNumber(tx, scope))
  const [header] = await tx
    .insert(documents)
    .values({
      ...valuesOf(input),
      ...terms,
      ...totalsOf(lines, terms, settings),
      organizationId: tx.organizationId,
      id,
      type: kind.type,
      number,
      numberYear: scope.year,
      date,
      createdById: actor.employeeId,
    })
    .returning()
  await insertRows(tx, documentLines, lines)
  return { document: { header: header as DocumentRow, lines, products }, isNew: true }
}

/**
 * Replaces the draft and its lines. Throws `document_posted`, `concurrency_conflict` and the errors of
 * createDocument.
 */
export async function updateDocument(
  tx: Tx,
  kind: DocumentKind,
  id: string,
  sent: DocumentInput,
  actor: Actor,
): Promise<FullDocument> {
  const current = await lockDocument(tx, kind, id)
  refusePosted(kind, current.header)
  const date = sent.date ?? current.header.date
  const settings = await holdSettings(tx)
  checkDraftMoments(settings, actor, bookMoments(date, sent.lines), momentsOf(current))
  await requireReferences(tx, kind, sent)
  const input = withVat(kind, (await kind.complete?.(tx, sent)) ?? sent, current.header)
  const terms = await currencyTermsOf(tx, input, date, settings, current.header.currencyId)
  const { lines, products } = await readLines(tx, kind, id, input, current.lines)
  const scope = numberScopeOf(kind.type, settings, date)
  const number = input.number ?? current.header.number
  if (number !== current.header.number || scope.year !== current.header.numberYear)
    await refuseTakenNumber(tx, scope, number, id)
  const header = await updateRecord(tx, documents, kind.nouns[0], id, input.version, {
    ...valuesOf(input),
    ...terms,
    ...totalsOf(lines, terms, settings),
    number,
    numberYear: scope.year,
    date,
  })
  await tx
    .delete(documentLines)
    .where(and(eq(documentLines.organizationId, tx.organizationId), eq(documentLines.documentId, id)))
  await insertRows(tx, documentLines, lines)
  return { header, lines, products }
}

/** Deletes a draft. Throws `document_posted` for a posted document, and `period_closed`. */
export async function deleteDocument(
  tx: Tx,
  kind: DocumentKind,
  id: string,
  actor: Pick<Actor, 'permissions'>,
): Promise<void> {
  const document = await lockDocument(tx, kind, id)
  refusePosted(kind, document.header)
  checkDraftMoments(await holdSettings(tx), actor, [], momentsOf(document))
  await tx.delete(documents).where(and(eq(documents.organizationId, tx.organizationId), eq(documents.id, id)))
}

const momentsOf = ({ header, lines }: FullDocument) => bookMoments(header.date, lines)

/** Throws `document_posted` for a posted document. */
export function refusePosted({ nouns }: DocumentKind, { status, number }: DocumentRow): void {
  if (status === 'Posted')
    throw new Problem('document_posted', { detail: `The ${nouns[0]} ${number} is posted` })
}

async function requireReferences(tx: Tx, { nouns }: DocumentKind, input: DocumentInput): Promise<void> {
  const { storeId, sourceStoreId, targetStoreId, counterpartyId, supplyId } = input
  for (const [field, id] of Object.entries({ storeId, sourceStoreId, targetStoreId })) {
    await requireReference(tx, stores, id, [field], 'store')
    refuseOtherStore(tx, id, [field])
  }
  if (targetStoreId && targetStoreId === sourceStoreId)
    throw invalidField(['targetStoreId'], `a ${nouns[0]} needs another store as its target`)
  await requireReference(tx, counterparties, counterpartyId, ['counterpartyId'], 'counterparty')
  if (!supplyId) return
  const basis = await findRecord(tx, documents, supplyId)
  if (basis?.type !== 'Supply' || (basis.storeId && tx.storeIds?.includes(basis.storeId) === false))
    throw invalidField(['supplyId'], `there is no supply ${supplyId}`)
}

function withVat({ members }: DocumentKind, input: DocumentInput, usual: { vatIncluded: boolean }) {
  if (!members.header.includes('vatIncluded')) return input
  return { ...input, vatIncluded: input.vatIncluded ?? usual.vatIncluded }
}

/** Returns the columns to write. Columns that the kind does not use keep the table's defaults. */
function valuesOf({
  id: _,
  version: __,
  lines: ___,
  number: ____,
  date: _____,
  supplyId,
  ...values
}: DocumentInput) {
  return { ...values, vatEnabled: values.vatEnabled ?? false, basisId: supplyId ?? null }
}

/** Returns the totals. Throws `invalid_request` when sums or costs exceed the exact range. */
function totalsOf(lines: FullDocument['lines'], terms: CurrencyTerms, settings: Settings) {
  const [sums, vatSums] = [lines.map(({ sum }) => sum), lines.map(({ vatSum }) => vatSum)]
  const own = (amounts: Amount[]) => sumAmounts(amounts.map((each) => exchanged(each, terms)))
  const tooLarge = invalidField(
    [terms.currencyId === settings.currencyId ? 'lines' : 'rate'],
    'sums or costs become too large',
  )
  try {
    // Throws early if landed costs exceed the exact range, because posting will calculate the same amounts.
    for (const line of lines) landedCost(line, terms, settings)
    const totals = {
      sum: sumAmounts(sums),
      vatSum: sumAmounts(vatSums),
      sumInOrganizationCurrency: own(sums),
      vatSumInOrganizationCurrency: own(vatSums),
    }
    if (Object.values(totals).every(Number.isSafeInteger)) return totals
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw tooLarge
}
