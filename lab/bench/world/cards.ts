import { must } from '#shared/std/must.ts'
import { until } from '#test/support/until.ts'
import { idOf } from './catalog.ts'
import type { Shop } from './shop.ts'

const PUBLISH_TIMEOUT_MS = 600_000
/** Number of cards inserted in one transaction. */
const CARDS_PER_TRANSACTION = 50_000

/** Returns the number of the nth card, starting from 1. */
export const cardNumberOf = (index: number): string => `29${String(index).padStart(11, '0')}`

/** Inserts cards of a percentage discount program by SQL. Resolves when they are published to tills. */
export async function fillCards({ sql, office }: Pick<Shop, 'sql' | 'office'>, count: number): Promise<void> {
  const { organizationId } = office.shop
  const program = { name: 'Постоянный покупатель', kind: 'DiscountPercent', discountPercent: 3 }
  const { id } = await office.send<{ id: string }>('POST', '/api/loyalty/programs', program)
  for (let from = 1; from <= count; from += CARDS_PER_TRANSACTION) {
    await sql.query(
      `BEGIN; SET LOCAL app.organization_id = '${organizationId}';
       INSERT INTO loyalty_cards (organization_id, id, card_number, card_key, program_id, customer_name, phone, phone_number,
         status, issued_at)
       SELECT '${organizationId}', ${idOf('i')}, ${NUMBER}, ${NUMBER}, '${id}', 'Покупатель № ' || i,
         ${PHONE}, ${PHONE}, 'Active', now()
       FROM generate_series(${from}, ${Math.min(count, from + CARDS_PER_TRANSACTION - 1)}) i; COMMIT`,
    )
  }
  const isPublished = async () => {
    const { rows } = await sql.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM till_cards WHERE seq > 0',
    )
    return must(rows[0]).count >= count
  }
  await until(`${count} cards are published to tills`, isPublished, PUBLISH_TIMEOUT_MS)
}

const NUMBER = `'29' || lpad(i::text, 11, '0')`
const PHONE = `'+7701' || lpad(i::text, 7, '0')`
