import { and, asc, eq } from 'drizzle-orm'
import { findRecord } from '#hub/db/records.ts'
import { documentLines, documents } from '#hub/db/tables/documents.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { DocumentInput, DocumentLineInput } from '#shared/contracts/documents.ts'
import { invalidField } from '#shared/problems/problem.ts'

/**
 * Completes a supplier return with the terms of its purchase (`Supply`) (docs/domain.md#supplier-returns).
 * Takes over currency, rate and `vatIncluded` if missing, and for each line the discount and a missing price.
 * Throws `invalid_request` when the purchase is from another supplier or in another currency.
 */
export async function fromBasis(tx: Tx, input: DocumentInput): Promise<DocumentInput> {
  const { supplyId } = input
  const supply = supplyId ? await findRecord(tx, documents, supplyId) : undefined
  if (!supply) return input
  if (supply.counterpartyId !== input.counterpartyId)
    throw invalidField(['counterpartyId'], `the supply ${supply.number} came from another counterparty`)
  if (input.currencyId && input.currencyId !== supply.currencyId)
    throw invalidField(['currencyId'], `the supply ${supply.number} was in another currency`)
  const terms = input.rate ? {} : { rate: supply.rate, multiplicity: supply.multiplicity }
  const received = await tx
    .select({
      productId: documentLines.productId,
      price: documentLines.price,
      discountPercent: documentLines.discountPercent,
    })
    .from(documentLines)
    .where(and(eq(documentLines.organizationId, tx.organizationId), eq(documentLines.documentId, supply.id)))
    .orderBy(asc(documentLines.lineNo))
  const byProduct = Map.groupBy(received, ({ productId }) => productId)
  const onTerms = (line: DocumentLineInput): DocumentLineInput => {
    const own = byProduct.get(line.productId) ?? []
    // If the purchase has several lines of the product, the one with the same price is used.
    const basis = own.find(({ price }) => price === line.price) ?? own[0]
    return basis
      ? { ...line, price: line.price ?? basis.price, discountPercent: basis.discountPercent }
      : line
  }
  const vatIncluded = input.vatIncluded ?? supply.vatIncluded
  return { ...input, vatIncluded, currencyId: supply.currencyId, ...terms, lines: input.lines.map(onTerms) }
}
