/** Returns the direction in which `sort` orders by a field. Only the first field of `sort` counts. */
export function sortedBy(sort: string | undefined, field: string | undefined): 'up' | 'down' | null {
  const [first] = (sort ?? '').split(',')
  if (!field || first?.replace('-', '') !== field) return null
  return first.startsWith('-') ? 'down' : 'up'
}

/** Returns the next order: ascending, then descending, then the list's default. */
export function turnSort(sort: string | undefined, field: string | undefined): string | undefined {
  const order = sortedBy(sort, field)
  return order === null ? field : order === 'up' ? `-${field}` : undefined
}
