import type { ReactNode } from 'react'
import type { Product } from '#shared/contracts/catalog/products.ts'
import type {
  DocumentItem,
  DocumentLine,
  DocumentTable,
  HeaderMember,
  LineMember,
} from '#shared/contracts/documents.ts'
import type { FormErrors } from '../../forms/form-errors.ts'
import type { Field, Values } from '../record/record-definition.ts'

export type HeaderName =
  | HeaderMember
  | 'number'
  | 'date'
  | 'comment'
  | 'externalCode'
  | 'retailPointId'
  | 'cashierId'
  | 'customerId'
  | 'loyaltyCardId'
  | 'customerPhone'
  | 'customerEmail'

/**
 * Name of a line member. `salePrice` is the price of a retail sale: money, while document prices have four
 * decimal places.
 */
export type LineName = LineMember | 'salePrice' | 'discountAmount'

/** Contracts of the edited record: a document, or a retail sale, which has its own contracts. */
export interface EditedTable extends Omit<DocumentTable, 'members'> {
  members: { header: readonly HeaderName[]; line: readonly LineName[] }
}

/** A line during input, in decimals as in requests; null: empty. */
export interface DraftLine
  extends Partial<Omit<DocumentLine, 'id' | 'productId' | 'productName' | 'discountPercent'>> {
  id: string
  productId: string
  productName: string
  discountPercent?: number | null
  /** Discount of a retail sale on the whole line; null: the percentage is used. */
  discountAmount?: number | null
  /** Returned line, for a return. */
  originalLineId?: string | null
  /** Barcode, code and unit of a line added here. */
  about?: string
}

export interface Draft {
  header: Values
  lines: readonly DraftLine[]
}

/** Props of the content below the lines. */
export interface FootProps {
  header: Values
  /** Sum of the lines, in major units. */
  sum: number
  errors: FormErrors
  isReadOnly: boolean
  set: (name: string, value: unknown) => void
}

/**
 * Definition of a kind of document, in addition to the common parts: the columns of its lines come from its
 * contract.
 */
export interface DocumentDefinition {
  table: EditedTable
  /** Section of its texts: `title`, `new`, `one`, `empty`; `one_return` where it has returns. */
  texts: string
  /** Path of its list. */
  path: `/${string}`
  /** Fields that are always shown. */
  header: readonly Field<HeaderName>[]
  /** Fields behind "More". */
  more: readonly Field<HeaderName>[]
  /** Returns the price of a new line of a product under this header; omitted: no price. */
  firstPrice?: (product: Product, header: Values) => number | null | Promise<number | null>
  /** Set where documents may contain services. */
  allowsServices?: true
  /** Returns the initial draft of a new document, by the parameters of the address. */
  begin?: (search: Record<string, string>) => Promise<Draft | null>
  /** Actions besides those of all kinds. */
  actions?: (item: DocumentItem) => ReactNode
  /** Returns the reason why a posted document cannot be unposted, as the key of a text. */
  bound?: (item: DocumentItem) => string | undefined
  /** Content above the lines of a saved draft. */
  lineActions?: (item: DocumentItem, isDirty: boolean) => ReactNode
  /** Returns header members besides the fields, in request format: those of `foot`. */
  headerOf?: (item: DocumentItem) => Values
  /** Line members that are sent back unchanged; omitted: the comment. */
  kept?: readonly (keyof DraftLine)[]
  /** Content below the lines, such as payments. */
  foot?: (props: FootProps) => ReactNode
  /** Source documents and resulting documents. */
  related?: (item: DocumentItem) => ReactNode
}

export const document = (definition: DocumentDefinition): DocumentDefinition => definition
