import { type SQL, sql } from 'drizzle-orm'
import { NOBODY } from '#hub/day-sums/sold.ts'

/** What sums must be told apart by for a grouping or a filter, beside what all sums are told apart by. */
export type Detail = 'product' | 'employee' | 'customer' | 'hour' | 'type'

interface Grouping {
  /** Text, of sums `f` and, where products are needed, products `p`. */
  key: SQL
  needs: Detail | null
  /** What keys are ids of. */
  names: 'products' | 'product_groups' | 'stores' | 'retail_points' | 'employees' | 'counterparties' | null
}

const idOf = (column: string): SQL => sql`nullif(f.${sql.raw(column)}, ${NOBODY})::text`
const day = (expression: string): SQL => sql.raw(expression)

const EMPLOYEE: Grouping = { key: idOf('employee_id'), needs: 'employee', names: 'employees' }
const CUSTOMER: Grouping = { key: idOf('customer_id'), needs: 'customer', names: 'counterparties' }

/** Of all reports on sales; each takes some of them. */
export const GROUPINGS = {
  none: { key: sql`NULL::text`, needs: null, names: null },
  product: { key: idOf('product_id'), needs: 'product', names: 'products' },
  /** Product and Monday. */
  productWeek: {
    key: sql`concat(f.product_id, ' ', to_char(date_trunc('week', f.day::timestamp), 'YYYY-MM-DD'))`,
    needs: 'product',
    names: null,
  },
  /** Store and product. */
  place: { key: sql`concat(f.store_id, ' ', f.product_id)`, needs: 'product', names: null },
  productGroup: { key: sql`p.product_group_id::text`, needs: 'product', names: 'product_groups' },
  store: { key: idOf('store_id'), needs: null, names: 'stores' },
  retailPoint: { key: idOf('retail_point_id'), needs: null, names: 'retail_points' },
  cashier: EMPLOYEE,
  employee: EMPLOYEE,
  customer: CUSTOMER,
  counterparty: CUSTOMER,
  hour: { key: sql`f.hour::text`, needs: 'hour', names: null },
  weekday: { key: day(`extract(isodow FROM f.day)::int::text`), needs: null, names: null },
  day: { key: day(`to_char(f.day, 'YYYY-MM-DD')`), needs: null, names: null },
  week: { key: day(`to_char(date_trunc('week', f.day::timestamp), 'YYYY-MM-DD')`), needs: null, names: null },
  month: { key: day(`to_char(f.day, 'YYYY-MM')`), needs: null, names: null },
  paymentType: { key: sql`f.type`, needs: 'type', names: null },
} as const satisfies Record<string, Grouping>
export type GroupBy = keyof typeof GROUPINGS
