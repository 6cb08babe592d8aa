import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sleep } from '#shared/std/retry.ts'
import type { Measurement } from '../harness/bench.ts'
import { timed } from '../harness/timed.ts'
import { Shop } from '../world/shop.ts'
import { openLargeShop } from './lookups.ts'

/** The whole catalog as a file, beside COPY of the same columns to a file of the server's. */
export const EXPORT: Measurement = {
  name: 'export',
  measure: async (bench) => {
    const count = bench.options.isQuick ? 10_000 : 300_000
    await using shop = await openLargeShop(bench, count)
    const folder = bench.newPath('copy')
    mkdirSync(folder)
    chmodSync(folder, 0o777)
    const rates: Record<'csv' | 'xlsx' | 'copy', number[]> = { csv: [], xlsx: [], copy: [] }
    for (let run = 0; run < bench.options.runs; run += 1) {
      for (const format of ['csv', 'xlsx'] as const)
        rates[format].push(
          await rateOf(count, async () => {
            const response = await shop.office.fetch(`/api/catalog/products/export?format=${format}`)
            for await (const _ of response.body ?? []) {
              // Only that it comes counts.
            }
          }),
        )
      rates.copy.push(
        await rateOf(count, () =>
          shop.sql.query(
            `COPY (
               SELECT p.name, p.code, p.article, g.name, p.cost, price.value,
                 (SELECT string_agg(b.value, '|') FROM product_barcodes b
                  WHERE b.organization_id = p.organization_id AND b.product_id = p.id)
               FROM products p
               JOIN product_groups g ON g.organization_id = p.organization_id AND g.id = p.product_group_id
               JOIN product_prices price ON price.organization_id = p.organization_id AND price.product_id = p.id
               WHERE p.organization_id = '${shop.organizationId}'
             ) TO '${join(folder, `export-${run}`)}' WITH (FORMAT csv)`,
          ),
        ),
      )
    }
    const figure = (format: 'csv' | 'xlsx') => ({
      name: `export of ${count} products, ${format}`,
      unit: 'rows/s',
      product: rates[format],
      floor: rates.copy,
    })
    return [figure('csv'), figure('xlsx')]
  },
}

/** A file of new products with barcodes and prices, beside COPY of what it leaves in the tables. */
export const IMPORT: Measurement = {
  name: 'import',
  measure: async (bench) => {
    const rows = bench.options.isQuick ? 2_000 : 100_000
    const product: number[] = []
    const floor: number[] = []
    for (let run = 0; run < bench.options.runs; run += 1) {
      await using shop = await Shop.open(bench)
      const file = fileOf(rows)
      product.push(await rateOf(rows, () => importFile(shop, file)))
      const folder = bench.newPath('copy')
      mkdirSync(folder)
      chmodSync(folder, 0o777)
      floor.push(await rateOfCopy(shop, rows, folder))
    }
    return [
      {
        name: `import of ${rows} products`,
        unit: 'rows/s',
        product,
        floor,
        aim: { ratioAtLeast: 1 / 3 },
      },
    ]
  },
}

function fileOf(rows: number): Blob {
  const lines = Array.from({ length: rows }, (_, i) =>
    [
      `Товар № ${i}`,
      `C${i}`,
      `A-${i}`,
      `E-${i}`,
      `Группа ${i % 50}`,
      `K-${i}-1|K-${i}-2`,
      '70.5',
      '120.00',
    ].join(','),
  )
  const head = 'Name,Code,Article,External code,Group,Barcodes,Cost,Retail price'
  return new Blob([[head, ...lines].join('\r\n')], { type: 'text/csv' })
}

async function importFile(shop: Shop, file: Blob): Promise<void> {
  const form = new FormData()
  form.append('file', file, 'products.csv')
  const response = await shop.office.fetch('/api/catalog/products/import-csv', { method: 'POST', body: form })
  const answer = (await response.json()) as { id?: string }
  if (!response.ok) throw new Error(`import: ${response.status} ${JSON.stringify(answer)}`)
  if (response.status !== 202) return
  for (;;) {
    const { status, outcome } = await shop.office.send<{ status: string; outcome: unknown }>(
      'GET',
      `/api/catalog/products/imports/${answer.id}`,
    )
    if (status === 'Done') return
    if (status === 'Failed') throw new Error(`import: ${JSON.stringify(outcome)}`)
    await sleep(20)
  }
}

const TABLES = ['products', 'product_prices', 'product_barcodes']

/** Into tables with the same indexes, without triggers and foreign keys. */
async function rateOfCopy({ sql }: Shop, rows: number, folder: string): Promise<number> {
  for (const table of TABLES) {
    await sql.query(`COPY ${table} TO '${join(folder, table)}'`)
    await sql.query(`CREATE TABLE bare_${table} (LIKE ${table} INCLUDING ALL)`)
  }
  return rateOf(rows, async () => {
    await sql.query('BEGIN')
    for (const table of TABLES) await sql.query(`COPY bare_${table} FROM '${join(folder, table)}'`)
    await sql.query('COMMIT')
  })
}

async function rateOf(count: number, work: () => Promise<unknown>): Promise<number> {
  return (count * 1000) / (await timed(work))
}
