import { and, eq, lt, sql } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import { allOrganizations } from '#hub/db/all-organizations.ts'
import { deviceChains, uploads } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { openWorkItem, settleByItself } from '#hub/features/work-items/open-work-item.ts'
import { startPeriodic } from '#hub/jobs/periodic.ts'
import { flag } from '#shared/flags/flag.ts'
import { findGaps, type Gap } from './watermark.ts'

const EVERY_MS = 60 * 60_000
/** Minimum age of a reported hole. Items arrive out of order, and a till can be offline overnight. */
const PATIENCE_HOURS = 24
const MOST_REASONS = 20

/** Starts adding numbers that have been missing from chains for too long to the work list. */
export function startHoleSweep(hub: HubCore): () => Promise<void> {
  return startPeriodic(hub, 'hole sweep', EVERY_MS, () => sweep(hub))
}

async function sweep(hub: HubCore): Promise<void> {
  for (const organizationId of await allOrganizations(hub)) {
    if (hub.stopping.aborted) return
    const chains = await hub.db.read(organizationId, (tx) =>
      tx
        .select()
        .from(deviceChains)
        .where(
          and(
            eq(deviceChains.organizationId, organizationId),
            lt(deviceChains.watermark, deviceChains.highest),
          ),
        ),
    )
    for (const chain of chains) await hub.db.transact(organizationId, (tx) => look(tx, chain))
  }
}

async function look(tx: Tx, chain: typeof deviceChains.$inferSelect): Promise<void> {
  const gaps = await keepOld(tx, chain.id, await findGaps(tx, chain, null))
  const key = { kind: 'hole' as const, subject: chain.id }
  if (gaps.length === 0) return settleByItself(tx, key)
  const reasons = gaps
    .slice(0, MOST_REASONS)
    .map(({ first, last }) =>
      first === last ? flag('missing.one', { first }) : flag('missing.several', { first, last }),
    )
  return openWorkItem(tx, { ...key, deviceId: chain.deviceId, reasons })
}

/** Returns the gaps that are old enough. The age of a gap is that of the item that revealed it. */
async function keepOld(tx: Tx, chainId: string, gaps: readonly Gap[]): Promise<Gap[]> {
  const rows = await tx
    .select({ seq: uploads.seq })
    .from(uploads)
    .where(
      and(
        eq(uploads.organizationId, tx.organizationId),
        eq(uploads.chainId, chainId),
        sql`${uploads.seq} = ANY(${sql.param(gaps.map(({ last }) => last + 1))}::int[])`,
        lt(uploads.receivedAt, sql`now() - make_interval(hours => ${PATIENCE_HOURS})`),
      ),
    )
  const old = new Set(rows.map(({ seq }) => seq))
  return gaps.filter(({ last }) => old.has(last + 1))
}
