import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'

export interface CheckedAuditLog {
  rows: number
  seals: number
  /** First mismatch between the rows and the seals, or null when all match. */
  finding: AuditFinding | null
}

interface AuditFinding {
  seal: number
  at: string
  /** Changed or inserted row. Null when rows were deleted or the seal itself was changed. */
  rowId: string | null
}

/** Verifies the organization's audit log against its seals. The nil id stands for the platform. */
export async function checkAuditLog(tx: Tx): Promise<CheckedAuditLog> {
  const organization = sql`${tx.organizationId}::uuid`
  const { rows: counted } = await tx.execute<{ rows: number; seals: number }>(sql`
    SELECT (SELECT count(*)::int FROM audit_log WHERE organization_id = ${organization}) AS rows,
      (SELECT count(*)::int FROM audit_seals WHERE organization_id = ${organization}) AS seals`)
  const { rows: broken } = await tx.execute<{ seal: string; at: string }>(sql`
    SELECT number AS seal, at FROM (
      SELECT number, at, hash, lag(hash) OVER chain AS before, lag(number, 1, 0::bigint) OVER chain AS previous
      FROM audit_seals WHERE organization_id = ${organization}
      WINDOW chain AS (ORDER BY number)
    ) AS seals
    WHERE number <> previous + 1 OR hash <> audit_seal_hash(${organization}, number, before)
    ORDER BY number LIMIT 1`)
  const { rows: changed } = await tx.execute<{ seal: string; id: string; at: string }>(sql`
    SELECT r.seal, r.id, r.at FROM audit_log AS r
    WHERE r.organization_id = ${organization} AND r.seal IS NOT NULL AND (
      r.hash IS DISTINCT FROM audit_row_hash(r)
      OR NOT EXISTS (SELECT FROM audit_seals s WHERE s.organization_id = ${organization} AND s.number = r.seal))
    ORDER BY r.seal, r.at, r.id LIMIT 1`)
  const [seal, row] = [broken[0], changed[0]]
  const { rows = 0, seals = 0 } = counted[0] ?? {}
  if (row && (!seal || Number(row.seal) <= Number(seal.seal)))
    return { rows, seals, finding: { seal: Number(row.seal), at: asTime(row.at), rowId: row.id } }
  return { rows, seals, finding: seal ? { seal: Number(seal.seal), at: asTime(seal.at), rowId: null } : null }
}

const asTime = (at: string): string => new Date(at).toISOString()
