import type { NextPrice } from '#shared/catalog/price-at.ts'
import { amountToNumber, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import { cardColumns } from '#shared/replica/cards.ts'
import type { Db } from '#shared/replica/db.ts'
import { DOCUMENT_TABLES } from '#shared/replica/documents.ts'
import { type Digest, DigestSum, kindsOf } from '#shared/sync/digest.ts'
import type { ReplicaCard, ReplicaPack, ReplicaVoucher } from '#shared/sync/download.ts'
import type { ReplicaKind } from '#shared/sync/replica-kinds.ts'

/** Number of records read at a time. */
const CHUNK = 5_000

type Row = { id: string } & Record<string, unknown>

/**
 * Computes the digest of the replica from its rows, not from the received data (docs/sync.md I-20). Yields
 * after each chunk, so call it inside a transaction to see a consistent state.
 */
export async function digestOf(db: Db, schema: number, yieldToSales: () => Promise<void>): Promise<Digest> {
  const sum = new DigestSum(schema)
  for (const kind of kindsOf(schema)) {
    const { sql, toWire } = TABLES[kind]
    const chunk = db.prepare<[number, number], Row & { rowId: number }>(
      `${sql} WHERE r.rowid > ? ORDER BY r.rowid LIMIT ?`,
    )
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const rows = chunk.all(after, CHUNK)
      for (const row of rows) sum.add(kind, idOf(row), toWire(row))
      const last = rows.at(-1)
      if (!last) break
      after = last.rowId
      await yieldToSales()
    }
  }
  return sum.digest()
}

interface Table {
  sql: string
  /**
   * Converts a row to the form in which the hub would send it. Impossible values stay unchanged, so that the
   * digest differs.
   */
  toWire: (row: Row) => object
}

const TABLES: Record<ReplicaKind, Table> = {
  settings: documents('settings'),
  unit: {
    sql: 'SELECT r.rowid AS rowId, id, name, is_fractional AS isFractional FROM units r',
    toWire: (row) => ({ ...row, isFractional: flag(row.isFractional) }),
  },
  group: {
    sql: `SELECT r.rowid AS rowId, id, name, parent_id AS parentId, sort_order AS sortOrder, vat_rate AS vatRate,
            use_parent_vat AS useParentVat
          FROM groups r`,
    toWire: (row) => ({
      ...row,
      vatRate: scaled(row.vatRate, percentToNumber),
      useParentVat: flag(row.useParentVat),
    }),
  },
  product: {
    sql: `SELECT r.row_id AS rowId, id, name, code, article, group_id AS groupId, unit_id AS unitId, kind, price,
            min_price AS minPrice, vat_rate AS vatRate, is_weighed AS isWeighed, weight_code AS weightCode,
            is_discount_prohibited AS isDiscountProhibited, use_group_vat AS useGroupVat, next_prices AS nextPrices,
            tracking_type AS trackingType, payment_subject AS paymentSubject, ntin, packs,
            minimum_age AS minimumAge, thumb_url AS thumbUrl,
            (SELECT json_group_array(b.barcode ORDER BY b.position)
             FROM barcodes b WHERE b.product_row_id = r.row_id) AS barcodes
          FROM products r`,
    toWire: (row) => ({
      ...row,
      price: scaled(row.price, amountToNumber),
      minPrice: scaled(row.minPrice, amountToNumber),
      vatRate: scaled(row.vatRate, percentToNumber),
      isWeighed: flag(row.isWeighed),
      isDiscountProhibited: flag(row.isDiscountProhibited),
      barcodes: parsed(row.barcodes),
      useGroupVat: flag(row.useGroupVat),
      nextPrices: row.nextPrices === null ? [] : nextPricesOf(parsed(row.nextPrices)),
      packs: row.packs === null ? [] : packsOf(parsed(row.packs)),
    }),
  },
  cashier: {
    sql: 'SELECT r.rowid AS rowId, id, name, pin_hash AS pinHash, permissions, limits FROM cashiers r',
    toWire: (row) => ({
      ...row,
      permissions: parsed(row.permissions),
      limits: parsed(row.limits),
    }),
  },
  stock: {
    sql: 'SELECT r.rowid AS rowId, id, quantity FROM stock r',
    toWire: (row) => ({ quantity: scaled(row.quantity, quantityToNumber) }),
  },
  priceType: documents(DOCUMENT_TABLES.priceType),
  vatRate: documents(DOCUMENT_TABLES.vatRate),
  customer: documents(DOCUMENT_TABLES.customer),
  program: documents(DOCUMENT_TABLES.program),
  promotion: documents(DOCUMENT_TABLES.promotion),
  card: {
    sql: 'SELECT r.row_id AS rowId, id, key, words, customer_id AS customerId, body FROM cards r',
    // A column that contradicts the body would make the card appear in wrong searches.
    toWire: ({ body, key, words, customerId }) => {
      const card = parsed(body) as ReplicaCard
      const derived = cardColumns({ ...card, cardNumber: String(card.cardNumber) })
      const isSound = derived.key === key && derived.words === words && derived.customerId === customerId
      return isSound ? card : {}
    },
  },
  voucher: {
    sql: 'SELECT r.rowid AS rowId, id, tag, body FROM vouchers r',
    // A voucher whose tag column differs would be found under another number.
    toWire: ({ body, tag }) => {
      const voucher = parsed(body) as ReplicaVoucher
      return voucher.tag === tag ? voucher : {}
    },
  },
  receipt: {
    sql: `SELECT r.rowid AS rowId, id, number, sold_at AS soldAt, original_id AS originalId, body FROM receipts r`,
    toWire: ({ body, ...row }) => ({ ...(parsed(body) as object), ...row }),
  },
}

/** Returns the table of a kind that is stored as received. */
function documents(table: string): Table {
  return {
    sql: `SELECT r.rowid AS rowId, id, body FROM ${table} r`,
    toWire: ({ body }) => parsed(body) as object,
  }
}

/** Marks ids that are not in lower case. No search finds them, so the digest must differ. */
const idOf = ({ id }: Row): string => (id === id.toLowerCase() ? id : `${id}?`)

const flag = (value: unknown): unknown => (value === 0 || value === 1 ? value === 1 : value)

const scaled = <Steps extends number>(value: unknown, toMajor: (steps: Steps) => number): unknown =>
  typeof value === 'number' ? toMajor(value as Steps) : value

const nextPricesOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((each?: NextPrice) => ({ from: each?.from, price: scaled(each?.price, amountToNumber) }))
    : value

const packsOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((each?: ReplicaPack) => ({
        uomId: each?.uomId,
        quantity: scaled(each?.quantity, quantityToNumber),
        barcode: each?.barcode,
      }))
    : value

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text)) ?? {}
  } catch {
    return {}
  }
}
