import { and, eq, inArray, sql } from 'drizzle-orm'
import { organizations } from '#hub/db/tables/platform.ts'
import { productImages } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { DemoData } from '#shared/contracts/organization/demo-data.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { demoRecords } from './demo-records.ts'
import { readDemoData } from './demo-state.ts'

interface Removed {
  left: DemoData
  /** Images whose files must be deleted after the commit. */
  images: (typeof productImages.$inferSelect)[]
}

/**
 * Removes all demo data in one transaction. Does nothing when there is none. Afterwards tills reload
 * everything. Throws `demo_data_in_use` while the data is being created, and when the organization's own
 * documents or receipts refer to it.
 */
export async function removeDemo(tx: Tx): Promise<Removed> {
  const { state, counts } = await readDemoData(tx)
  if (state === 'Seeding')
    throw new Problem('demo_data_in_use', {
      detail: 'The demo data is still being created. Wait until it is done',
    })
  if (Object.values(counts).every((count) => count === 0)) return { left: await readDemoData(tx), images: [] }
  const demo = demoRecords(tx.organizationId)
  const images = await tx
    .select()
    .from(productImages)
    .where(
      and(
        eq(productImages.organizationId, tx.organizationId),
        inArray(productImages.productId, demo.products),
      ),
    )
  const { rows } = await tx.execute<{ kept: number | null }>(
    sql`SELECT demo_remove(${JSON.stringify(demo)}::jsonb) AS kept`,
  )
  if (rows[0]?.kept == null)
    throw new Problem('demo_data_in_use', {
      detail:
        'Your own documents or receipts refer to goods, cards, documents or receipts of the demo: delete all data instead',
    })
  await tx.update(organizations).set({ syncEpoch: newId() }).where(eq(organizations.id, tx.organizationId))
  return { left: await readDemoData(tx), images }
}
