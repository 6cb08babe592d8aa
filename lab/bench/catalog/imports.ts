import { sleep } from '#shared/std/retry.ts'
import type { Measurement } from '../harness/bench.ts'
import { copyIn, copyOut } from '../harness/copy.ts'
import { Shop } from '../world/shop.ts'
import { rateOf } from './rate.ts'

/** Import of a file of new products with barcodes and prices, compared with COPY of the resulting rows. */
export const IMPORT: Measurement = {
  name: 'import',
  measure: async (bench) => {
    const rows = bench.options.isQuick ? 2_000 : 100_000
    const product: number[] = []
    const floor: number[] = []
    for (let run = 0; run < bench.options.runs; run += 1) {
      await using shop = await Shop.open(bench)
      const file = fileOf(rows)
      // Signs in first, because a file sent without a valid token is refused before it has arrived
      // completely.
      await shop.office.send('GET', '/api/catalog/products')
      product.push(await rateOf(rows, () => importFile(shop, file)))
      floor.push(await rateOfCopy(shop, rows))
    }
    return [
      {
        name: `import of ${rows} products`,
        unit: 'rows/s',
        product,
        floor,
        aim: { ratioAtLeast: 0.33 },
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

/** Measures COPY into tables with the same indexes but without triggers and foreign keys. */
async function rateOfCopy({ sql }: Shop, rows: number): Promise<number> {
  const contents: [string, readonly Buffer[]][] = []
  for (const table of TABLES) {
    await sql.query(`CREATE TABLE bare_${table} (LIKE ${table} INCLUDING ALL)`)
    contents.push([`bare_${table}`, await copyOut(sql, table)])
  }
  return rateOf(rows, async () => {
    await sql.query('BEGIN')
    for (const [table, chunks] of contents) await copyIn(sql, table, chunks)
    await sql.query('COMMIT')
  })
}
