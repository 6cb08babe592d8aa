import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { ResourceTable } from '#shared/contracts/endpoint.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { Reference } from '../../fields/reference.ts'
import type { PageEntry } from '../../page-entry.ts'

export type ItemOf<Table extends ResourceTable> = z.output<Table['contracts']['item']> & {
  id: string
  version: number
}
type InputOf<Table extends ResourceTable> = z.input<Table['contracts']['create']>

/** Values of a form by field name, in request format. */
export type Values = Record<string, unknown>

/**
 * A field of a record. Its label is `<texts of the record>.<name>`, its help `<name>Why`, and the meaning of
 * an empty value `<name>IfEmpty`.
 */
export type Field<Name extends string = string> = {
  name: Name
  label?: string
  isRequired?: boolean
  /** Returns true when the field is shown, depending on the other values. */
  isShown?: (values: Values) => boolean
  /** Permission required to see the field. */
  may?: Permission
  /** Returns true for records in which this field is read-only. `item` is null for a new record. */
  isFixed?: (item: Values | null) => boolean
  /** True for a field of full width. */
  isWide?: boolean
} & (
  | { kind: 'text' | 'paragraph' | 'email' | 'phone' }
  | { kind: 'number' | 'money' | 'percent' | 'quantity'; min?: number; max?: number; places?: number }
  | { kind: 'yes-no' }
  | {
      kind: 'choice'
      options: readonly (string | number)[] /** Text section of the options. */
      texts?: string
    }
  | { kind: 'choices'; options: readonly string[]; texts?: string }
  | { kind: 'reference'; to: Reference }
  | { kind: 'references'; to: Reference }
  | { kind: 'day' }
  | { kind: 'texts' }
  /** Time in UTC, shown in the time zone of the organization. */
  | { kind: 'moment' }
  /** Time of day in the shop's time zone, such as 09:30. */
  | { kind: 'time' }
  /** Object with several fields. Their texts are in the section of the record. */
  | { kind: 'members'; fields: readonly Field[] }
  | { kind: 'custom'; Input: (props: CustomInput) => ReactNode }
)

/** Props of a custom field. */
export interface CustomInput {
  value: unknown
  onChange: (value: unknown) => void
  /** Changes another field. */
  set: (name: string, value: unknown) => void
  label: string
  /**
   * Error from the hub or the contract. Errors inside an object are returned by `errorAt`, by their pointer
   * within the field.
   */
  error: string | undefined
  errorAt: (pointer: string) => string | undefined
  isReadOnly: boolean
  values: Values
}

interface Section<Name extends string = string> {
  /** Text key of the section. Null for the first one. */
  key: string | null
  fields: readonly Field<Name>[]
}

export interface RecordDefinition<Table extends ResourceTable = ResourceTable> {
  resource: Table
  /** Text section with `title`, `new`, `one` and the fields. */
  texts: string
  /** Path of the record list. */
  path: `/${string}`
  /** Required permissions. Those of an area follow a pattern: `catalog` means catalog.create and so on. */
  may: { create: PageEntry['may']; update: PageEntry['may']; delete: PageEntry['may'] | null }
  /** Returns true for a record that cannot be changed or deleted, such as a built-in one. */
  isFixed?: (item: ItemOf<Table>) => boolean
  titleOf: (item: ItemOf<Table>) => string
  sections: readonly Section<keyof InputOf<Table> & string>[]
  /** Initial values of a new record. The URL can add others: `?parentId=...`. */
  initial?: Partial<InputOf<Table>>
  /** Content beside the title, such as a state. */
  beside?: (item: ItemOf<Table>) => ReactNode
  /** Preview of the current input below the fields. */
  preview?: (values: Values) => ReactNode
  /** Content beside the form of an existing record, such as pictures or history. */
  aside?: (item: ItemOf<Table>) => ReactNode
  /** Actions other than saving and deleting. */
  actions?: (item: ItemOf<Table>) => ReactNode
}

export const record = <const Table extends ResourceTable>(
  definition: RecordDefinition<Table>,
): RecordDefinition<Table> => definition
