import { and, eq, inArray } from 'drizzle-orm'
import { takeFreeNumber } from '#hub/db/counters.ts'
import { productBarcodes, products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { internalEan13 } from '#shared/barcodes/internal-ean13.ts'
import { weightCodeSpellings } from '#shared/barcodes/weight-barcode.ts'
import { MAX_BARCODES } from '#shared/contracts/catalog/products.ts'
import { invalidField } from '#shared/problems/problem.ts'
import type { Barcode } from './details.ts'

const LARGEST_WEIGHT_CODE = 99_999

/** Returns the barcodes with a new internal EAN-13 appended. Throws `invalid_request` when there are too many. */
export async function withInternalBarcode(tx: Tx, barcodes: readonly Barcode[]): Promise<Barcode[]> {
  if (barcodes.length >= MAX_BARCODES)
    throw invalidField(['barcodes'], `a product has at most ${MAX_BARCODES} barcodes`)
  const requested = new Set(barcodes.map((barcode) => barcode.value))
  const number = await takeFreeNumber(tx, 'product-barcode', async (numbers) => {
    const values = numbers.map(internalEan13)
    const taken = await tx
      .select({ value: productBarcodes.value })
      .from(productBarcodes)
      .where(
        and(eq(productBarcodes.organizationId, tx.organizationId), inArray(productBarcodes.value, values)),
      )
    const isTaken = new Set([...requested, ...taken.map(({ value }) => value)])
    return new Set(numbers.filter((_, index) => isTaken.has(values[index] ?? '')))
  })
  return [...barcodes, { value: internalEan13(number), type: 'Ean13' }]
}

/** Returns the next unused weight code. Throws `invalid_request` when all are taken. */
export async function nextWeightCode(tx: Tx): Promise<string> {
  const number = await takeFreeNumber(tx, 'weight-code', async (numbers) => {
    const taken = await tx
      .select({ weightCode: products.weightCode })
      .from(products)
      .where(
        and(
          eq(products.organizationId, tx.organizationId),
          inArray(
            products.weightCode,
            numbers.flatMap((number) => weightCodeSpellings(number)),
          ),
        ),
      )
    return new Set(taken.map(({ weightCode }) => Number(weightCode)))
  })
  if (number > LARGEST_WEIGHT_CODE) throw invalidField(['weightCode'], 'all numbers of 5 digits are taken')
  return String(number)
}
