import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { type DigestFacts, morningDigests, type Some } from '#hub/db/tables/digests.ts'
import { devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { isAtCost, priceTypeInBooks } from '#hub/features/catalog/products/prices/below-cost.ts'
import { raises } from '#hub/features/fleet/devices/alerts.ts'
import { profitOf, revenueOf } from '#hub/features/reports/profit/profit-report.ts'
import { readReport } from '#hub/features/reports/sold/report.ts'
import { must } from '#shared/std/must.ts'
import { fromWallClock } from '#shared/std/zone-time.ts'

/** Maximum number of lines in each list. Further lines are only counted. */
const MOST_LINES = 5
const FIRST_DAY = '0001-01-01'

/** Days for which digests are retained. */
const KEEPS_DAYS = 90

/**
 * Returns the digest of the day before `today`, in the organization's time zone. Uses the stored digest if
 * there is one.
 */
export async function makeDigest(tx: Tx, today: string, timeZone: string): Promise<DigestFacts> {
  const [made] = await tx
    .select({ facts: morningDigests.facts })
    .from(morningDigests)
    .where(and(isOwn(tx), eq(morningDigests.day, today)))
  if (made) return made.facts
  const yesterday = daysBefore(today, 1)
  const between = { since: startOf(yesterday, timeZone), until: startOf(today, timeZone) }
  return {
    day: yesterday,
    ...(await soldOn(tx, yesterday)),
    ...(await pastOf(tx, yesterday)),
    papers: await latePapers(tx, between),
    prices: await changedPrices(tx, between),
    belowCost: await suppliedBelowCost(tx, between),
    people: await changedPeople(tx, between),
    silent: await silentTills(tx),
  }
}

/**
 * Stores the digest unless one exists, deletes old ones, and returns the stored one. All readers therefore
 * get the same digest.
 */
export async function keepDigest(tx: Tx, today: string, facts: DigestFacts): Promise<DigestFacts> {
  const { organizationId } = tx
  await tx.insert(morningDigests).values({ organizationId, day: today, facts }).onConflictDoNothing()
  await tx.delete(morningDigests).where(and(isOwn(tx), lt(morningDigests.day, daysBefore(today, KEEPS_DAYS))))
  const [kept] = await tx
    .select({ facts: morningDigests.facts })
    .from(morningDigests)
    .where(and(isOwn(tx), eq(morningDigests.day, today)))
  return must(kept, 'digest').facts
}

const isOwn = (tx: Tx) => eq(morningDigests.organizationId, tx.organizationId)

interface Between {
  since: string
  until: string
}

const startOf = (day: string, timeZone: string): string => fromWallClock(`${day} 00:00:00`, timeZone)
const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)

async function soldOn(tx: Tx, day: string) {
  const weekAgo = daysBefore(day, 7)
  const [{ sold, returned }, before] = [await readSold(tx, day, day), await readSold(tx, weekAgo, weekAgo)]
  return {
    receipts: sold.documents,
    sum: sold.sum,
    returns: returned.documents,
    returnSum: returned.sum,
    profit: profitIn({ sold, returned }),
    weekBefore: before.sold.sum,
  }
}

/**
 * Returns the total profit of all days up to `day`, and by how much the profit of the days in earlier digests
 * has changed since the last one. Back-dated documents, late receipts and recalculated costs cause such
 * changes. The change is null without an earlier digest.
 */
async function pastOf(tx: Tx, day: string): Promise<Pick<DigestFacts, 'pastProfit' | 'pastChange'>> {
  const [last] = await tx
    .select({ facts: morningDigests.facts })
    .from(morningDigests)
    .where(and(isOwn(tx), lt(morningDigests.day, daysBefore(day, -1))))
    .orderBy(desc(morningDigests.day))
    .limit(1)
  const former = last?.facts
  if (!former) return { pastProfit: profitIn(await readSold(tx, FIRST_DAY, day)), pastChange: null }
  const before = profitIn(await readSold(tx, FIRST_DAY, former.day))
  const since = profitIn(await readSold(tx, daysBefore(former.day, -1), day))
  return { pastProfit: before + since, pastChange: before - former.pastProfit }
}

async function readSold(tx: Tx, from: string, to: string) {
  const { totals } = await readReport(tx, {
    groupBy: 'day',
    filters: {},
    days: { from, to },
    second: null,
    countsDocuments: true,
    sort: undefined,
    sorts: {},
    main: 'key',
    page: { page: 1, pageSize: 1 },
    figuresOf: (_, total) => total,
  })
  return totals
}

const profitIn = ({ sold, returned }: Awaited<ReturnType<typeof readSold>>): number =>
  profitOf(revenueOf(sold) - revenueOf(returned), sold.cost - returned.cost)

async function latePapers(tx: Tx, { since, until }: Between): Promise<DigestFacts['papers']> {
  const { rows } = await tx.execute<{ number: string; date: string; count: number }>(sql`
    SELECT number, to_json(date) AS date, (count(*) OVER ())::int AS count FROM documents
    WHERE organization_id = ${tx.organizationId} AND status = 'Posted'
      AND posted_at >= ${since} AND posted_at < ${until} AND date < ${since}
    ORDER BY documents.date, number LIMIT ${MOST_LINES}`)
  return some(rows, ({ number, date }) => ({ number, date }))
}

/** Returns price changes made by users and jobs, read from the audit log, and future prices that took effect. */
async function changedPrices(tx: Tx, { since, until }: Between): Promise<DigestFacts['prices']> {
  const isOfDay = sql`organization_id = ${tx.organizationId} AND at >= ${since} AND at < ${until}`
  const { rows } = await tx.execute<{ name: string; was: string; now: string; count: number }>(sql`
    WITH changed AS (
      SELECT (change ->> 'id')::uuid AS product_id, (change #>> '{was,value}')::bigint AS was, (change #>> '{now,value}')::bigint AS now
      FROM audit_log CROSS JOIN LATERAL jsonb_array_elements(changes) AS change
      WHERE ${isOfDay} AND change ->> 'table' = 'product_prices' AND change #>> '{was,value}' <> change #>> '{now,value}'
      UNION ALL
      SELECT former.product_id, former.value, price.value
      FROM past_prices AS former JOIN product_prices AS price ON price.organization_id = former.organization_id
        AND price.product_id = former.product_id AND price.price_type_id = former.price_type_id
      WHERE former.organization_id = ${tx.organizationId} AND former.ended_at >= ${since} AND former.ended_at < ${until}
    )
    SELECT product.name, changed.was, changed.now, (count(*) OVER ())::int AS count
    FROM changed JOIN products AS product
      ON product.organization_id = ${tx.organizationId} AND product.id = changed.product_id
    ORDER BY product.name, product.id LIMIT ${MOST_LINES}`)
  const unnamed = await tx.execute<{ count: number }>(
    sql`SELECT coalesce(sum(unnamed_prices), 0)::int AS count FROM audit_log WHERE ${isOfDay}`,
  )
  const named = some(rows, ({ name, was, now }) => ({ name, was: Number(was), now: Number(now) }))
  return { ...named, count: named.count + must(unnamed.rows[0], 'count').count }
}

/**
 * Returns products received in purchases (supplies) during the period whose selling price does not exceed
 * their cost.
 */
async function suppliedBelowCost(
  tx: Tx,
  { since, until }: Between,
): Promise<Some<{ name: string; price: number }>> {
  const { rows } = await tx.execute<{ name: string; price: string; count: number }>(sql`
    SELECT product.name, price.value AS price, (count(*) OVER ())::int AS count
    FROM products AS product JOIN product_prices AS price ON price.organization_id = product.organization_id
      AND price.product_id = product.id AND price.price_type_id = ${priceTypeInBooks(tx)}
    WHERE product.organization_id = ${tx.organizationId} AND price.organization_id = ${tx.organizationId}
      AND ${isAtCost(sql`price.value`, sql`product.cost`)} AND product.id IN (
        SELECT line.product_id FROM document_lines AS line
        JOIN documents AS supply ON supply.organization_id = line.organization_id AND supply.id = line.document_id
        WHERE line.organization_id = ${tx.organizationId} AND supply.organization_id = ${tx.organizationId}
          AND supply.type = 'Supply' AND supply.status = 'Posted'
          AND supply.posted_at >= ${since} AND supply.posted_at < ${until})
    ORDER BY product.name, product.id LIMIT ${MOST_LINES}`)
  return some(rows, ({ name, price }) => ({ name, price: Number(price) }))
}

/** Returns changed roles and employees who were added or got another role, read from the audit log. */
async function changedPeople(tx: Tx, { since, until }: Between): Promise<DigestFacts['people']> {
  const { rows } = await tx.execute<{ who: string | null; what: string | null; count: number }>(sql`
    SELECT actor_name AS who, record_name AS what, (count(*) OVER ())::int AS count FROM audit_log
    WHERE organization_id = ${tx.organizationId} AND at >= ${since} AND at < ${until}
      AND jsonb_path_exists(changes,
        '$[*] ? (@.table == "employee_roles" || @.table == "employees" && exists(@.now.role_id))')
    ORDER BY at LIMIT ${MOST_LINES}`)
  return some(rows, ({ who, what }) => ({ who: who ?? '–', what: what ?? '–' }))
}

async function silentTills(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ name: devices.name })
    .from(devices)
    .where(and(eq(devices.organizationId, tx.organizationId), raises('silent')))
    .orderBy(devices.name)
  return rows.map(({ name }) => name)
}

function some<Row extends { count: number }, Line>(
  rows: readonly Row[],
  lineOf: (row: Row) => Line,
): Some<Line> {
  return { count: rows[0]?.count ?? 0, lines: rows.map(lineOf) }
}
