/** How a `sort` of the hub's lists orders by a field; its first field alone shows. */
export function sortedBy(sort: string | undefined, field: string | undefined): 'up' | 'down' | null {
  const [first] = (sort ?? '').split(',')
  if (!field || first?.replace('-', '') !== field) return null
  return first.startsWith('-') ? 'down' : 'up'
}

/** Up, then down, then as the list is by itself. */
export function turnSort(sort: string | undefined, field: string | undefined): string | undefined {
  const order = sortedBy(sort, field)
  return order === null ? field : order === 'up' ? `-${field}` : undefined
}
