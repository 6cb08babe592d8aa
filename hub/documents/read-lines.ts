import type { Tx } from '#hub/db/transact.ts'
import type { DocumentInput, DocumentLineInput } from '#shared/contracts/documents.ts'
import { lineSums, type VatTerms } from '#shared/documents/line-sums.ts'
import type { Amount, Cost, Percent, Quantity } from '#shared/money/decimal.ts'
import { spread } from '#shared/money/spread.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { DocumentKind, LineRow } from './kind.ts'
import { readMarkingCodes } from './marking-codes.ts'
import { loadProducts, type ProductInDocument, refuseParts, requireProduct } from './products.ts'
import { readVatRates } from './vat-rates.ts'

export interface ReadLines {
  lines: LineRow[]
  products: ReadonlyMap<string, ProductInDocument>
}

/**
 * Returns the lines of a document in stored form, with their totals. A line whose id is in `known` keeps this
 * id. Throws `invalid_request` or `quantity_not_whole` naming the line and the field.
 */
export async function readLines(
  tx: Tx,
  kind: DocumentKind,
  documentId: string,
  input: DocumentInput,
  known: readonly LineRow[],
): Promise<ReadLines> {
  const products = await loadProducts(
    tx,
    input.lines.map(({ productId }) => productId),
  )
  const vatRateOf = await readVatRates(tx, products.values())
  const terms = { vatEnabled: input.vatEnabled ?? false, vatIncluded: input.vatIncluded ?? true }
  const knownIds = new Set(known.map(({ id }) => id))
  const seen = new Set<string>()
  const markingCodes = readMarkingCodes(input.lines)
  const lines = input.lines.map((line, index) => {
    const product = requireProduct(products, line.productId, index)
    refuseProduct(kind, line, index, product, seen)
    const counted = line.countedQuantity
    if (counted === undefined) refuseParts(product, line.quantity ?? (0 as Quantity), index)
    else refuseParts(product, counted ?? (0 as Quantity), index, 'countedQuantity')
    const id = line.id && knownIds.delete(line.id) ? line.id : newId()
    return {
      id,
      organizationId: tx.organizationId,
      documentId,
      lineNo: index + 1,
      ...rowOf(line, index, vatRateOf(product), terms),
      markingCodes: must(markingCodes[index]),
    }
  })
  const shares = spread(input.overheadSum ?? (0 as Amount), weightsOf(input, lines, products))
  return { lines: lines.map((line, i) => ({ ...line, overheadShare: must(shares[i]) })), products }
}

function refuseProduct(
  { allowsServices, isProductOnce }: DocumentKind,
  { productId }: DocumentLineInput,
  index: number,
  product: ProductInDocument,
  seen: Set<string>,
): void {
  const refuse = (detail: string): never => {
    throw invalidField(['lines', index, 'productId'], detail)
  }
  if (product.kind === 'Service' && !allowsServices)
    refuse(`${product.name} is a service: it is not kept in stock`)
  if (isProductOnce && seen.has(productId)) refuse(`${product.name} is in another line already`)
  seen.add(productId)
}

type Kept = Omit<LineRow, 'organizationId' | 'id' | 'documentId' | 'lineNo' | 'markingCodes'>

function rowOf(line: DocumentLineInput, index: number, usualVatRate: Percent | null, terms: VatTerms): Kept {
  const quantity = line.countedQuantity ?? line.quantity ?? (0 as Quantity)
  const discountPercent = line.discountPercent ?? (0 as Percent)
  const vatRate = line.vatRate === undefined ? usualVatRate : line.vatRate
  const priced = { quantity, price: line.price ?? (0 as Cost), discountPercent, vatRate }
  return {
    productId: line.productId,
    quantity,
    price: line.price ?? null,
    discountPercent,
    vatRate,
    ...sumsOf(priced, terms, index),
    overheadShare: 0 as Amount,
    unitCost: 0 as Cost,
    costSum: 0 as Cost,
    difference: null,
    countedAt: line.countedAt ?? null,
    isCounted: line.countedQuantity !== null,
    isAdded: false,
    retailPrice: line.retailPrice ?? null,
    reason: line.reason ?? null,
    comment: line.comment,
  }
}

function sumsOf(priced: Parameters<typeof lineSums>[0], terms: VatTerms, index: number) {
  try {
    return lineSums(priced, terms)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw invalidField(['lines', index, 'quantity'], 'the sum becomes too large')
  }
}

function weightsOf(
  { overheadDistribution }: DocumentInput,
  lines: readonly Kept[],
  products: ReadonlyMap<string, ProductInDocument>,
): number[] {
  const weigh: Record<string, (line: Kept, product: ProductInDocument) => number> = {
    ByPrice: ({ sum }) => sum,
    ByQuantity: ({ quantity }) => quantity,
    ByWeight: ({ quantity }, { weight }) => (quantity / 1000) * (weight ?? 0),
    ByVolume: ({ quantity }, { volume }) => (quantity / 1000) * Number(volume ?? 0) * 1e6,
  }
  const weightOf = must(weigh[overheadDistribution ?? 'ByPrice'])
  return lines.map((line) => Math.round(weightOf(line, must(products.get(line.productId)))))
}
