import type { Bench } from '../harness/bench.ts'
import { copyOut } from '../harness/copy.ts'
import type { Figure } from '../harness/figure.ts'
import type { Shop } from '../world/shop.ts'
import { rateOf } from './rate.ts'

/** Measures exports of the whole catalog, compared with COPY of the same columns. */
export async function measureExports(bench: Bench, shop: Shop, count: number): Promise<Figure[]> {
  const rates: Record<'csv' | 'xlsx' | 'copy', number[]> = { csv: [], xlsx: [], copy: [] }
  for (let run = 0; run < bench.options.runs; run += 1) {
    for (const format of ['csv', 'xlsx'] as const)
      rates[format].push(await rateOf(count, () => download(shop, format)))
    rates.copy.push(await rateOf(count, () => copyOut(shop.sql, columnsOf(shop.organizationId))))
  }
  return (['csv', 'xlsx'] as const).map((format) => ({
    name: `export of ${count} products, ${format}`,
    unit: 'rows/s',
    product: rates[format],
    floor: rates.copy,
  }))
}

async function download({ office }: Shop, format: 'csv' | 'xlsx'): Promise<void> {
  const response = await office.fetch(`/api/catalog/products/export?format=${format}`)
  if (!response.ok) throw new Error(`export: ${response.status} ${await response.text()}`)
  for await (const _ of response.body ?? []) {
    // Data is discarded, because only its arrival is measured.
  }
}

const columnsOf = (organizationId: string): string => `(
  SELECT p.name, p.code, p.article, g.name, p.cost, price.value,
    (SELECT string_agg(b.value, '|') FROM product_barcodes b
     WHERE b.organization_id = p.organization_id AND b.product_id = p.id)
  FROM products p
  JOIN product_groups g ON g.organization_id = p.organization_id AND g.id = p.product_group_id
  JOIN product_prices price ON price.organization_id = p.organization_id AND price.product_id = p.id
  WHERE p.organization_id = '${organizationId}')`
