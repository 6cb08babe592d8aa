import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { ResourceTable } from '#shared/contracts/endpoint.ts'
import type { Permission } from '#shared/contracts/permissions.ts'
import type { Reference } from '../../fields/reference.ts'
import type { PageEntry } from '../../page-entry.ts'

export type ItemOf<Table extends ResourceTable> = z.output<Table['contracts']['item']> & {
  id: string
  version: number
}
type InputOf<Table extends ResourceTable> = z.input<Table['contracts']['create']>

/** The values of a form, by the names of the fields: as the hub takes them. */
export type Values = Record<string, unknown>

/** A field of a record; its text is `<texts of the record>.<name>`, a word of help `<name>Why`, what holds when it is empty `<name>IfEmpty`. */
export type Field<Name extends string = string> = {
  name: Name
  label?: string
  isRequired?: boolean
  /** Shown when the rest of the form says so. */
  isShown?: (values: Values) => boolean
  /** Shown to those alone who may. */
  may?: Permission
  /** Shown, and not to be changed, of some records; null: of a new one. */
  isFixed?: (item: Values | null) => boolean
  /** Takes the whole width. */
  isWide?: boolean
} & (
  | { kind: 'text' | 'paragraph' | 'email' | 'phone' }
  | { kind: 'number' | 'money' | 'percent' | 'quantity'; min?: number; max?: number; places?: number }
  | { kind: 'yes-no' }
  | {
      kind: 'choice'
      options: readonly (string | number)[] /** Section of texts of the options. */
      texts?: string
    }
  | { kind: 'choices'; options: readonly string[]; texts?: string }
  | { kind: 'reference'; to: Reference }
  | { kind: 'references'; to: Reference }
  | { kind: 'day' }
  | { kind: 'texts' }
  /** UTC, shown by the clock of the organization. */
  | { kind: 'moment' }
  /** By the clock of the shop, such as 09:30. */
  | { kind: 'time' }
  /** An object with members of its own; the texts of these stand beside those of the record. */
  | { kind: 'members'; fields: readonly Field[] }
  | { kind: 'custom'; Input: (props: CustomInput) => ReactNode }
)

/** What a field of its own is given. */
export interface CustomInput {
  value: unknown
  onChange: (value: unknown) => void
  /** Changes another field. */
  set: (name: string, value: unknown) => void
  label: string
  /** What the hub or the contract says of it; also of members, by their pointer below it. */
  error: string | undefined
  errorAt: (pointer: string) => string | undefined
  isReadOnly: boolean
  values: Values
}

export interface Section<Name extends string = string> {
  /** A text of the record; null: the first one. */
  key: string | null
  fields: readonly Field<Name>[]
}

export interface RecordDefinition<Table extends ResourceTable = ResourceTable> {
  resource: Table
  /** The section of texts: `title`, `new`, `one` and the fields. */
  texts: string
  /** The list that it is in. */
  path: `/${string}`
  /** Permissions of its area: `catalog` gives catalog.create and so on. */
  may: { create: PageEntry['may']; update: PageEntry['may']; delete: PageEntry['may'] | null }
  /** One that nobody changes or deletes, such as what came with the product. */
  isFixed?: (item: ItemOf<Table>) => boolean
  titleOf: (item: ItemOf<Table>) => string
  sections: readonly Section<keyof InputOf<Table> & string>[]
  /** What a new one begins with; its address may say more: `?parentId=...`. */
  initial?: Partial<InputOf<Table>>
  /** Beside its title, such as a state. */
  beside?: (item: ItemOf<Table>) => ReactNode
  /** Below the fields, of what is typed, saved or not. */
  preview?: (values: Values) => ReactNode
  /** Beside the form, of one that is there: pictures, history. */
  aside?: (item: ItemOf<Table>) => ReactNode
  /** Deeds besides saving and deleting. */
  actions?: (item: ItemOf<Table>) => ReactNode
}

export const record = <const Table extends ResourceTable>(
  definition: RecordDefinition<Table>,
): RecordDefinition<Table> => definition
