interface TillRecordRow {
  id: string
  deviceId: string
  retailPointId: string
  tillId: string
  cashierId: string | null
  cashierName: string | null
  receivedAt: Date
}

/** Returns the members shared by shifts, cash movements and till events. */
export function presentTillRecord(row: TillRecordRow) {
  const { id, deviceId, retailPointId, tillId, cashierId, cashierName, receivedAt } = row
  return { id, deviceId, retailPointId, tillId, cashierId, cashierName, receivedAt: receivedAt.toISOString() }
}
