import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import type { Tx } from '#hub/db/transact.ts'
import { phoneNumberOf } from '#hub/features/catalog/counterparties/phone-number.ts'
import { countryOf } from '#hub/features/catalog/counterparties/queries.ts'
import { quickSearch } from '#hub/features/catalog/products/search/quick-search.ts'
import type { Found } from '#shared/contracts/dashboard/search.ts'
import { cardKeyOf } from '#shared/contracts/loyalty/cards.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { digitsAlone, possibleNumbers, receiptNumber } from '#shared/receipts/receipt-number.ts'

interface SearchRequest {
  query: string
  limit: number
  /** Phone number in E.164, or null when the text is not a phone number. */
  phone: string | null
}
type Row = Pick<Found, 'id' | 'title' | 'detail'> & { documentType?: Found['documentType'] }

/**
 * Searches products, counterparties, documents, receipts, loyalty cards and employees by name, number, code,
 * barcode and phone number. Returns up to `limit` results of each kind. Includes only the kinds and stores
 * that the user has access to.
 */
export async function searchAll(
  tx: Tx,
  { query, limit }: Pick<SearchRequest, 'query' | 'limit'>,
  actor: Actor,
): Promise<Found[]> {
  const request = { query, limit, phone: phoneNumberOf(query, await countryOf(tx)) }
  const found: Found[] = []
  for (const { kind, may, find } of KINDS) {
    if (!actor.permissions.has(may)) continue
    for (const { documentType = null, ...row } of await find(tx, request, actor))
      found.push({ kind, ...row, documentType })
  }
  return found
}

interface Kind {
  kind: Found['kind']
  may: Permission
  find(tx: Tx, request: SearchRequest, actor: Actor): Promise<Row[]>
}

const KINDS: readonly Kind[] = [
  { kind: 'Product', may: 'catalog.view', find: findProducts },
  { kind: 'Counterparty', may: 'catalog.view', find: findCounterparties },
  { kind: 'Document', may: 'purchases.view', find: (tx, request) => findDocuments(tx, request, 'purchases') },
  { kind: 'Document', may: 'sales.view', find: (tx, request) => findDocuments(tx, request, 'sales') },
  { kind: 'Document', may: 'inventory.view', find: (tx, request) => findDocuments(tx, request, 'inventory') },
  { kind: 'Receipt', may: 'sales.view', find: findReceipts },
  { kind: 'LoyaltyCard', may: 'loyalty.view', find: findCards },
  { kind: 'Employee', may: 'employees.view', find: findEmployees },
]

async function findProducts(tx: Tx, { query, limit }: SearchRequest): Promise<Row[]> {
  const items = await quickSearch(tx, { query, limit })
  return items.map(({ id, name, code, barcode }) => ({ id, title: name, detail: barcode ?? code }))
}

async function rowsOf(tx: Tx, statement: SQL): Promise<Row[]> {
  const { rows } = await tx.execute<Row & Record<string, unknown>>(statement)
  return rows
}

/**
 * Returns the order: exact names first, then names that start with the text, then by similarity. See
 * `name_search_text` (hub/db/sql/search-text.sql).
 */
function byLikeness(name: SQL, { query }: SearchRequest): SQL {
  const [text, typed] = [sql`name_search_text(${name})`, sql`name_search_text(${query})`]
  return sql`${text} = ${typed} DESC, starts_with(${text}, ${typed}) DESC, word_similarity(${typed}, ${text}) DESC, ${name}`
}

function findCounterparties(tx: Tx, request: SearchRequest): Promise<Row[]> {
  const { query, limit, phone } = request
  const having = (column: SQL, value: string | null) => sql`
    (SELECT id FROM counterparties
    WHERE organization_id = ${tx.organizationId} AND NOT is_archived AND NOT is_system AND ${column} = ${value}
    ORDER BY name, id LIMIT ${limit})`
  return rowsOf(
    tx,
    sql`
    SELECT id, name AS title, coalesce(phone, code) AS detail FROM counterparties
    WHERE organization_id = ${tx.organizationId} AND id = ANY(ARRAY(
      SELECT find_counterparties_by_name(${query}, ${limit})
      UNION ${having(sql`code`, query)} UNION ${having(sql`tax_id`, query)} UNION ${having(sql`phone_number`, phone)}))
    ORDER BY ${byLikeness(sql`name`, request)}, id LIMIT ${limit}`,
  )
}

const TYPES = {
  purchases: ['Supply', 'SupplierReturn'],
  sales: ['Demand'],
  inventory: ['Enter', 'Loss', 'Transfer', 'Inventory'],
}

/**
 * Returns the query as typed, and padded with zeros to six characters, as a document number can be typed
 * either way.
 */
const numbersOf = (query: string): string[] => [query, query.padStart(6, '0')]

function findDocuments(tx: Tx, { query, limit }: SearchRequest, area: keyof typeof TYPES): Promise<Row[]> {
  return rowsOf(
    tx,
    sql`
    SELECT id, number AS title, to_char(date, 'YYYY-MM-DD') AS detail, type AS "documentType" FROM documents
    WHERE organization_id = ${tx.organizationId} AND type = ANY(${sql.param(TYPES[area])}::text[])
      AND (number = ANY(${sql.param(numbersOf(query))}::text[]) OR incoming_number = ${query})
    ORDER BY date DESC, id LIMIT ${limit}`,
  )
}

/**
 * Finds receipts by number, in any notation. Digits alone match in every series of the organization's tills.
 * Only complete numbers match, through the index: trigrams of digits are too unspecific for partial matches
 * among years of receipts.
 */
function findReceipts(tx: Tx, { query, limit }: SearchRequest): Promise<Row[]> {
  const digits = digitsAlone(query)
  const ofTills =
    digits === null
      ? sql`ARRAY[]::text[]`
      : sql`ARRAY(
        SELECT series || ${receiptNumber('', digits)}::text FROM device_chains
        WHERE organization_id = ${tx.organizationId})`
  const numbers = sql`ANY(${sql.param([...numbersOf(query), ...possibleNumbers(query)])}::text[] || ${ofTills})`
  const one = (column: SQL) => sql`
    SELECT id, number, receipt_number, date FROM retail_sales
    WHERE organization_id = ${tx.organizationId} AND ${column} = ${numbers}`
  return rowsOf(
    tx,
    sql`
    SELECT id, coalesce(receipt_number, number) AS title, to_char(date, 'YYYY-MM-DD') AS detail
    FROM (${one(sql`receipt_number`)} UNION ${one(sql`number`)}) AS sale ORDER BY date DESC, id LIMIT ${limit}`,
  )
}

function findCards(tx: Tx, { query, limit, phone }: SearchRequest): Promise<Row[]> {
  const key = cardKeyOf(query)
  return rowsOf(
    tx,
    sql`
    SELECT id, card_number AS title, coalesce(customer_name, phone) AS detail FROM loyalty_cards
    WHERE organization_id = ${tx.organizationId} AND id = ANY(ARRAY(
      SELECT find_loyalty_cards(${query}, ${key}, ${limit})
      UNION (SELECT id FROM loyalty_cards
        WHERE organization_id = ${tx.organizationId} AND phone_number = ${phone} LIMIT ${limit})))
    ORDER BY card_key = ${key} DESC, card_number LIMIT ${limit}`,
  )
}

/**
 * Minimum similarity between the text and part of a name. It tolerates one wrong, one missing or two swapped
 * letters in a word.
 */
const ALIKE = 0.4

/** Finds employees without an index, because there are only a few. */
function findEmployees(tx: Tx, request: SearchRequest): Promise<Row[]> {
  const { limit, phone, query } = request
  const name = sql`concat_ws(' ', last_name, first_name, middle_name)`
  return rowsOf(
    tx,
    sql`
    SELECT id, title, coalesce(position, phone) AS detail FROM (
      SELECT id, ${name} AS title, position, phone, email FROM employees
      WHERE organization_id = ${tx.organizationId} AND NOT is_archived
    ) AS employee
    WHERE word_similarity(name_search_text(${query}), name_search_text(title)) >= ${ALIKE}
      OR starts_with(lower(email), lower(${query})) OR phone = ${phone} OR phone = ${query}
    ORDER BY ${byLikeness(sql`title`, request)}, id LIMIT ${limit}`,
  )
}
