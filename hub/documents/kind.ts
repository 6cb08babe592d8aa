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
  /** Warnings of the posting or unposting in this request. */
  warnings?: DocumentWarning[]
}

/**
 * A kind of document: its fields, its effect on stock and its checks. Everything else is the same for all kinds
 * (hub/documents).
 */
export interface DocumentKind extends DocumentTable {
  type: DocumentRow['type']
  tag: string
  /** Singular and plural noun in API summaries. */
  nouns: [one: string, many: string]
  /** Singular and plural title in files and printed documents. */
  titles: Record<Language, [one: string, many: string]>
  /** A draft needs no store: it is required for posting. */
  isStoreOptional?: true
  /** Allows services, which are sold and bought but not stocked. */
  allowsServices?: true
  /** Its prices and discounts must keep to the limits of the products (docs/domain.md#price-limits). */
  hasPriceLimits?: true
  /** A product appears at most once in its lines. */
  isProductOnce?: true
  /**
   * Returns the movements of a line. `landedCost` is the cost of one piece with VAT and overhead, in the
   * currency of the organization.
   */
  move(document: FullDocument, line: LineRow, landedCost: Cost): Movement[]
  /** Returns the input to store instead of the given one; throws when its references do not fit together. */
  complete?(tx: Tx, input: DocumentInput): Promise<DocumentInput>
  /** Throws when posting is not allowed, beyond the checks of all kinds. */
  refusePost?(tx: Tx, document: FullDocument): Promise<void>
  /** Throws when unposting is not allowed, beyond the checks of all kinds. */
  refuseUnpost?(tx: Tx, document: FullDocument): Promise<void>
  /** Returns the lines of a draft with current values of the books; left out: the lines as they are. */
  liveLines?(tx: Tx, document: FullDocument): Promise<LineRow[]>
  /** Returns the lines that posting adds, with `isAdded`: unposting removes them. */
  addLines?(tx: Tx, document: FullDocument): Promise<LineRow[]>
  /** Does the additional work of posting; returns warnings for the user. */
  posted?(tx: Tx, document: FullDocument, settings: Settings): Promise<DocumentWarning[]>
  /** Does the additional work of unposting; gets the document as it was while posted. */
  unposted?(tx: Tx, document: FullDocument, settings: Settings): Promise<void>
}
