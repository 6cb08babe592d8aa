import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Given } from '#hub/db/statement.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { loadSettings } from '#hub/documents/settings.ts'
import { keyOf, type LabelFacts, type LookUpStep, lookUpSteps } from '#shared/barcodes/look-up-steps.ts'
import { parseWeightBarcode, quantityOf, weightCodeSpellings } from '#shared/barcodes/weight-barcode.ts'
import type { BarcodeDuplicatesQuery } from '#shared/contracts/catalog/products.ts'
import { type Amount, multiplyDivide, type Quantity, quantity as units } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { type ProductDetails, type ProductRow, productsWithDetails } from '../details.ts'
import type { Pack } from '../packs/packs.ts'
import { retailPriceOf } from '../prices/prices.ts'
import { findProducts } from '../queries.ts'

export interface Scanned {
  products: [ProductDetails, ...ProductDetails[]]
  /** Quantity from the scale label, the pack or the symbol. */
  quantity?: Quantity | undefined
  /** Pack that the barcode belongs to. */
  pack?: Pack | undefined
  sum?: Amount | undefined
  /** Other data encoded in the symbol. */
  facts?: LabelFacts | undefined
}

const productsWithBarcode = productsWithDetails('products.by-barcode', (given: Given<'values'>) => {
  const values = sql`ARRAY(SELECT unnest(${given.values}::text[]))`
  return sql`
    SELECT product_id FROM product_barcodes
    WHERE organization_id = ${given.organizationId} AND value = ANY(${values})
    UNION SELECT product_id FROM product_packs
    WHERE organization_id = ${given.organizationId} AND barcode = ANY(${values})`
})

const productsWithKey = productsWithDetails('products.by-barcode-key', (given: Given<'key'>) => {
  return sql`
    SELECT product_id FROM product_barcodes
    WHERE organization_id = ${given.organizationId} AND key = ${given.key}
    UNION SELECT product_id FROM product_packs
    WHERE organization_id = ${given.organizationId} AND barcode_key = ${given.key}`
})

/**
 * Returns the products found for a scanned text, by the steps of shared/barcodes/look-up-steps.ts. Archived
 * products come last. Throws `barcode_not_found` and `label_verifier_wrong`.
 */
export async function findByBarcode(tx: Tx, scanned: string): Promise<Scanned> {
  const found = await findScanned(tx, scanned)
  if (found) return found
  throw new Problem('barcode_not_found', { detail: `No product has the barcode ${scanned}` })
}

/** Returns the same as `findByBarcode`, but null when nothing is found. */
export async function findScanned(tx: Tx, scanned: string): Promise<Scanned | null> {
  for (const step of lookUpSteps(scanned)) {
    const found = step.by === 'label' ? await findWeighed(tx, step.label) : await findByStep(tx, step)
    if (found) return found
  }
  return null
}

async function findByStep(tx: Tx, step: Exclude<LookUpStep, { by: 'label' }>): Promise<Scanned | null> {
  const [first, ...others] =
    step.by === 'barcode'
      ? await productsWithBarcode(tx, { values: [...step.values] })
      : await productsWithKey(tx, { key: step.key })
  if (!first) return null
  const isFound = (barcode: string): boolean =>
    step.by === 'barcode' ? step.values.includes(barcode) : keyOf(barcode) === step.key
  const pack = first.packs.find(({ barcode }) => barcode !== null && isFound(barcode))
  const facts = step.by === 'barcode' ? step.facts : {}
  return { products: [first, ...others], pack, facts, sum: facts.sum, quantity: quantityBy(pack, facts) }
}

/**
 * Returns the measure from the symbol, such as kilograms, or else the number of pieces: the count from the
 * symbol times the pieces of the pack. Undefined when there is neither a count nor a pack.
 */
function quantityBy(pack: Pack | undefined, { measure, count }: LabelFacts): Quantity | undefined {
  if (measure !== undefined) return measure
  if (count === undefined) return pack?.quantity
  return multiplyDivide(pack?.quantity ?? units(1), count, 1000) as Quantity
}

async function findWeighed(tx: Tx, barcode: string): Promise<Scanned | null> {
  const { weightBarcodePrefixes } = await loadSettings(tx)
  const label = parseWeightBarcode(barcode, weightBarcodePrefixes)
  const row = label && (await findByWeightCode(tx, label.weightCode))
  const [product] = row ? await findProducts(tx, [row.id]) : []
  if (!label || !product) return null
  const quantity = quantityOf(label, retailPriceOf(product.prices))
  return { products: [product], quantity, sum: label.sum }
}

/** Returns the weighed product with this code, ignoring leading zeros. */
async function findByWeightCode(tx: Tx, code: string): Promise<ProductRow | undefined> {
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

/** Returns a page of the barcodes shared by several products, in ascending order, with the products. */
export async function listBarcodeDuplicates(
  tx: Tx,
  { page, pageSize }: BarcodeDuplicatesQuery,
): Promise<{ rows: Duplicate[]; total: number }> {
  // A product cannot have the same barcode twice, including those of its packs.
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

/** Returns the barcodes of products and of their packs. */
const codesOf = ({ organizationId }: Tx): SQL => sql`
  SELECT value, product_id FROM product_barcodes WHERE organization_id = ${organizationId}
  UNION ALL
  SELECT barcode, product_id FROM product_packs
  WHERE organization_id = ${organizationId} AND barcode IS NOT NULL`
