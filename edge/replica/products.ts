import { weightCodeSpellings } from '#shared/barcodes/weight-barcode.ts'
import { effectiveVatRate, type VatOfGroup } from '#shared/catalog/effective-vat.ts'
import { type NextPrice, priceAt } from '#shared/catalog/price-at.ts'
import type { Amount, Percent } from '#shared/money/decimal.ts'
import type { ReplicaPack } from '#shared/sync/download.ts'
import type { Db } from '../sqlite/open.ts'
import { readRecord, refuseNul } from './damaged-record.ts'
import { ProductSearch } from './product-search.ts'

export interface Product {
  id: string
  name: string
  code: string
  article: string | null
  barcodes: string[]
  groupName: string | null
  unitName: string
  isFractional: boolean
  /** True when stock is kept for the product, false for a service. */
  isKept: boolean
  /** Current price. */
  price: Amount
  minPrice: Amount | null
  isDiscountProhibited: boolean
  /** True when the product is sold by weight, so that the till requires a quantity. */
  isWeighed: boolean
  /** VAT rate of the product, or else of its group. */
  vatRate: Percent | null
  trackingType: string
  paymentSubject: string
  ntin: string | null
  packs: ReplicaPack[]
  /** Minimum age of the buyer, in years. */
  minimumAge: number | null
  /** Path of the product's picture at the hub. */
  thumbUrl: string | null
  /** Prices that start later, in order of time. */
  nextPrices: NextPrice[]
}

type Flag = 0 | 1

interface Row
  extends Omit<
    Product,
    'barcodes' | 'packs' | 'isFractional' | 'isKept' | 'isDiscountProhibited' | 'isWeighed' | 'nextPrices'
  > {
  barcodes: string
  packs: string | null
  isFractional: Flag
  isKept: Flag
  isDiscountProhibited: Flag
  isWeighed: Flag
  groupId: string | null
  useGroupVat: Flag
  nextPrices: string | null
}

interface GroupRow extends Omit<VatOfGroup, 'useParentVat'> {
  useParentVat: Flag
}

const SELECT = `
  SELECT p.id, p.name, p.code, p.article, p.price, p.min_price AS minPrice, p.vat_rate AS vatRate,
         p.use_group_vat AS useGroupVat, p.group_id AS groupId, p.next_prices AS nextPrices,
         p.is_discount_prohibited AS isDiscountProhibited, p.kind <> 'Service' AS isKept,
         p.is_weighed AS isWeighed, p.tracking_type AS trackingType, p.payment_subject AS paymentSubject, p.ntin, p.packs,
         p.minimum_age AS minimumAge, p.thumb_url AS thumbUrl,
         g.name AS groupName, coalesce(u.name, '') AS unitName, coalesce(u.is_fractional, 1) AS isFractional,
         (SELECT json_group_array(b.barcode ORDER BY b.position) FROM barcodes b WHERE b.product_row_id = p.row_id)
           AS barcodes
  FROM products p
  LEFT JOIN units u ON u.id = p.unit_id
  LEFT JOIN groups g ON g.id = p.group_id`

/**
 * Products in the assortment of the retail point. Only `find` also returns others. Lists and searches contain
 * only listed products (shared/replica/assortment.ts). Prices are read as of `now`, so a scheduled price
 * takes effect without a network.
 */
export class ProductsReader {
  readonly #now: () => Date
  readonly #findGroup
  readonly #find
  readonly #findPlace
  readonly #findOffered
  readonly #count
  readonly #list
  readonly #search
  readonly #readRow
  readonly #byBarcode
  readonly #byKey
  readonly #byCode
  readonly #byArticle
  readonly #byWeightCode
  readonly #ofGroup
  readonly #unitName
  readonly #pictured

  constructor(db: Db, now: () => Date) {
    this.#now = now
    this.#findGroup = db.prepare<[string], GroupRow>(
      `SELECT parent_id AS parentId, vat_rate AS vatRate, use_parent_vat AS useParentVat FROM groups WHERE id = ?`,
    )
    this.#find = db.prepare<[string], Row>(`${SELECT} WHERE p.id = ?`)
    this.#findPlace = db.prepare<[string], { groupId: string | null; isWeighed: Flag }>(
      'SELECT group_id AS groupId, is_weighed AS isWeighed FROM products WHERE id = ?',
    )
    this.#findOffered = db.prepare<[string], Row>(`${SELECT} WHERE p.id = ? AND p.is_offered = 1`)
    this.#count = db.prepare<[], number>('SELECT count(*) FROM products WHERE is_listed = 1').pluck()
    this.#list = db.prepare<[number], Row>(
      `${SELECT} WHERE p.is_listed = 1 ORDER BY p.name, p.row_id LIMIT ?`,
    )
    this.#search = new ProductSearch(db)
    this.#readRow = db.prepare<[number], Row>(`${SELECT} WHERE p.row_id = ?`)
    // The index ignores case, so the exact comparison is repeated.
    const withBarcode = (ofTable: string) => `
      SELECT b.product_row_id FROM json_each($values) v
      CROSS JOIN ${ofTable} b ON b.barcode = v.value COLLATE NOCASE AND b.barcode = v.value`
    this.#byBarcode = db.prepare<{ values: string }, Row>(
      `${SELECT}
       WHERE p.row_id IN (${withBarcode('barcodes')} UNION ${withBarcode('pack_barcodes')}) AND p.is_offered = 1
       ORDER BY p.name`,
    )
    this.#byKey = db.prepare<{ key: string }, Row>(
      `${SELECT}
       WHERE p.row_id IN (
         SELECT product_row_id FROM barcodes WHERE barcode = $key COLLATE NOCASE
         UNION SELECT product_row_id FROM pack_barcodes WHERE barcode = $key COLLATE NOCASE) AND p.is_offered = 1
       ORDER BY p.name`,
    )
    this.#byCode = db.prepare<[string], Row>(
      `${SELECT} WHERE p.code = ? AND p.is_offered = 1 ORDER BY p.name`,
    )
    this.#byArticle = db.prepare<[string], Row>(
      `${SELECT} WHERE p.article = ? AND p.is_offered = 1 ORDER BY p.name`,
    )
    this.#byWeightCode = db.prepare<[string], Row>(
      `${SELECT}
       WHERE p.weight_code IN (SELECT value FROM json_each(?)) AND p.is_weighed = 1 AND p.is_offered = 1
       ORDER BY p.name`,
    )
    this.#ofGroup = db.prepare<{ groupId: string | null; after: string | null; limit: number }, Row>(
      `${SELECT}
       WHERE p.group_id IS $groupId AND p.is_listed = 1
         AND (p.name, p.row_id) > (
           coalesce((SELECT name FROM products WHERE id = $after), ''),
           coalesce((SELECT row_id FROM products WHERE id = $after), 0))
       ORDER BY p.name, p.row_id LIMIT $limit`,
    )
    this.#unitName = db.prepare<[string], string>('SELECT name FROM units WHERE id = ?').pluck()
    this.#pictured = db.prepare<[number, number], { rowId: number; thumbUrl: string }>(
      `SELECT row_id AS rowId, thumb_url AS thumbUrl FROM products INDEXED BY products_pictured
       WHERE thumb_url IS NOT NULL AND row_id > ? ORDER BY row_id LIMIT ?`,
    )
  }

  /**
   * Finds a product, even outside the assortment, because it can be in a cart or on a receipt. Returns null
   * for an unknown id.
   */
  find(id: string): Product | null {
    const row = this.#find.get(id.toLowerCase())
    return row ? this.#read(row) : null
  }

  /**
   * Returns the ids of a product's group and of all groups above it, lowest first, and whether the product is
   * weighed. Returns null for an unknown product.
   */
  findPlace(id: string): { groupIds: string[]; isWeighed: boolean } | null {
    const row = this.#findPlace.get(id.toLowerCase())
    if (!row) return null
    const groupIds: string[] = []
    for (let at = row.groupId; at !== null && !groupIds.includes(at); ) {
      groupIds.push(at)
      at = this.#findGroup.get(at)?.parentId ?? null
    }
    return { groupIds, isWeighed: row.isWeighed === 1 }
  }

  findOffered(id: string): Product | null {
    const row = this.#findOffered.get(id.toLowerCase())
    return row ? this.#read(row) : null
  }

  count(): number {
    return this.#count.get() ?? 0
  }

  /**
   * Finds products for the typed text, the most likely first (product-search.ts). Empty text finds all.
   * `oftenSold` are product ids, the most frequently sold first.
   */
  search(
    typed: string,
    limit: number,
    oftenSold: readonly string[] = [],
  ): { items: Product[]; total: number } {
    if (typed === '') return { items: this.#readAll(this.#list.all(limit)), total: this.count() }
    const { rowIds, total } = this.#search.find(typed, limit, oftenSold)
    return { items: this.#readAll(rowIds.flatMap((rowId) => this.#readRow.get(rowId) ?? [])), total }
  }

  /**
   * Lists the listed products of a group, or those without a group, by name. `after` is the id of the last
   * product of the previous page.
   */
  listOfGroup(groupId: string | null, after: string | null, limit: number): Product[] {
    return this.#readAll(this.#ofGroup.all({ groupId, after, limit }))
  }

  /** Returns the name of a unit, or null when the unit is unknown. */
  findUnitName(unitId: string): string | null {
    return this.#unitName.get(unitId.toLowerCase()) ?? null
  }

  /** Lists picture paths. `rowId` is the cursor for the next page. */
  listPictured(afterRowId: number, limit: number): { rowId: number; thumbUrl: string }[] {
    return this.#pictured.all(afterRowId, limit)
  }

  /** Lists products that have one of these barcodes themselves or on a pack. */
  listByBarcode(values: readonly string[]): Product[] {
    return this.#readAll(this.#byBarcode.all({ values: JSON.stringify(values) }))
  }

  /** Lists products that have this barcode themselves or on a pack, ignoring the case of A to Z. */
  listByKey(key: string): Product[] {
    return this.#readAll(this.#byKey.all({ key }))
  }

  /** Lists weighed products by the number on a scale label, ignoring leading zeros. */
  listByWeightCode(weightCode: string): Product[] {
    return this.#readAll(this.#byWeightCode.all(JSON.stringify(weightCodeSpellings(weightCode))))
  }

  /** Lists products with this code. If there are none, lists those with this article. */
  listByCodeOrArticle(text: string): Product[] {
    const rows = this.#byCode.all(text)
    return this.#readAll(rows.length > 0 ? rows : this.#byArticle.all(text))
  }

  #readAll(rows: readonly Row[]): Product[] {
    return rows.map((row) => this.#read(row))
  }

  #read(found: Row): Product {
    const { useGroupVat, groupId, packs, ...row } = refuseNul(found)
    const now = this.#now()
    const nextPrices = row.nextPrices === null ? [] : readNextPrices(row.nextPrices)
    return {
      ...row,
      barcodes: refuseNul(JSON.parse(row.barcodes) as string[]),
      packs: packs === null ? [] : readRecord(() => JSON.parse(packs) as ReplicaPack[]),
      isFractional: row.isFractional === 1,
      isKept: row.isKept === 1,
      isDiscountProhibited: row.isDiscountProhibited === 1,
      isWeighed: row.isWeighed === 1,
      price: priceAt(row.price, nextPrices, now),
      nextPrices: nextPrices.filter(({ from }) => Date.parse(from) > now.getTime()),
      vatRate: effectiveVatRate({ groupId, vatRate: row.vatRate, useGroupVat: useGroupVat === 1 }, (id) =>
        this.#vatOf(id),
      ),
    }
  }

  #vatOf(groupId: string): VatOfGroup | undefined {
    const row = this.#findGroup.get(groupId)
    return row && { ...row, useParentVat: row.useParentVat === 1 }
  }
}

const readNextPrices = (json: string): NextPrice[] => readRecord(() => JSON.parse(json) as NextPrice[])
