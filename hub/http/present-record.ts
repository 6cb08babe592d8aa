/** The members that every editable record shows. */
export function presentRecord(row: { id: string; version: number; createdAt: Date; updatedAt: Date }) {
  return {
    id: row.id,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
