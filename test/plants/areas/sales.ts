import type { Plant } from '../plant.ts'

const RETAIL = 'hub/features/sales/retail'
const SHIFTS = 'hub/features/sales/shifts'

export const SALES: readonly Plant[] = [
  {
    name: 'hub-sums-the-shifts-of-a-shop',
    mistake: "the hub's totals of a shift count the sales of the shop's other tills",
    edits: [
      {
        file: `${SHIFTS}/queries.ts`,
        find: "AND shift_id = ${shiftId} AND status = 'Posted'",
        replace: `AND status = 'Posted' AND shift_id IN (
        SELECT other.id FROM till_shifts own
        JOIN till_shifts other USING (organization_id, retail_point_id) WHERE own.id = \${shiftId})`,
      },
    ],
    noticedBy: ['test/hub/sales/till-records.test.ts'],
    test: 'count what went through their own drawer',
  },
  {
    name: 'hub-sums-the-cash-of-a-shop',
    mistake: "the hub's totals of a shift count the money that went in and out of other drawers",
    edits: [
      {
        file: `${SHIFTS}/queries.ts`,
        find: 'FROM cash_movements WHERE organization_id = ${tx.organizationId} AND shift_id = ${shiftId}',
        replace: `FROM cash_movements WHERE organization_id = \${tx.organizationId} AND shift_id IN (
        SELECT other.id FROM till_shifts own
        JOIN till_shifts other USING (organization_id, retail_point_id) WHERE own.id = \${shiftId})`,
      },
    ],
    noticedBy: ['test/hub/sales/till-records.test.ts'],
    test: 'count what went through their own drawer',
  },
  {
    name: 'shift-counts-drafts',
    mistake: 'sales that wait for their period count in the totals of a shift',
    edits: [
      {
        file: `${SHIFTS}/queries.ts`,
        find: "AND shift_id = ${shiftId} AND status = 'Posted'",
        replace: 'AND shift_id = ${shiftId}',
      },
    ],
    noticedBy: ['test/hub/sales/closed-period.test.ts'],
    test: 'counts in its shift once it is posted',
  },
  {
    name: 'closing-at-another-point',
    mistake: 'an opening or a closing that names another retail point is booked into the shift',
    edits: [
      {
        file: `${SHIFTS}/book-shift.ts`,
        find: ' AND till_shifts.retail_point_id = excluded.retail_point_id',
        replace: '',
      },
    ],
    noticedBy: ['test/hub/sales/till-records.test.ts'],
    test: 'of another retail point take nothing over',
  },
  {
    name: 'thirty-days-by-utc',
    mistake: '"the last thirty days" end with the day of Greenwich',
    edits: [
      {
        file: 'hub/documents/period.ts',
        find: "return dayOf(new Date(), must(row, 'organization').timeZone)",
        replace: "return dayOf(new Date(), must(row, 'organization').timeZone && 'UTC')",
      },
    ],
    noticedBy: ['test/hub/sales/retail-stats.test.ts'],
    test: 'is of the last thirty days',
  },
  {
    name: 'vat-of-returns-is-added',
    mistake: 'the VAT of returns is added to that of sales',
    edits: [
      { file: `${RETAIL}/sum-sales.ts`, find: 'sum(sign * vat_sum) AS vat', replace: 'sum(vat_sum) AS vat' },
    ],
    noticedBy: ['test/hub/sales/retail-stats.test.ts'],
    test: 'takes the VAT of what came back off',
  },
  {
    name: 'cost-of-returns-is-added',
    mistake: 'what came back counts as sold in the costs of a day',
    edits: [
      {
        file: `${RETAIL}/sum-sales.ts`,
        find: 'sum(sale.sign * round(',
        replace: 'sum(round(',
      },
    ],
    noticedBy: ['test/hub/sales/retail-stats.test.ts'],
    test: 'sums sales, returns, discounts',
  },
  {
    name: 'returned-twice-in-a-batch',
    mistake: 'two returns of one line in a batch do not know of each other',
    edits: [
      {
        file: `${RETAIL}/uploaded/book-uploaded-sales.ts`,
        find: 'facts.returned.set(key, ((facts.returned.get(key) ?? 0) + quantity) as Quantity)',
        replace: 'facts.returned.set(key, (facts.returned.get(key) ?? 0) as Quantity)',
      },
    ],
    noticedBy: ['test/hub/pos/upload-posting.test.ts'],
    test: 'comes out the same together and one by one',
  },
  {
    name: 'original-in-the-same-batch',
    mistake: 'a return does not find its receipt when both come in one batch',
    edits: [
      {
        file: `${RETAIL}/uploaded/book-uploaded-sales.ts`,
        find: '  facts.originals.set(sale.id, new Map(',
        replace: '  void (sale.id, new Map(',
      },
    ],
    noticedBy: ['test/hub/pos/upload-posting.test.ts'],
    test: 'comes out the same together and one by one',
  },
  {
    name: 'stub-told-twice',
    mistake: 'a product that head office does not know is flagged with each sale of a batch',
    edits: [
      {
        file: `${RETAIL}/uploaded/book-uploaded-sales.ts`,
        find: '  for (const { productId } of sale.lines) stubs.delete(productId)\n',
        replace: '',
      },
    ],
    noticedBy: ['test/hub/pos/upload-posting.test.ts'],
    test: 'comes out the same together and one by one',
  },
  {
    name: 'two-lines-return-one',
    mistake: 'two lines of a return that take back one line of the receipt are each compared with all of it',
    edits: [
      {
        file: `${RETAIL}/returns/refuse-return.ts`,
        find: '    taken.set(of, (taken.get(of) ?? 0) + quantity)\n',
        replace: '',
      },
    ],
    noticedBy: ['test/hub/sales/retail-returns.test.ts'],
    test: 'takes no more back of a line with two lines',
  },
  {
    name: 'two-payments-back-in-cash',
    mistake: 'two payments of one kind are each compared with all that was paid so',
    edits: [
      {
        file: `${RETAIL}/returns/refuse-return.ts`,
        find: '    given.set(type, (given.get(type) ?? 0) + amount)\n',
        replace: '',
      },
    ],
    noticedBy: ['test/hub/sales/retail-returns.test.ts'],
    test: 'gives no more back with two payments',
  },
  {
    name: 'late-by-a-moment',
    mistake: 'a return in the last moment of its period is refused',
    edits: [
      {
        file: `${RETAIL}/returns/refuse-return.ts`,
        find: 'if (date.getTime() <= original.date.getTime() + returnPeriodDays * DAY_MS) return',
        replace: 'if (date.getTime() < original.date.getTime() + returnPeriodDays * DAY_MS) return',
      },
    ],
    noticedBy: ['test/hub/sales/retail-returns.test.ts'],
    test: 'is in time up to the last moment',
  },
  {
    name: 'drafts-take-from-the-receipt',
    mistake: 'returns that are drafts count as taken back',
    edits: [
      {
        file: `${RETAIL}/returns/left-to-return.ts`,
        find: "AND original_sale_id = ${saleId} AND status = 'Posted'",
        replace: 'AND original_sale_id = ${saleId}',
      },
    ],
    noticedBy: ['test/hub/sales/retail-returns.test.ts'],
    test: 'takes what others have left',
  },
  {
    name: 'change-given-back-as-paid',
    mistake: 'the change of a receipt counts as paid in cash, and can be given back',
    edits: [
      {
        file: `${RETAIL}/returns/left-to-return.ts`,
        find: "UNION ALL SELECT 'Cash', -sale.change_sum, NULL",
        replace: "UNION ALL SELECT 'Cash', 0 * sale.change_sum, NULL",
      },
    ],
    noticedBy: ['test/hub/sales/retail-returns.test.ts'],
    test: 'gives no more back with two payments',
  },
  {
    name: 'price-of-another-type',
    mistake: 'an uploaded price is compared with that of whatever price type comes last',
    edits: [
      {
        file: `${RETAIL}/uploaded/sale-context.ts`,
        find: 'const price = prices.get(priceTypeId) ?? null',
        replace: 'const price = [...prices.values()].at(-1) ?? null',
      },
    ],
    noticedBy: ['test/hub/pos/upload-posting.test.ts'],
    test: 'compares prices with those of the point',
  },
  {
    name: 'sold-in-the-moment-of-revocation',
    mistake: 'a sale of the very moment of the revocation counts as made after it',
    edits: [
      {
        file: `${RETAIL}/uploaded/sale-context.ts`,
        find: 'return !isProved || moment.date > revokedAt',
        replace: 'return !isProved || moment.date >= revokedAt',
      },
    ],
    noticedBy: ['test/hub/pos/upload-posting.test.ts'],
    test: 'takes what was sold in the moment of the revocation',
  },
]
