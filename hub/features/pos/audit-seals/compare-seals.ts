import { and, eq, sql } from 'drizzle-orm'
import { devices, type SealDifference } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { HeldSeals } from '#shared/sync/audit-seals.ts'

/**
 * Compares a till's seals with the audit log and records the first difference on the device. A rewritten seal
 * takes precedence over a difference explained by a restored database.
 */
export async function compareSeals(
  tx: Tx,
  deviceId: string,
  { isFirst, isLast, seals }: HeldSeals,
): Promise<void> {
  const { rows } = await tx.execute<Omit<SealDifference, 'at'> & { at: string }>(sql`
    SELECT kind, number AS seal, at FROM (
      SELECT held.number, held.at,
        CASE WHEN log.number IS NULL OR log.at > held.at THEN 'restored' ELSE 'rewritten' END AS kind
      FROM jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) AS held (number bigint, at timestamptz, hash text)
      LEFT JOIN audit_seals AS log ON log.organization_id = ${tx.organizationId} AND log.number = held.number
      WHERE log.number IS NULL OR log.hash <> decode(held.hash, 'hex')
    ) AS differing
    ORDER BY kind = 'restored', number LIMIT 1`)
  const found: SealDifference | null = rows[0]
    ? { kind: rows[0].kind, seal: Number(rows[0].seal), at: new Date(rows[0].at).toISOString() }
    : null
  const own = and(eq(devices.organizationId, tx.organizationId), eq(devices.id, deviceId))
  const [noted] = await tx
    .select({ held: devices.sealsHeld, difference: devices.sealDifference })
    .from(devices)
    .where(own)
    .for('update')
  const before = isFirst ? null : (noted?.difference ?? null)
  const isWorse = found?.kind === 'rewritten' && before?.kind !== 'rewritten'
  await tx
    .update(devices)
    .set({
      sealsHeld: (isFirst ? 0 : (noted?.held ?? 0)) + seals.length,
      sealDifference: before && !isWorse ? before : found,
      ...(isLast && { sealsToldAt: sql`now()` }),
    })
    .where(own)
}
