import type { documentLines, documents } from '#hub/db/tables/documents.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Movement } from '#hub/ledger/movement.ts'
import type { DocumentInput, DocumentTable } from '#shared/contracts/documents.ts'
import type { Language } from '#shared/contracts/exports.ts'
import type { DocumentWarning } from '#shared/contracts/postings.ts'
import type { Cost } from '#shared/money/decimal.ts'
import type { ProductInDocument } from './products.ts'
import type { Settings } from './settings.ts'

export type DocumentRow = typeof documents.$inferSelect
export type LineRow = typeof documentLines.$inferSelect

export interface FullDocument {
  header: DocumentRow
  lines: LineRow[]
  products: ReadonlyMap<string, ProductInDocument>
  /** Warnings from posting or unposting in this request. */
  warnings?: DocumentWarning[]
}

/**
 * A kind of document: its fields, its effect on stock and its checks. Everything else is common to all kinds
 * (hub/documents).
 */
export interface DocumentKind extends DocumentTable {
  type: DocumentRow['type']
  tag: string
  /** Singular and plural noun in API summaries. */
  nouns: [one: string, many: string]
  /** Singular and plural title in files and printed documents. */
  titles: Record<Language, [one: string, many: string]>
  /** Set when the store is optional in drafts and required only for posting. */
  isStoreOptional?: true
  /** Set when lines can contain services, which are sold and bought but not stocked. */
  allowsServices?: true
  /** Set when prices and discounts must respect the limits of the products (docs/domain.md#price-limits). */
  hasPriceLimits?: true
  /** Set when a product can appear only once in the lines. */
  isProductOnce?: true
  /**
   * Returns the stock movements of a line. `landedCost` is the cost of one piece with VAT and overhead, in
   * the currency of the organization.
   */
  move(document: FullDocument, line: LineRow, landedCost: Cost): Movement[]
  /** Returns the completed input to store. Throws when its references do not fit together. */
  complete?(tx: Tx, input: DocumentInput): Promise<DocumentInput>
  /** Throws when posting is not allowed, in addition to the common checks. */
  refusePost?(tx: Tx, document: FullDocument): Promise<void>
  /** Throws when unposting is not allowed, in addition to the common checks. */
  refuseUnpost?(tx: Tx, document: FullDocument): Promise<void>
  /** Returns the lines of a draft with current values from the books. If omitted, lines are returned as stored. */
  liveLines?(tx: Tx, document: FullDocument): Promise<LineRow[]>
  /** Returns the lines added by posting, with `isAdded` set. Unposting removes them. */
  addLines?(tx: Tx, document: FullDocument): Promise<LineRow[]>
  /** Additional work when posting. Returns warnings for the user. */
  posted?(tx: Tx, document: FullDocument, settings: Settings): Promise<DocumentWarning[]>
  /** Additional work when unposting. `document` is the document as it was while posted. */
  unposted?(tx: Tx, document: FullDocument, settings: Settings): Promise<void>
}
