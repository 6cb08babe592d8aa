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
  /** Of what was posted or unposted just now. */
  warnings?: DocumentWarning[]
}

/**
 * A kind of document: its fields, its effect on stock and its checks. Everything else is the same for all kinds
 * (hub/documents).
 */
export interface DocumentKind extends DocumentTable {
  type: DocumentRow['type']
  tag: string
  /** Singular and plural, as they stand in summaries. */
  nouns: [one: string, many: string]
  /** Singular and plural, as they stand in files and on paper. */
  titles: Record<Language, [one: string, many: string]>
  /** A draft may do without a store: it is asked for when the document is posted. */
  isStoreOptional?: true
  /** Services are sold and bought, but not kept. */
  allowsServices?: true
  /** Its prices and discounts keep within what its products allow (docs/domain.md#price-limits). */
  hasPriceLimits?: true
  /** A product stands in it once at most. */
  isProductOnce?: true
  /** What a line moves; `landedCost` is what a piece of it cost with VAT and overhead as the organization has it. */
  move(document: FullDocument, line: LineRow, landedCost: Cost): Movement[]
  /** What is to be kept instead of what was sent; throws when its references do not fit together. */
  complete?(tx: Tx, input: DocumentInput): Promise<DocumentInput>
  /** Throws when posting is not allowed, beyond the checks of all kinds. */
  refusePost?(tx: Tx, document: FullDocument): Promise<void>
  /** Throws when unposting is not allowed, beyond the checks of all kinds. */
  refuseUnpost?(tx: Tx, document: FullDocument): Promise<void>
  /** The lines of a draft with what the books say now; left out: the lines as they are. */
  liveLines?(tx: Tx, document: FullDocument): Promise<LineRow[]>
  /** Lines that posting adds, with `isAdded`: unposting removes them. */
  addLines?(tx: Tx, document: FullDocument): Promise<LineRow[]>
  /** What else posting does; answers what a person should know. */
  posted?(tx: Tx, document: FullDocument, settings: Settings): Promise<DocumentWarning[]>
  /** What else unposting does; the document as it was while it was posted. */
  unposted?(tx: Tx, document: FullDocument, settings: Settings): Promise<void>
}
