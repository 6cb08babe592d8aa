import { spellingsOfGtin } from '#shared/barcodes/gtin.ts'
import { markingKey, parseMarkingCode } from '#shared/barcodes/marking-code.ts'
import type { AddLine } from '#shared/contracts/till/till.ts'
import { quantity as pieces, type Quantity } from '#shared/money/decimal.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import type { Cart, CartLine } from '../../journal/carts.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Product } from '../../replica/products.ts'
import type { ReplicaReader } from '../../replica/replica.ts'

/**
 * Returns the marking code of the added piece (docs/domain.md#marking-codes): `markingCode`, or the code
 * scanned in place of a barcode. Null when there is none. Throws `marking_code_invalid` for an invalid code
 * or the code of another product.
 */
export function readMarkingCode(
  { products }: Pick<ReplicaReader, 'products'>,
  { id, name, isWeighed, trackingType }: Pick<Product, 'id' | 'name' | 'isWeighed' | 'trackingType'>,
  { code, markingCode }: Pick<AddLine, 'code' | 'markingCode'>,
): string | null {
  // The label of a weighed piece can have a serial number too.
  const isLabel = isWeighed && trackingType === 'NotTracked'
  if (markingCode === undefined) return isLabel ? null : (parseMarkingCode(code ?? '')?.code ?? null)
  const refuse = (detail: string) => invalidField(['markingCode'], detail, 'marking_code_invalid')
  const read = parseMarkingCode(markingCode)
  if (!read) throw refuse('is not a marking code')
  // A GTIN that is not in the catalog says nothing about the product.
  const named = products.listByBarcode(spellingsOfGtin(read.gtin))
  if (named.length > 0 && !named.some((product) => product.id === id))
    throw refuse(`belongs to another product than ${name}`)
  return read.code
}

/** Throws `marking_code_missing` when the product requires marking codes and this piece has none. */
export function requireMarkingCode({ productId, name, trackingType, markingCode }: CartLine): void {
  if (trackingType === 'NotTracked' || markingCode !== null) return
  throw new Problem('marking_code_missing', {
    detail: `Each piece of ${name} needs its marking code`,
    extensions: { productId, productName: name },
  })
}

/**
 * Checks the new quantity of a line with a marking code, which identifies a single piece. Throws
 * `marking_code_missing` for more pieces, because each needs its own code, and `invalid_request` for less
 * than one.
 */
export function checkMarkedQuantity(line: CartLine, quantity: Quantity): void {
  if (line.markingCode === null || quantity === pieces(1)) return
  if (quantity > pieces(1)) requireMarkingCode({ ...line, trackingType: 'Other', markingCode: null })
  throw invalidField(['quantity'], 'must be 1: a marking code belongs to one piece')
}

/**
 * Throws `marking_code_used` when the piece is already in the cart, was sold and never returned, or is
 * returned twice.
 */
export function refuseUsedCodes(
  { markingCodes }: Pick<JournalReader, 'markingCodes'>,
  { lines, isReturn, original }: Cart,
): void {
  const seen = new Set<string>()
  for (const { name, markingCode } of lines) {
    if (markingCode === null) continue
    const key = markingKey(markingCode)
    const last = markingCodes.lastMove(markingCode)
    if (seen.has(key)) refuseUsed(`This piece of ${name} is already in the cart`)
    // Another till may have sold the piece again after its return here. In that case, that till's receipt
    // decides what is still returnable.
    if (last?.isReturn === isReturn && !original?.ofAnotherTill)
      refuseUsed(`This piece of ${name} is already on receipt ${last.receiptNumber}`)
    seen.add(key)
  }
}

function refuseUsed(detail: string): never {
  throw new Problem('marking_code_used', { detail })
}
