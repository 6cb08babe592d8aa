import { and, asc, eq, or, sql } from 'drizzle-orm'
import { contains } from '#hub/db/records.ts'
import { priceTypes, productBarcodes, productPrices, products } from '#hub/db/tables/catalog.ts'
import { unitsOfMeasure } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { QuickSearchItem, QuickSearchQuery } from '#shared/contracts/products.ts'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { hasBarcode } from './queries.ts'

/**
 * For adding lines to documents: first what has this very code, article or barcode, then names that begin with the
 * text, then whatever contains it. Letter case aside, without archived products, in one statement.
 */
export async function quickSearch(tx: Tx, { query, limit }: QuickSearchQuery): Promise<QuickSearchItem[]> {
  const same = sql`lower(${query})`
  const isExact = or(
    sql`lower(${products.code}) = ${same}`,
    sql`lower(${products.article}) = ${same}`,
    hasBarcode(tx, eq(productBarcodes.value, query)),
  )
  const rank = sql`CASE WHEN ${isExact} THEN 0 WHEN starts_with(lower(${products.name}), ${same}) THEN 1 ELSE 2 END`
  const rows = await tx
    .select({
      id: products.id,
      name: products.name,
      code: products.code,
      article: products.article,
      barcode: barcodeLike(query),
      unitName: unitsOfMeasure.name,
      retailPrice: productPrices.value,
    })
    .from(products)
    .innerJoin(unitsOfMeasure, eq(unitsOfMeasure.id, products.unitOfMeasureId))
    .leftJoin(
      priceTypes,
      and(eq(priceTypes.organizationId, products.organizationId), eq(priceTypes.isDefault, true)),
    )
    .leftJoin(
      productPrices,
      and(
        eq(productPrices.organizationId, products.organizationId),
        eq(productPrices.productId, products.id),
        eq(productPrices.priceTypeId, priceTypes.id),
      ),
    )
    .where(
      and(
        eq(products.organizationId, tx.organizationId),
        eq(products.isArchived, false),
        or(isExact, contains([products.name, products.code, products.article], query)),
      ),
    )
    .orderBy(rank, asc(products.name), asc(products.id))
    .limit(limit)
  return rows.map((row) => ({ ...row, retailPrice: amountToNumber(row.retailPrice ?? (0 as Amount)) }))
}

/** The barcode that was asked for, or else the product's first. */
function barcodeLike(query: string) {
  return sql<string | null>`(
    SELECT value FROM product_barcodes barcode
    WHERE barcode.organization_id = ${products.organizationId} AND barcode.product_id = ${products.id}
    ORDER BY barcode.value = ${query} DESC, barcode.position
    LIMIT 1)`
}
