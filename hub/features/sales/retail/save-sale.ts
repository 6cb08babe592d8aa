import type { Actor } from '#hub/auth/actor.ts'
import { findRecord, requireReference, updateRecord } from '#hub/db/records.ts'
import { counterparties, stores } from '#hub/db/tables/catalog.ts'
import { loyaltyCards } from '#hub/db/tables/loyalty.ts'
import { employees } from '#hub/db/tables/organization.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseOtherStore, refuseUnseen } from '#hub/db/visible-stores.ts'
import { bookMoments, checkDraftMoments } from '#hub/documents/book-moments.ts'
import { nextNumber, numberScopeOf, refuseTakenNumber } from '#hub/documents/numbering.ts'
import { holdSettings } from '#hub/documents/settings.ts'
import type { RetailSaleInput } from '#shared/contracts/sales/retail-sales.ts'
import { type Amount, sumAmounts } from '#shared/money/decimal.ts'
import { settle } from '#shared/pricing/sale.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import {
  type FullRetailSale,
  getRetailSale,
  listSaleLines,
  lockRetailSale,
  NOUN,
  type RetailSaleRow,
  replaceContents,
  type SaleLineRow,
  type SalePaymentRow,
} from './queries.ts'
import { readSaleLines } from './read-sale-lines.ts'
import { refusePosted, refuseUploaded } from './refuse-change.ts'
import { leftToReturn, roundingBack } from './returns/left-to-return.ts'
import { refuseBeforeSale } from './returns/refuse-return.ts'
import { findSalePoint, refuseOtherPlace, roundingAt, vatModeOf } from './sale-point.ts'

/** Creates a draft. Idempotent: a repeat with the same id returns the existing sale. */
export async function createRetailSale(
  tx: Tx,
  input: RetailSaleInput,
  actor: Actor,
): Promise<{ row: FullRetailSale; isNew: boolean }> {
  const known = input.id && (await findRecord(tx, retailSales, input.id))
  if (known) {
    await refuseUnseen(tx, retailSales, NOUN, known.id)
    return { row: await getRetailSale(tx, known.id), isNew: false }
  }
  return { row: await insertDraft(tx, input, { actor }), isNew: true }
}

/** Receipt that a return refers to. */
interface Basis
  extends Pick<
    RetailSaleRow,
    'id' | 'roundingSum' | 'date' | 'loyaltyCardId' | 'storeId' | 'retailPointId' | 'taxSystem'
  > {
  lines: readonly SaleLineRow[]
}

/** Inserts a draft. With `basis`, the draft is a return of that receipt. */
export async function insertDraft(
  tx: Tx,
  input: RetailSaleInput,
  { actor, basis }: { actor: Actor; basis?: Basis },
): Promise<FullRetailSale> {
  const id = input.id ?? newId()
  const date = input.date ?? new Date()
  const settings = await holdSettings(tx)
  checkDraftMoments(settings, actor, bookMoments(date))
  if (basis) refuseBeforeSale(date, basis.date)
  const { values, lines, payments, point } = await readDraft(tx, id, input, {
    usual: settings,
    before: [],
    basis,
  })
  const scope = numberScopeOf('RetailSale', settings, date)
  if (input.number) await refuseTakenNumber(tx, scope, input.number)
  const number = input.number ?? (await nextNumber(tx, scope, point?.numberPrefix))
  await tx.insert(retailSales).values({
    ...values,
    organizationId: tx.organizationId,
    id,
    number,
    numberYear: scope.year,
    date,
    soldAt: date,
    isReturn: basis !== undefined,
    originalSaleId: basis?.id ?? null,
    createdById: actor.employeeId,
    status: 'Draft',
    source: 'BackOffice',
    receivedAt: new Date(),
    flags: [],
  })
  await replaceContents(tx, id, lines, payments)
  return getRetailSale(tx, id)
}

/**
 * Replaces a draft with its lines and payments. Throws `not_found`, `document_posted`, `uploaded_sale`,
 * `period_closed`, `concurrency_conflict`, `invalid_request` naming the field, and the errors of
 * `readSaleLines`.
 */
export async function updateRetailSale(
  tx: Tx,
  id: string,
  input: RetailSaleInput,
  actor: Actor,
): Promise<FullRetailSale> {
  const { sale, lines: before } = await lockRetailSale(tx, id)
  refusePosted(sale)
  refuseUploaded(sale)
  const date = input.date ?? sale.date
  const settings = await holdSettings(tx)
  const basis = sale.originalSaleId ? await findBasis(tx, sale.originalSaleId) : undefined
  checkDraftMoments(settings, actor, bookMoments(date), bookMoments(sale.date))
  if (basis) refuseBeforeSale(date, basis.date)
  const { values, lines, payments } = await readDraft(tx, id, input, { usual: sale, before, basis })
  const scope = numberScopeOf('RetailSale', settings, date)
  const number = input.number ?? sale.number
  if (number !== sale.number || scope.year !== sale.numberYear) await refuseTakenNumber(tx, scope, number, id)
  await updateRecord(tx, retailSales, NOUN, id, input.version, {
    ...values,
    number,
    numberYear: scope.year,
    date,
    soldAt: date,
  })
  await replaceContents(tx, id, lines, payments)
  return getRetailSale(tx, id)
}

async function findBasis(tx: Tx, id: string): Promise<Basis> {
  return { ...must(await findRecord(tx, retailSales, id)), lines: await listSaleLines(tx, id) }
}

/** Existing lines of the draft, its defaults and, for a return, the receipt. */
interface Known {
  /** Default for an input without `vatIncluded`. */
  usual: { vatIncluded: boolean }
  before: readonly SaleLineRow[]
  basis: Basis | undefined
}

async function readDraft(tx: Tx, id: string, input: RetailSaleInput, { usual, before, basis }: Known) {
  const { storeId, retailPointId, cashierId, comment, customerPhone, customerEmail } = input
  await requireReference(tx, stores, storeId, ['storeId'], 'store')
  refuseOtherStore(tx, storeId, ['storeId'])
  const point = await findSalePoint(tx, retailPointId)
  refuseOtherPlace(point, input, basis)
  const vatIncluded = basis
    ? (input.vatIncluded ?? usual.vatIncluded)
    : vatModeOf(point, input.vatIncluded, usual.vatIncluded)
  await requireReference(tx, counterparties, input.customerId, ['customerId'], 'counterparty')
  const { loyaltyCardId } = basis ?? input
  const card = loyaltyCardId ? await findRecord(tx, loyaltyCards, loyaltyCardId) : undefined
  if (loyaltyCardId && !card && !basis)
    throw invalidField(['loyaltyCardId'], `there is no loyalty card ${loyaltyCardId}`)
  const customerId = input.customerId ?? (basis ? null : (card?.customerId ?? null))
  const cashier = cashierId ? await findRecord(tx, employees, cashierId) : undefined
  if (cashierId && !cashier) throw invalidField(['cashierId'], `there is no employee ${cashierId}`)
  const left = basis && (await leftToReturn(tx, basis.id))
  const receipt = basis && left && { lines: basis.lines, left }
  const lines = await readSaleLines(tx, id, { ...input, vatIncluded }, { before, receipt })
  const payments: SalePaymentRow[] = input.payments.map((payment, position) => ({
    organizationId: tx.organizationId,
    saleId: id,
    position,
    originType: null,
    changeAmount: null,
    terminalData: null,
    ...payment,
  }))
  const unrounded = sumAmounts(lines.map((line) => line.sum))
  const back = left && basis.roundingSum ? roundingBack(lines, vatIncluded, left) : null
  const roundingSum = back ?? roundingAt(point, unrounded, payments, left)
  const sum = (unrounded + roundingSum) as Amount
  if (!Number.isSafeInteger(sum)) throw invalidField(['lines'], 'the sum becomes too large')
  const settlement = settle(sum, payments)
  const values = {
    storeId,
    retailPointId,
    customerId,
    loyaltyCardId,
    customerPhone,
    customerEmail,
    comment,
    vatIncluded,
    sum,
    roundingSum,
    taxSystem: (basis ?? point)?.taxSystem ?? null,
    cashierId,
    cashierName: cashier ? `${cashier.lastName} ${cashier.firstName ?? ''}`.trim() : null,
    vatSum: sumAmounts(lines.map((line) => line.vatSum)),
    discountSum: sumAmounts(lines.map((line) => line.discountAmount)),
    /** 0 when the payments do not settle the sum. Such a sale cannot be posted. */
    changeSum: settlement.ok ? settlement.changeSum : (0 as Amount),
    linesCount: lines.length,
  }
  return { values, lines, payments, point }
}
