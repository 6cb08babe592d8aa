import { sql } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import { listIds } from '#hub/db/list-ids.ts'
import type { Database } from '#hub/db/transact.ts'
import { startPeriodic } from '#hub/jobs/periodic.ts'

const EVERY_MS = 15_000
const AT_ONCE = 1000

/** Periodically applies the future prices that are due. */
export function startDuePrices(hub: HubCore): () => Promise<void> {
  return startPeriodic(hub, 'due prices', EVERY_MS, async () => {
    const organizationIds = await hub.db.platform((tx) =>
      listIds(tx, sql`SELECT platform_organizations_with_due_prices() AS id`),
    )
    for (const id of organizationIds) {
      if (hub.stopping.aborted) return
      await applyDuePrices(hub.db, id)
    }
  })
}

/**
 * Applies the due prices of the organization, earliest first, one batch per transaction. Another process
 * waits for the same rows and then finds them gone. Each price is therefore applied once, and never after a
 * later one.
 */
export async function applyDuePrices(db: Database, organizationId: string): Promise<void> {
  for (let applied = AT_ONCE; applied === AT_ONCE; ) {
    applied = await db.transact(organizationId, async (tx) => {
      const { rows } = await tx.execute<{ applied: number }>(sql`
        WITH chosen AS MATERIALIZED (
          SELECT product_id, price_type_id, starts_at FROM future_prices
          WHERE organization_id = ${organizationId} AND starts_at <= now()
          ORDER BY starts_at, product_id, price_type_id LIMIT ${AT_ONCE} FOR UPDATE
        ), due AS (
          DELETE FROM future_prices f USING chosen c
          WHERE f.organization_id = ${organizationId} AND f.product_id = c.product_id
            AND f.price_type_id = c.price_type_id AND f.starts_at = c.starts_at
          RETURNING f.product_id, f.price_type_id, f.starts_at, f.value
        ), past AS (
          INSERT INTO past_prices (organization_id, product_id, price_type_id, ended_at, value)
          SELECT ${organizationId}::uuid, ended.* FROM (
            SELECT d.product_id, d.price_type_id, d.starts_at,
              coalesce(lag(d.value) OVER (PARTITION BY d.product_id, d.price_type_id ORDER BY d.starts_at), p.value) AS value
            FROM due d
            LEFT JOIN product_prices p ON p.organization_id = ${organizationId}
              AND p.product_id = d.product_id AND p.price_type_id = d.price_type_id
          ) AS ended
          WHERE value IS NOT NULL
          ON CONFLICT DO NOTHING
        ), latest AS (
          SELECT DISTINCT ON (product_id, price_type_id) product_id, price_type_id, value FROM due
          ORDER BY product_id, price_type_id, starts_at DESC
        ), set_price AS (
          INSERT INTO product_prices (organization_id, product_id, price_type_id, value)
          SELECT ${organizationId}::uuid, product_id, price_type_id, value FROM latest
          ON CONFLICT (organization_id, product_id, price_type_id) DO UPDATE SET value = excluded.value
        ), changed AS (
          UPDATE products SET version = version + 1, updated_at = now()
          WHERE organization_id = ${organizationId} AND id IN (SELECT product_id FROM latest)
        )
        SELECT count(*)::int AS applied FROM due`)
      return rows[0]?.applied ?? 0
    })
  }
}
