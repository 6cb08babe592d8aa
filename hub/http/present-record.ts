interface Shown {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
  createdById: string | null
}

/** The members that every editable record shows. */
export function presentRecord(row: Shown) {
  return {
    id: row.id,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    createdById: row.createdById,
  }
}
