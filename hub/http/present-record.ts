interface Shown {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
  createdById: string | null
}

/** Returns the members shared by all editable records. */
export function presentRecord(row: Shown) {
  return {
    id: row.id,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    createdById: row.createdById,
  }
}
