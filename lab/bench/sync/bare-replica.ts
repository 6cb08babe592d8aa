import { closeSync, fsyncSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import type pg from 'pg'

/** A product as stored by a till. */
export interface ReplicaRow {
  id: string
  name: string
  code: string
  article: string | null
  groupId: string | null
  unitId: string
  kind: string
  price: number
  minPrice: number | null
  vatRate: number | null
  isWeighed: 0 | 1
  weightCode: string | null
  isDiscountProhibited: 0 | 1
  barcodes: string[]
}

const PAGE = 50_000

/** Returns all products of the organization, sorted by id. */
export async function readReplicaRows(sql: pg.Client, organizationId: string): Promise<ReplicaRow[]> {
  const all: ReplicaRow[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql.query<ReplicaRow & { price: string }>(
      `SELECT p.id, p.name, p.code, p.article, p.product_group_id AS "groupId", p.unit_of_measure_id AS "unitId", p.kind,
         price.value AS price, p.min_price AS "minPrice", p.vat_rate AS "vatRate", p.is_weighed::int AS "isWeighed",
         p.weight_code AS "weightCode", p.is_discount_prohibited::int AS "isDiscountProhibited",
         ARRAY(SELECT b.value FROM product_barcodes b
               WHERE b.organization_id = p.organization_id AND b.product_id = p.id ORDER BY b.position) AS barcodes
       FROM products p
       JOIN product_prices price ON price.organization_id = p.organization_id AND price.product_id = p.id
       WHERE p.organization_id = $1 AND p.id > $2 AND price.product_id > $2 ORDER BY p.id LIMIT ${PAGE}`,
      [organizationId, after],
    )
    for (const row of rows) all.push({ ...row, price: Number(row.price) })
    const last = rows.at(-1)
    if (!last) return all
    after = last.id
  }
}

/**
 * Measures the floor of a first download in ms. Inserts the same rows, sorted and in memory, into a new file
 * with indexes for look-ups by id and barcode, in one transaction that is on disk at the end. It is as fast
 * as possible: no journal, a large cache, and the indexes created last.
 */
export function insertBare(path: string, rows: readonly ReplicaRow[]): number {
  const startedAt = performance.now()
  const db = new Database(path)
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -65536')
  db.exec(`
    CREATE TABLE products (
      row_id INTEGER PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL, code TEXT NOT NULL, article TEXT,
      group_id TEXT, unit_id TEXT NOT NULL, kind TEXT NOT NULL, price INTEGER NOT NULL, min_price INTEGER,
      vat_rate INTEGER, is_weighed INTEGER NOT NULL, weight_code TEXT, is_discount_prohibited INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE barcodes (
      product_row_id INTEGER NOT NULL, position INTEGER NOT NULL, barcode TEXT NOT NULL
    ) STRICT;
    BEGIN`)
  const insertProduct = db.prepare(
    `INSERT INTO products VALUES (NULL, :id, :name, :code, :article, :groupId, :unitId, :kind, :price, :minPrice,
       :vatRate, :isWeighed, :weightCode, :isDiscountProhibited)`,
  )
  const insertBarcode = db.prepare('INSERT INTO barcodes VALUES (?, ?, ?)')
  for (const row of rows) {
    const { lastInsertRowid } = insertProduct.run(row)
    for (const [position, barcode] of row.barcodes.entries()) {
      insertBarcode.run(lastInsertRowid, position, barcode)
    }
  }
  db.exec(`
    CREATE UNIQUE INDEX products_id ON products (id);
    CREATE INDEX barcodes_barcode ON barcodes (barcode COLLATE NOCASE);
    COMMIT`)
  db.close()
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
  return performance.now() - startedAt
}
