import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Given } from '#hub/db/statement.ts'
import { productBarcodes, products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { loadSettings } from '#hub/documents/settings.ts'
import { barcodeVariant } from '#shared/barcodes/barcode-variants.ts'
import {
  parseWeightBarcode,
  quantityOf,
  type WeightBarcode,
  weightCodeSpellings,
} from '#shared/barcodes/weight-barcode.ts'
import type { BarcodeDuplicatesQuery } from '#shared/contracts/catalog/products.ts'
import type { Amount, Quantity } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { type ProductDetails, type ProductRow, productsWithDetails } from '../details.ts'
import { retailPriceOf } from '../prices/prices.ts'
import { findProducts } from '../queries.ts'

export interface Scanned {
  products: [ProductDetails, ...ProductDetails[]]
  /** What the label of a scale says. */
  quantity?: Quantity | undefined
  sum?: Amount | undefined
}

const productsWithBarcode = productsWithDetails('products.by-barcode', (given: Given<'value'>) => {
  return sql`
    SELECT product_id FROM product_barcodes
    WHERE organization_id = ${given.organizationId} AND value = ${given.value}`
})

/**
 * What has this very barcode, archived products last; else the same barcode as another scanner sends it; else the weighed
 * product that a scale's label stands for. Throws barcode_not_found.
 */
export async function findByBarcode(tx: Tx, value: string): Promise<Scanned> {
  for (const sent of spellingsOf(value)) {
    const [first, ...others] = await productsWithBarcode(tx, { value: sent })
    if (first) return { products: [first, ...others] }
  }
  const label = await readLabel(tx, value)
  const row = label && (await findByWeightCode(tx, label.weightCode))
  const [product] = row ? await findProducts(tx, [row.id]) : []
  if (!label || !product)
    throw new Problem('barcode_not_found', { detail: `No product has the barcode ${value}` })
  return {
    products: [product],
    quantity: quantityOf(label, retailPriceOf(product.prices)),
    sum: 'sum' in label ? label.sum : undefined,
  }
}

/** As it was sent, and as other scanners send it. */
export function spellingsOf(barcode: string): string[] {
  const variant = barcodeVariant(barcode)
  return variant === null ? [barcode] : [barcode, variant]
}

/** What the label of a scale says by the layouts of the organization. */
export async function readLabel(tx: Tx, barcode: string): Promise<WeightBarcode | undefined> {
  // Whatever else is typed asks for no settings.
  if (!/^2\d{12}$/.test(barcode)) return undefined
  const { weightBarcodePrefixes } = await loadSettings(tx)
  return parseWeightBarcode(barcode, weightBarcodePrefixes)
}

/** The weighed product with this code, whatever zeros lead it. */
export async function findByWeightCode(tx: Tx, code: string): Promise<ProductRow | undefined> {
  const [row] = await tx
    .select()
    .from(products)
    .where(
      and(
        eq(products.organizationId, tx.organizationId),
        inArray(products.weightCode, weightCodeSpellings(code)),
        eq(products.isWeighed, true),
      ),
    )
    .orderBy(asc(products.isArchived), asc(products.weightCode))
    .limit(1)
  return row
}

export interface Duplicate {
  value: string
  products: Pick<ProductRow, 'id' | 'name' | 'code' | 'isArchived'>[]
}

/** The barcodes that more than one product has, in their order, with the products. */
export async function listBarcodeDuplicates(
  tx: Tx,
  { page, pageSize }: BarcodeDuplicatesQuery,
): Promise<{ rows: Duplicate[]; total: number }> {
  // One walk along the index of values: a product has none of them twice.
  const { rows } = await tx.execute<{ total: number; values: string[] | null }>(sql`
    WITH several AS MATERIALIZED (
      SELECT value FROM product_barcodes
      WHERE organization_id = ${tx.organizationId} GROUP BY value HAVING count(*) > 1
    )
    SELECT (SELECT count(*)::int FROM several) AS total, (
      SELECT array_agg(value) FROM (
        SELECT value FROM several ORDER BY value LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
      ) AS shown) AS values`)
  const values = rows[0]?.values ?? []
  const having = await tx
    .select({
      value: productBarcodes.value,
      product: {
        id: products.id,
        name: products.name,
        code: products.code,
        isArchived: products.isArchived,
      },
    })
    .from(productBarcodes)
    .innerJoin(
      products,
      and(
        eq(products.organizationId, productBarcodes.organizationId),
        eq(products.id, productBarcodes.productId),
      ),
    )
    .where(and(eq(productBarcodes.organizationId, tx.organizationId), inArray(productBarcodes.value, values)))
    .orderBy(asc(products.isArchived), asc(products.name), asc(products.id))
  const byValue = Map.groupBy(having, (row) => row.value)
  return {
    rows: values.map((value) => ({
      value,
      products: (byValue.get(value) ?? []).map(({ product }) => product),
    })),
    total: rows[0]?.total ?? 0,
  }
}
