import type { ResourceTable } from '#shared/contracts/endpoint.ts'
import type { ItemOf, RecordDefinition, Values } from './record-definition.ts'

/**
 * Returns the initial values of a form: the record's values that have fields, or the URL's values for a new
 * record.
 */
export function valuesOf<Table extends ResourceTable>(
  { sections, initial }: RecordDefinition<Table>,
  item: ItemOf<Table> | null,
  address: Record<string, string> = {},
): Values {
  const names: string[] = sections.flatMap(({ fields }) => fields.map(({ name }) => name))
  const isField = (name: string): boolean => names.includes(name)
  if (!item)
    return { ...initial, ...Object.fromEntries(Object.entries(address).filter(([name]) => isField(name))) }
  const members = item as Values
  return Object.fromEntries(names.flatMap((name) => (name in members ? [[name, members[name]]] : [])))
}
