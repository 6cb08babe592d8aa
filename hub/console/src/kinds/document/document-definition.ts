import type { ReactNode } from 'react'
import type { Product } from '#shared/contracts/catalog/products.ts'
import type { DocumentItem, DocumentTable, HeaderMember } from '#shared/contracts/documents.ts'
import type { Field } from '../record/record-definition.ts'
import type { Draft } from './draft.ts'

export type HeaderName = HeaderMember | 'number' | 'date' | 'comment' | 'externalCode'

/** What a page of a kind of document needs besides what all have: the columns of its lines come from its contract. */
export interface DocumentDefinition {
  table: DocumentTable
  /** The section of texts: `title`, `new`, `one`, `empty`. */
  texts: string
  /** The list that it is in. */
  path: `/${string}`
  /** Always seen. */
  header: readonly Field<HeaderName>[]
  /** Behind "More". */
  more: readonly Field<HeaderName>[]
  /** What a new line of a product costs; left out: no price. */
  firstPrice?: (product: Product) => number | null
  /** Where services are in it too. */
  allowsServices?: true
  /** What a new one begins with, by the parameters of the address. */
  begin?: (search: Record<string, string>) => Promise<Draft | null>
  /** Deeds besides those of all kinds. */
  actions?: (item: DocumentItem) => ReactNode
  /** Above the lines of a draft that is saved. */
  lineActions?: (item: DocumentItem, isDirty: boolean) => ReactNode
  /** Documents that it comes from or that came from it. */
  related?: (item: DocumentItem) => ReactNode
}

export const document = (definition: DocumentDefinition): DocumentDefinition => definition
