import { sql } from 'drizzle-orm'
import { skipTo, takeNumber } from '#hub/db/counters.ts'
import type { Tx } from '#hub/db/transact.ts'

const COUNTER = 'product-code'
const DIGITS = 5

/**
 * Returns the next automatic code: a number of at least 5 digits that no product has. Taking the number locks
 * the counter, so a later statement sees every code that was given out before.
 */
export async function nextProductCode(tx: Tx): Promise<string> {
  const taken = await takeNumber(tx, COUNTER)
  const free = await firstFree(tx, taken)
  if (free !== taken) await skipTo(tx, COUNTER, free)
  return productCode(free)
}

/** Returns a number as a code. */
export const productCode = (number: number): string => String(number).padStart(DIGITS, '0')

/**
 * Returns the first free number: it counts up while products have the codes, such as imported ones. OFFSET 0
 * keeps the planner from joining the walk with all products, where each step needs one look into the index.
 */
async function firstFree(tx: Tx, from: number): Promise<number> {
  const { rows } = await tx.execute<{ value: number }>(sql`
    WITH RECURSIVE candidate (value) AS (
      SELECT ${from}::int
      UNION ALL
      SELECT value + 1 FROM candidate WHERE EXISTS (
        SELECT 1 FROM products
        WHERE organization_id = ${tx.organizationId}
          AND code = lpad(candidate.value::text, greatest(${DIGITS}, length(candidate.value::text)), '0')
        OFFSET 0)
    )
    SELECT max(value) AS value FROM candidate`)
  return rows[0]?.value ?? from
}
