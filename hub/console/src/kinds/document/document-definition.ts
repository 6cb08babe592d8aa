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
 * Name of a line field. `salePrice` is the price in a retail sale, which is an amount, while document prices
 * have four decimal places.
 */
export type LineName = LineMember | 'salePrice' | 'discountAmount'

/** Contracts of the edited record: a document, or a retail sale, which has its own contracts. */
export interface EditedTable extends Omit<DocumentTable, 'members'> {
  members: { header: readonly HeaderName[]; line: readonly LineName[] }
}

/** A line being edited, in major units as in requests. Null means an empty field. */
export interface DraftLine
  extends Partial<Omit<DocumentLine, 'id' | 'productId' | 'productName' | 'discountPercent'>> {
  id: string
  productId: string
  productName: string
  discountPercent?: number | null
  /** Discount of a retail sale on the whole line. Null when the percentage is used. */
  discountAmount?: number | null
  /** Id of the returned line, for a return. */
  originalLineId?: string | null
  /** Barcode, code and unit of a line added on this page. */
  about?: string
}

export interface Draft {
  header: Values
  lines: readonly DraftLine[]
}

/** Props of the content below the lines. */
export interface FootProps {
  header: Values
  /** Total of the lines, in major units. */
  sum: number
  errors: FormErrors
  isReadOnly: boolean
  set: (name: string, value: unknown) => void
}

/**
 * Definition of a kind of document, in addition to the common parts. The columns of its lines come from its
 * contract.
 */
export interface DocumentDefinition {
  table: EditedTable
  /** Text section with `title`, `new`, `one` and `empty`, and `one_return` if the kind has returns. */
  texts: string
  /** Path of the document list. */
  path: `/${string}`
  /** Header fields that are always shown. */
  header: readonly Field<HeaderName>[]
  /** Header fields shown under "More". */
  more: readonly Field<HeaderName>[]
  /** Returns the price of a product in a new line under this header. If omitted, new lines have no price. */
  firstPrice?: (product: Product, header: Values) => number | null | Promise<number | null>
  /** Set when documents can contain services. */
  allowsServices?: true
  /** Returns the initial draft of a new document, from the URL parameters. */
  begin?: (search: Record<string, string>) => Promise<Draft | null>
  /** Actions in addition to the common ones. */
  actions?: (item: DocumentItem) => ReactNode
  /** Returns the text key of the reason why a posted document cannot be unposted, or undefined. */
  bound?: (item: DocumentItem) => string | undefined
  /** Content above the lines of a saved draft. */
  lineActions?: (item: DocumentItem, isDirty: boolean) => ReactNode
  /** Returns header values other than the fields, in request format, for `foot`. */
  headerOf?: (item: DocumentItem) => Values
  /** Line fields that are sent back unchanged. Defaults to the comment. */
  kept?: readonly (keyof DraftLine)[]
  /** Content below the lines, such as payments. */
  foot?: (props: FootProps) => ReactNode
  /** Content with source documents and resulting documents. */
  related?: (item: DocumentItem) => ReactNode
}

export const document = (definition: DocumentDefinition): DocumentDefinition => definition
