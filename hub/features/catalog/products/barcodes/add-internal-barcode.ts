import { updateRecord } from '#hub/db/records.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ProductDetails } from '../details.ts'
import { withInternalBarcode } from '../numbering.ts'
import { getProduct, replaceBarcodes } from '../queries.ts'

/**
 * Appends an internal EAN-13 to the barcodes of the product. Throws `not_found`, and `invalid_request` when
 * there are too many barcodes.
 */
export async function addInternalBarcode(tx: Tx, id: string): Promise<ProductDetails> {
  await updateRecord(tx, products, 'product', id, undefined, {})
  const { barcodes } = await getProduct(tx, id)
  await replaceBarcodes(tx, id, await withInternalBarcode(tx, barcodes))
  return getProduct(tx, id)
}
