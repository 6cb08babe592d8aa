import type { ReactNode } from 'react'
import type { Product } from '#shared/contracts/catalog/products.ts'
import type { DocumentItem, DocumentTable, HeaderMember, LineMember } from '#shared/contracts/documents.ts'
import type { FormErrors } from '../../forms/form-errors.ts'
import type { Field, Values } from '../record/record-definition.ts'
import type { Draft, DraftLine } from './draft.ts'

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

/** `salePrice` is the price of a retail sale: money, while documents have prices of four decimal places. */
export type LineName = LineMember | 'salePrice' | 'discountAmount'

/** What is read and written: a document, or a retail sale, which has contracts of its own. */
export interface EditedTable extends Omit<DocumentTable, 'members'> {
  members: { header: readonly HeaderName[]; line: readonly LineName[] }
}

/** What stands below the lines is given. */
export interface FootProps {
  header: Values
  /** What the lines come to, in major units. */
  sum: number
  errors: FormErrors
  isReadOnly: boolean
  set: (name: string, value: unknown) => void
}

/** What a page of a kind of document needs besides what all have: the columns of its lines come from its contract. */
export interface DocumentDefinition {
  table: EditedTable
  /** The section of texts: `title`, `new`, `one`, `empty`; `one_return` where it has returns. */
  texts: string
  /** The list that it is in. */
  path: `/${string}`
  /** Always seen. */
  header: readonly Field<HeaderName>[]
  /** Behind "More". */
  more: readonly Field<HeaderName>[]
  /** Returns the price of a new line of a product under such a header; left out: no price. */
  firstPrice?: (product: Product, header: Values) => number | null | Promise<number | null>
  /** Where services are in it too. */
  allowsServices?: true
  /** What a new one begins with, by the parameters of the address. */
  begin?: (search: Record<string, string>) => Promise<Draft | null>
  /** Deeds besides those of all kinds. */
  actions?: (item: DocumentItem) => ReactNode
  /** Why what is posted stays so, as the key of a text. */
  bound?: (item: DocumentItem) => string | undefined
  /** Above the lines of a draft that is saved. */
  lineActions?: (item: DocumentItem, isDirty: boolean) => ReactNode
  /** Members of the header besides the fields, as they are sent: those of `foot`. */
  headerOf?: (item: DocumentItem) => Values
  /** Members of a line that go back as they came; left out: its comment. */
  kept?: readonly (keyof DraftLine)[]
  /** Below the lines, such as payments. */
  foot?: (props: FootProps) => ReactNode
  /** Documents that it comes from or that came from it. */
  related?: (item: DocumentItem) => ReactNode
}

export const document = (definition: DocumentDefinition): DocumentDefinition => definition
