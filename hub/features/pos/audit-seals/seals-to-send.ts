import { sql } from 'drizzle-orm'
import { type Given, statement } from '#hub/db/statement.ts'
import type { SealNews } from '#shared/sync/download.ts'

interface Row {
  isAskedFor: boolean
  number: string | null
  at: string
  hash: string
}

/** Returns the newest seal of the audit log, and whether the device is requested to send all its seals. */
export const sealsToSend = statement(
  'devices.sealsToSend',
  (given: Given<'deviceId'>) => sql<Row>`
    SELECT coalesce(device.seals_asked_at > coalesce(device.seals_told_at, '-infinity'), false) AS "isAskedFor",
      newest.number, newest.at, encode(newest.hash, 'hex') AS hash
    FROM devices AS device
    LEFT JOIN LATERAL (
      SELECT number, at, hash FROM audit_seals
      WHERE organization_id = ${given.organizationId}::uuid ORDER BY number DESC LIMIT 1
    ) AS newest ON true
    WHERE device.organization_id = ${given.organizationId}::uuid AND device.id = ${given.deviceId}::uuid`,
)

export function presentSeals(row: Row | undefined): SealNews | undefined {
  if (!row) return undefined
  const { isAskedFor, number, at, hash } = row
  const newest = number === null ? null : { number: Number(number), at: new Date(at).toISOString(), hash }
  return { newest, isAskedFor }
}
