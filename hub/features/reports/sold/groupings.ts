import { type SQL, sql } from 'drizzle-orm'
import { NOBODY } from '#hub/day-sums/sold.ts'

/** Dimension that not every sales roll-up has. */
export type Detail = 'product' | 'employee' | 'customer' | 'hour' | 'type'

export interface Grouping {
  /** GROUP BY expression over the sums `f` and, with `ofProducts`, the products `p`. */
  by: SQL
  /** Key of the group as text, computed from `by`. */
  key: SQL
  /** Additional column for a key that does not identify the group alone. */
  beside?: SQL
  needs: Detail | null
  ofProducts?: true
  /** True when keys are numbers. */
  isNumber?: true
  /** Table whose ids are the keys. */
  names: 'products' | 'product_groups' | 'stores' | 'retail_points' | 'employees' | 'counterparties' | null
}

/** Groups by an id or number column, which compares much faster than text. */
function byColumn(column: string, needs: Detail | null, names: Grouping['names']): Grouping {
  const by = sql`f.${sql.raw(column)}`
  return { by, key: names ? sql`nullif(${by}, ${NOBODY})::text` : sql`${by}::text`, needs, names }
}
function byDays(expression: string, format: string): Grouping {
  const by = sql.raw(expression)
  return { by, key: sql`to_char(${by}, ${sql.raw(`'${format}'`)})`, needs: null, names: null }
}
const MONDAY = sql.raw(`date_trunc('week', f.day::timestamp)`)

const EMPLOYEE = byColumn('employee_id', 'employee', 'employees')
const CUSTOMER = byColumn('customer_id', 'customer', 'counterparties')

/** Groupings of all sales reports. Each report supports some of them. */
export const GROUPINGS = {
  none: { by: sql`()`, key: sql`NULL::text`, needs: null, names: null },
  product: byColumn('product_id', 'product', 'products'),
  /** Groups by product and week. `monday` is the first day of the week. */
  productWeek: {
    by: sql`f.product_id, ${MONDAY}`,
    key: sql`f.product_id::text`,
    beside: sql`${MONDAY}::date AS monday`,
    needs: 'product',
    names: null,
  },
  /** Groups by store and product. */
  place: {
    by: sql`f.store_id, f.product_id`,
    key: sql`concat(f.store_id, ' ', f.product_id)`,
    needs: 'product',
    names: null,
  },
  productGroup: {
    by: sql`p.product_group_id`,
    key: sql`p.product_group_id::text`,
    needs: 'product',
    ofProducts: true,
    names: 'product_groups',
  },
  store: byColumn('store_id', null, 'stores'),
  retailPoint: byColumn('retail_point_id', null, 'retail_points'),
  cashier: EMPLOYEE,
  employee: EMPLOYEE,
  customer: CUSTOMER,
  counterparty: CUSTOMER,
  hour: { ...byColumn('hour', 'hour', null), isNumber: true },
  weekday: {
    by: sql`extract(isodow FROM f.day)`,
    key: sql`extract(isodow FROM f.day)::text`,
    needs: null,
    names: null,
    isNumber: true,
  },
  day: byDays('f.day', 'YYYY-MM-DD'),
  week: byDays(`date_trunc('week', f.day::timestamp)`, 'YYYY-MM-DD'),
  month: byDays(`date_trunc('month', f.day::timestamp)`, 'YYYY-MM'),
  paymentType: byColumn('type', 'type', null),
} as const satisfies Record<string, Grouping>
export type GroupBy = keyof typeof GROUPINGS
