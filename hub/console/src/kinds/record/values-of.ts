import type { ResourceTable } from '#shared/contracts/endpoint.ts'
import type { ItemOf, RecordDefinition, Values } from './record-definition.ts'

/** What a form begins with: of a record those of its members that the form has fields for. */
export function valuesOf<Table extends ResourceTable>(
  { sections, initial }: RecordDefinition<Table>,
  item: ItemOf<Table> | null,
): Values {
  const names = sections.flatMap(({ fields }) => fields.map(({ name }) => name))
  if (!item) return { ...initial }
  const members = item as Values
  return Object.fromEntries(names.flatMap((name) => (name in members ? [[name, members[name]]] : [])))
}
