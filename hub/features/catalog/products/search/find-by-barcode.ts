import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Given } from '#hub/db/statement.ts'
import { products } from '#hub/db/tables/products.ts'
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
import type { Pack } from '../packs/packs.ts'
import { retailPriceOf } from '../prices/prices.ts'
import { findProducts } from '../queries.ts'

export interface Scanned {
  products: [ProductDetails, ...ProductDetails[]]
  /** What the label of a scale says. */
  quantity?: Quantity | undefined
  /** Whose barcode it is. */
  pack?: Pack | undefined
  sum?: Amount | undefined
}

const productsWithBarcode = productsWithDetails('products.by-barcode', (given: Given<'value'>) => {
  return sql`
    SELECT product_id FROM product_barcodes
    WHERE organization_id = ${given.organizationId} AND value = ${given.value}
    UNION SELECT product_id FROM product_packs
    WHERE organization_id = ${given.organizationId} AND barcode = ${given.value}`
})

/**
 * What has this very barcode or a pack that has it, archived products last; else the same barcode as another scanner sends it; else the weighed
 * product that a scale's label stands for. Throws barcode_not_found.
 */
export async function findByBarcode(tx: Tx, value: string): Promise<Scanned> {
  for (const sent of spellingsOf(value)) {
    const [first, ...others] = await productsWithBarcode(tx, { value: sent })
    if (first) return { products: [first, ...others], ...packOf(first, sent) }
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

function packOf({ packs }: ProductDetails, value: string): Pick<Scanned, 'pack' | 'quantity'> {
  const pack = packs.find(({ barcode }) => barcode === value)
  return pack ? { pack, quantity: pack.quantity } : {}
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
  // A product has none of them twice, its packs included.
  const { rows } = await tx.execute<{ total: number; values: string[] | null }>(sql`
    WITH several AS MATERIALIZED (
      SELECT value FROM (${codesOf(tx)}) AS code GROUP BY value HAVING count(*) > 1
    )
    SELECT (SELECT count(*)::int FROM several) AS total, (
      SELECT array_agg(value) FROM (
        SELECT value FROM several ORDER BY value LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
      ) AS shown) AS values`)
  const values = rows[0]?.values ?? []
  const { rows: having } = await tx.execute<Duplicate['products'][number] & { value: string }>(sql`
    SELECT code.value, p.id, p.name, p.code, p.is_archived AS "isArchived"
    FROM (${codesOf(tx)}) AS code
    JOIN products p ON p.organization_id = ${tx.organizationId} AND p.id = code.product_id
    WHERE code.value = ANY(${sql.param(values)}::text[])
    ORDER BY p.is_archived, p.name, p.id`)
  const byValue = Map.groupBy(having, (row) => row.value)
  return {
    rows: values.map((value) => ({
      value,
      products: (byValue.get(value) ?? []).map(({ value: _, ...product }) => product),
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** The barcodes of products and of their packs. */
const codesOf = ({ organizationId }: Tx): SQL => sql`
  SELECT value, product_id FROM product_barcodes WHERE organization_id = ${organizationId}
  UNION ALL
  SELECT barcode, product_id FROM product_packs
  WHERE organization_id = ${organizationId} AND barcode IS NOT NULL`
