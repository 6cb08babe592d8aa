import { and, desc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Actor } from '#hub/auth/actor.ts'
import { countRows } from '#hub/db/records.ts'
import { counterparties } from '#hub/db/tables/catalog.ts'
import { documents } from '#hub/db/tables/documents.ts'
import { backgroundJobs } from '#hub/db/tables/jobs.ts'
import { loyaltyCards } from '#hub/db/tables/loyalty.ts'
import { employees } from '#hub/db/tables/organization.ts'
import { products } from '#hub/db/tables/products.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import { tillShifts } from '#hub/db/tables/till.ts'
import type { Tx } from '#hub/db/transact.ts'
import { presentJob } from '#hub/features/operations/jobs/present.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { type JobRow, startJob } from '#hub/jobs/tracked-jobs.ts'
import type { DemoData } from '#shared/contracts/organization/demo-data.ts'
import { demoRecords } from './demo-records.ts'

/** Returns the number of existing demo records of each kind. */
export async function countDemoData(tx: Tx): Promise<DemoData['counts']> {
  const ids = demoRecords(tx.organizationId)
  const count = (table: PgTable & Owned, where: SQL) =>
    countRows(tx, table, and(eq(table.organizationId, tx.organizationId), where))
  return {
    products: await count(products, inArray(products.id, ids.products)),
    counterparties: await count(counterparties, inArray(counterparties.id, ids.counterparties)),
    employees: await count(employees, inArray(employees.id, ids.employees)),
    loyaltyCards: await count(loyaltyCards, inArray(loyaltyCards.id, ids.loyaltyCards)),
    documents: await count(documents, inArray(documents.id, ids.documents)),
    shifts: await count(tillShifts, eq(tillShifts.deviceId, ids.till)),
    retailSales: await count(retailSales, eq(retailSales.deviceId, ids.till)),
  }
}

type Owned = { organizationId: AnyPgColumn }

/** True when the organization has products, counterparties, documents or receipts besides the demo data. */
async function hasOwnData(tx: Tx): Promise<boolean> {
  const ids = demoRecords(tx.organizationId)
  const own = sql`organization_id = ${tx.organizationId}`
  const { rows } = await tx.execute<{ isThere: boolean }>(sql`
    SELECT
      EXISTS (SELECT FROM ${products} WHERE ${own} AND ${notInArray(products.id, ids.products)})
      OR EXISTS (SELECT FROM ${counterparties} WHERE ${own} AND NOT ${counterparties.isSystem}
        AND ${notInArray(counterparties.id, ids.counterparties)})
      OR EXISTS (SELECT FROM ${documents} WHERE ${own} AND ${notInArray(documents.id, ids.documents)})
      OR EXISTS (SELECT FROM ${retailSales} WHERE ${own} AND device_id IS DISTINCT FROM ${ids.till}) AS "isThere"`)
  return rows[0]?.isThere === true
}

async function findLatestJob(tx: Tx): Promise<JobRow | undefined> {
  const [job] = await tx
    .select()
    .from(backgroundJobs)
    .where(and(eq(backgroundJobs.organizationId, tx.organizationId), eq(backgroundJobs.type, 'demo-data')))
    .orderBy(desc(backgroundJobs.createdAt))
    .limit(1)
  return job
}

/** Returns the state of the demo data. */
export async function readDemoData(tx: Tx): Promise<DemoData> {
  const job = await findLatestJob(tx)
  const counts = await countDemoData(tx)
  return { state: await stateOf(tx, job, counts), counts, job: job ? presentJob(job) : null }
}

async function stateOf(
  tx: Tx,
  job: JobRow | undefined,
  { products }: DemoData['counts'],
): Promise<DemoData['state']> {
  if (job?.status === 'Succeeded') return products > 0 ? 'Seeded' : 'Removed'
  if (job?.status === 'Queued' || job?.status === 'Running') return 'Seeding'
  return (await hasOwnData(tx)) ? 'OwnData' : 'None'
}

/**
 * Starts the job that seeds the demo data, and returns the state. Does nothing unless the state is `None`: an
 * invented month would corrupt the books of an organization with real data.
 */
export async function startSeeding(tx: Tx, actor: Actor, jobs: JobQueue): Promise<DemoData> {
  const known = await readDemoData(tx)
  if (known.state !== 'None') return known
  await startJob(tx, jobs, { type: 'demo-data', input: {}, requester: actor, onceKey: 'demo-data' })
  return readDemoData(tx)
}
