import type pg from 'pg'
import { must } from '#shared/std/must.ts'
import type { Shop } from './shop.ts'

export interface CatalogProduct {
  id: string
  code: string
  name: string
  /** Price in hundredths. */
  price: number
  barcode: string
  groupId: string
}

/** Number of products inserted in one transaction. */
const PRODUCTS_PER_TRANSACTION = 100_000
/**
 * Size of a small first batch. PostgreSQL caches its plan for foreign key checks, and a plan made for an
 * empty table would scan the whole table.
 */
const FIRST_PRODUCTS = 1_000

/**
 * Returns SQL for an id in the style of a UUID v7: it starts with a time and ends with random digits.
 * Deterministic for each number.
 */
export const idOf = (number: string): string =>
  `(lpad(to_hex(1760000000000 + ${number}), 12, '0') || '7' || substr(md5((${number})::text), 1, 3)
    || '8' || substr(md5((${number})::text), 4, 15))::uuid`

const NAME = `
  (ARRAY['Молоко пастеризованное','Хлеб ржаной нарезной','Чай чёрный крупнолистовой','Шоколад молочный с орехами',
         'Масло подсолнечное рафинированное','Средство для мытья посуды','Яблоки «Апорт» отборные'])[1 + i % 7]
  || ' «' || (ARRAY['Степное','Айналайын','Тюльпан','Медеу','Алатау'])[1 + i % 5] || '» '
  || (1 + i % 20) * 50 || ' г № ' || i`

const PRICE = '(10000 + i * 37 % 500000)'
/** Barcodes scattered like real ones. 7919000033 is coprime to 10^11, so no barcode repeats. */
const BARCODE = `'48' || lpad((i::bigint * 7919000033 % 100000000000)::text, 11, '0')`

/**
 * Inserts a catalog by SQL with Cyrillic names, 50 groups, and a price and 1.2 barcodes for each product. Ids
 * are in the order of product numbers.
 */
export async function fillCatalog(
  { sql, office }: Pick<Shop, 'sql' | 'office'>,
  count: number,
): Promise<void> {
  const { organizationId, priceTypeId } = office.shop
  const { rows } = await sql.query<{ id: string }>(`SELECT id FROM units_of_measure WHERE code = '796'`)
  const unitId = must(rows[0], 'unit').id
  const inTransaction = async (...statements: string[]): Promise<void> => {
    await sql.query(
      [
        `BEGIN; SET LOCAL app.organization_id = '${organizationId}'`,
        ...statements,
        'SELECT feed_bump(); COMMIT',
      ].join(';\n'),
    )
  }
  const gatherStatistics = async (): Promise<void> => {
    for (const table of ['product_groups', 'products', 'product_prices', 'product_barcodes', 'feed'])
      await sql.query(`VACUUM ANALYZE ${table}`)
  }
  await inTransaction(
    `INSERT INTO product_groups (organization_id, id, name, sort_order, is_archived)
     SELECT '${organizationId}', ${idOf('i')}, 'Группа товаров ' || i, i, false FROM generate_series(1, 50) i`,
  )
  for (let from = 1, upTo = 0; from <= count; from = upTo + 1) {
    upTo = from === 1 ? Math.min(count, FIRST_PRODUCTS) : Math.min(count, from + PRODUCTS_PER_TRANSACTION - 1)
    const numbers = `generate_series(${from}, ${upTo}) i`
    await inTransaction(
      `INSERT INTO products (organization_id, id, name, code, article, product_group_id, unit_of_measure_id, cost,
         vat_rate, is_weighed, kind, is_discount_prohibited, is_archived, has_barcode)
       SELECT '${organizationId}', ${idOf('i')}, ${NAME}, lpad(i::text, 8, '0'), 'A-' || i,
         ${idOf('1 + i % 50')},
         '${unitId}', ${PRICE} * 70, 1200, false, 'Good', false, false, true
       FROM ${numbers}`,
      `INSERT INTO product_prices (organization_id, product_id, price_type_id, value)
       SELECT '${organizationId}', ${idOf('i')}, '${priceTypeId}', ${PRICE} FROM ${numbers}`,
      `INSERT INTO product_barcodes (organization_id, product_id, value, type, position)
       SELECT '${organizationId}', ${idOf('i')}, ${BARCODE}, 'Ean13', 0 FROM ${numbers}`,
      `INSERT INTO product_barcodes (organization_id, product_id, value, type, position)
       SELECT '${organizationId}', ${idOf('i')}, '46' || lpad(i::text, 11, '0'), 'Ean13', 1 FROM ${numbers} WHERE i % 5 = 0`,
    )
    if (from === 1) await gatherStatistics()
  }
  await gatherStatistics()
}

/**
 * Returns the products with the given numbers, starting from 1, limited to one organization if
 * `organizationId` is given.
 */
export async function findProducts(
  sql: pg.Client,
  numbers: readonly number[],
  organizationId: string | null = null,
): Promise<CatalogProduct[]> {
  const { rows } = await sql.query<Omit<CatalogProduct, 'price'> & { price: string }>(
    `SELECT p.id, p.code, p.name, p.product_group_id AS "groupId", price.value AS price, b.value AS barcode
     FROM products p
     JOIN product_prices price USING (organization_id)
     JOIN product_barcodes b USING (organization_id)
     WHERE price.product_id = p.id AND b.product_id = p.id AND b.position = 0 AND p.code = ANY($1)
       AND ($2::uuid IS NULL OR p.organization_id = $2)
     ORDER BY p.id`,
    [numbers.map((number) => String(number).padStart(8, '0')), organizationId],
  )
  return rows.map((row) => ({ ...row, price: Number(row.price) }))
}
