import { sql } from 'drizzle-orm'
import { skipTo, takeNumber } from '#hub/db/counters.ts'
import type { Tx } from '#hub/db/transact.ts'

const COUNTER = 'product-code'
const DIGITS = 5

/**
 * Returns the next unused automatic code, a number of at least 5 digits. Taking the number locks the counter,
 * so a later statement sees every code assigned before.
 */
export async function nextProductCode(tx: Tx): Promise<string> {
  const taken = await takeNumber(tx, COUNTER)
  const free = await firstFree(tx, taken)
  if (free !== taken) await skipTo(tx, COUNTER, free)
  return productCode(free)
}

/** Formats a number as a code. */
export const productCode = (number: number): string => String(number).padStart(DIGITS, '0')

/**
 * Returns the first unused number, counting up past existing codes, such as imported ones. Each step needs
 * one index look-up. OFFSET 0 prevents the planner from joining all products instead.
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
