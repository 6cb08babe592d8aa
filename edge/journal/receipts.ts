import type { RECEIPT_KINDS } from '#shared/contracts/till/till.ts'
import type { Amount, Quantity } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { UploadOutcome } from '#shared/sync/upload.ts'
import type { Db } from '../sqlite/open.ts'

type UploadState = 'waiting' | Exclude<UploadOutcome, 'later'>

export interface ReceiptRow {
  id: string
  position: number
  number: string
  cartId: string
  isReturn: boolean
  originalId: string | null
  sum: Amount
  soldAt: string
  cashierId: string
  cashierName: string
}

/** Quantity that a return takes back from a line of its basis. */
export interface ReturnedLine {
  originalId: string
  originalLineNo: number
  quantity: Quantity
}

/** Filter of a list of receipts. */
export interface ReceiptFilter {
  /**
   * A receipt matches by one of its full numbers, a part of its number, its sum, or a product on it. Null
   * when nothing is searched.
   */
  search: {
    numbers: readonly string[]
    part: string
    sum: Amount | null
    productIds: readonly string[]
  } | null
  kind: (typeof RECEIPT_KINDS)[number]
  /** Bounds of the sale time: from (inclusive) and until (exclusive), as ISO times. */
  from: string | null
  until: string | null
  /** Id of a receipt. Only older receipts are listed. */
  before: string | null
  limit: number
}

/** Filter in the form of SQL parameters. */
interface ListParameters extends Omit<ReceiptFilter, 'search'> {
  searches: 0 | 1
  numbers: string
  part: string
  sum: Amount | null
  productIds: string
}

export interface ListedReceipt extends Omit<ReceiptRow, 'cartId' | 'originalId' | 'cashierId'> {
  uploadState: UploadState
  uploadedAt: string | null
}

/** A receipt with its recorded sale. */
export interface StoredReceipt {
  id: string
  sale: SaleBody
  originalNumber: string | null
  printedCount: number
  uploadState: UploadState
  uploadedAt: string | null
}

interface StoredRow extends Omit<StoredReceipt, 'sale'> {
  body: string
}

/** SQLite stores booleans as 0 and 1. */
type Raw<Row> = { [Key in keyof Row]: Row[Key] extends boolean ? 0 | 1 : Row[Key] }

const UPLOAD_STATE = `CASE WHEN a.position IS NULL OR EXISTS (SELECT 1 FROM outbox o WHERE o.position = r.position)
  THEN 'waiting' ELSE a.result END AS uploadState`

const STORED = `
  SELECT r.id, e.body, original.number AS originalNumber, p.printed_count AS printedCount,
         a.at AS uploadedAt, ${UPLOAD_STATE}
  FROM receipts r
  JOIN entries e ON e.position = r.position
  JOIN print_jobs p ON p.receipt_id = r.id
  LEFT JOIN receipts original ON original.id = r.original_id
  LEFT JOIN acks a ON a.position = r.position`

export class ReceiptsReader {
  readonly #byNumber
  readonly #byCart
  readonly #byId
  readonly #list
  readonly #returnsOf
  readonly #has
  readonly #count
  readonly #countUnprinted
  readonly #hasId
  readonly #sumSales
  readonly #oftenSold

  constructor(db: Db) {
    // The plus sign stops SQLite from planning this large statement again for each value, which takes longer
    // than the search.
    this.#byNumber = db.prepare<[string], StoredRow>(`${STORED} WHERE r.number = +?`)
    this.#byId = db.prepare<[string], StoredRow>(`${STORED} WHERE r.id = +?`)
    this.#byCart = db.prepare<[string], StoredRow>(`${STORED} WHERE r.cart_id = +?`)
    this.#list = db.prepare<[ListParameters], Raw<ListedReceipt>>(
      `SELECT r.id, r.position, r.number, r.is_return AS isReturn, r.sum, r.sold_at AS soldAt,
              r.cashier_name AS cashierName, a.at AS uploadedAt, ${UPLOAD_STATE}
       FROM receipts r
       LEFT JOIN acks a ON a.position = r.position
       WHERE (:before IS NULL OR r.position < (SELECT position FROM receipts WHERE id = :before))
         AND (:from IS NULL OR r.sold_at >= :from)
         AND (:until IS NULL OR r.sold_at < :until)
         AND (:kind NOT IN ('sales', 'returns') OR r.is_return = (:kind = 'returns'))
         AND (:kind <> 'waiting' OR a.position IS NULL
              OR EXISTS (SELECT 1 FROM outbox o WHERE o.position = r.position))
         AND (:searches = 0
              OR r.number IN (SELECT value FROM json_each(:numbers))
              OR (:part <> '' AND instr(upper(r.number), upper(:part)) > 0)
              OR r.sum = :sum
              OR r.position IN (
                SELECT position FROM receipt_products WHERE product_id IN (SELECT value FROM json_each(:productIds))))
       ORDER BY r.position DESC
       LIMIT :limit`,
    )
    this.#has = db
      .prepare<[string, string], number>('SELECT 1 FROM receipts WHERE id = ? OR number = ?')
      .pluck()
    this.#count = db.prepare<[], number>('SELECT count(*) FROM receipts').pluck()
    this.#countUnprinted = db
      .prepare<[], number>('SELECT count(*) FROM print_jobs WHERE printed_count = 0')
      .pluck()
    this.#hasId = db.prepare<[string], number>('SELECT 1 FROM receipts WHERE id = ?').pluck()
    this.#sumSales = db.prepare<[], { count: number; sum: Amount }>(
      'SELECT count(*) AS count, coalesce(sum(sum), 0) AS sum FROM receipts WHERE NOT is_return',
    )
    // Receipts with a damaged body are skipped, so that the product search still works.
    this.#oftenSold = db
      .prepare<[string, number, number], string>(
        `SELECT line.value ->> 'productId' AS product_id
         FROM (SELECT position FROM receipts
               WHERE is_return = 0 AND sold_at >= ? ORDER BY position DESC LIMIT ?) r
         JOIN entries e ON e.position = r.position,
              json_each(iif(json_valid(e.body), e.body, '{}'), '$.lines') AS line
         GROUP BY product_id ORDER BY count(*) DESC, product_id LIMIT ?`,
      )
      .pluck()
    this.#returnsOf = db
      .prepare<[string], string>(
        `SELECT e.body FROM receipts r JOIN entries e ON e.position = r.position
         WHERE r.id IN (SELECT return_id FROM returned WHERE original_id = ?) ORDER BY r.position`,
      )
      .pluck()
  }

  /**
   * Lists the ids of the most frequent products on the latest `receipts` sales after `since`, most frequent
   * first.
   */
  listOftenSold(since: string, { receipts, products }: { receipts: number; products: number }): string[] {
    return this.#oftenSold.all(since, receipts, products)
  }

  findByNumber(number: string): StoredReceipt | null {
    return read(this.#byNumber.get(number))
  }

  findById(id: string): StoredReceipt | null {
    return read(this.#byId.get(id))
  }

  findByCart(cartId: string): StoredReceipt | null {
    return read(this.#byCart.get(cartId))
  }

  count(): number {
    return this.#count.get() ?? 0
  }

  /** Returns the count and sum of all stored sales, without returns. */
  sumSales(): { count: number; sum: Amount } {
    return must(this.#sumSales.get(), 'sum of the sales')
  }

  /** Returns the number of receipts whose printing was never confirmed. */
  countUnprinted(): number {
    return this.#countUnprinted.get() ?? 0
  }

  hasId(id: string): boolean {
    return this.#hasId.get(id) !== undefined
  }

  /** Returns true when a receipt with this id or number exists. */
  has({ id, receiptNumber }: Pick<SaleBody, 'id' | 'receiptNumber'>): boolean {
    return this.#has.get(id, receiptNumber) !== undefined
  }

  /** Lists receipts, newest first. */
  list({ search, ...filter }: ReceiptFilter): ListedReceipt[] {
    const { numbers = [], part = '', sum = null, productIds = [] } = search ?? {}
    const parameters: ListParameters = {
      ...filter,
      searches: search ? 1 : 0,
      numbers: JSON.stringify(numbers),
      part,
      sum,
      productIds: JSON.stringify(productIds),
    }
    return this.#list.all(parameters).map((row) => ({ ...row, isReturn: row.isReturn === 1 }))
  }

  /** Returns the earlier returns of a receipt. The receipt can be from another till. */
  returnsOf(receiptId: string): SaleBody[] {
    return this.#returnsOf.all(receiptId).map((body) => JSON.parse(body) as SaleBody)
  }
}

function read(row: StoredRow | undefined): StoredReceipt | null {
  if (!row) return null
  const { body, ...rest } = row
  return { ...rest, sale: JSON.parse(body) as SaleBody }
}

export class ReceiptsWriter extends ReceiptsReader {
  readonly #insert
  readonly #insertReturned
  readonly #insertPrintJob
  readonly #insertProduct
  readonly #printed

  constructor(db: Db) {
    super(db)
    this.#insert = db.prepare<[Raw<ReceiptRow>]>(
      `INSERT INTO receipts
         (id, position, number, cart_id, is_return, original_id, sum, sold_at, cashier_id, cashier_name)
       VALUES
         (:id, :position, :number, :cartId, :isReturn, :originalId, :sum, :soldAt, :cashierId, :cashierName)`,
    )
    this.#insertReturned = db.prepare<[string, number, string, number]>(
      `INSERT INTO returned (original_id, line_no, return_id, quantity) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity`,
    )
    this.#insertProduct = db.prepare<[string, number]>(
      'INSERT OR IGNORE INTO receipt_products (product_id, position) VALUES (?, ?)',
    )
    this.#insertPrintJob = db.prepare<[string]>('INSERT INTO print_jobs (receipt_id) VALUES (?)')
    this.#printed = db
      .prepare<[{ number: string; at: string }], number>(
        `UPDATE print_jobs SET printed_count = printed_count + 1, last_printed_at = :at
         WHERE receipt_id IN (
           SELECT id FROM receipts WHERE number = :number
           UNION ALL
           SELECT iif(json_valid(e.body), e.body ->> 'exchangeSaleId', NULL)
           FROM receipts r JOIN entries e USING (position) WHERE r.number = :number)
         RETURNING printed_count`,
      )
      .pluck()
  }

  /** Stores a receipt with its print job, its products and, for a return with a basis, the returned lines. */
  add(receipt: ReceiptRow, productIds: readonly string[], returnedLines: readonly ReturnedLine[]): void {
    this.#insert.run({ ...receipt, isReturn: receipt.isReturn ? 1 : 0 })
    this.#insertPrintJob.run(receipt.id)
    for (const productId of productIds) this.#insertProduct.run(productId, receipt.position)
    for (const { originalId, originalLineNo, quantity } of returnedLines) {
      this.#insertReturned.run(originalId, originalLineNo, receipt.id, quantity)
    }
  }

  /**
   * Records a print and returns the number of prints so far, or 0 when there is no such receipt. Both halves
   * of an exchange count as printed, because they are on one document.
   */
  notePrinted(number: string, at: string): number {
    return this.#printed.get({ number, at }) ?? 0
  }
}
