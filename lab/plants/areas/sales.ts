import type { Plant } from '../plant.ts'

export const SALES: readonly Plant[] = [
  {
    name: 'hub-sums-the-shifts-of-a-shop',
    mistake: "the hub's totals of a shift count the sales of the shop's other tills",
    edits: [
      {
        in: 'sumShift',
        find: "shift_id = ${shiftId} AND status = 'Posted'",
        replace: `status = 'Posted' AND shift_id IN (
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
        in: 'sumShift',
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
    name: 'other-tenders-of-returns-lost',
    mistake: 'what a shift has paid back by QR code or transfer is left out of its totals',
    edits: [
      {
        in: 'shiftTotals',
        find: 'returnsOther: amountToNumber(sumOthers(returns))',
        replace: 'returnsOther: 0',
      },
    ],
    noticedBy: ['test/edge/shifts/shifts.test.ts'],
    test: 'a shift adds up exactly',
  },
  {
    name: 'refunds-of-a-batch-alone',
    mistake: 'an uploaded return does not see what those before it in its batch have given back',
    edits: [{ in: 'remember', find: '...refunded, ...waysOf(sale)', replace: '...refunded' }],
    noticedBy: ['test/hub/pos/upload-tenders.test.ts'],
    test: 'are flagged when more is given back in one way',
  },
  {
    name: 'card-is-refunded-in-cash',
    mistake:
      'a till gives back otherwise than was paid, where that is not allowed, when the cashier says why',
    edits: [{ in: 'refundReasonOf', find: '!allowRefundOtherTender', replace: 'false' }],
    noticedBy: ['test/edge/receipts/returns.test.ts'],
    test: 'gives back in the ways that paid',
  },
  {
    name: 'old-offset-proves',
    mistake: 'the clock of a till is believed however long ago it was compared with that of the hub',
    edits: [
      {
        in: 'hub/features/sales/moment:isProved',
        find: 'hubOffsetAgeMs <= TRUSTED_AGE_MS',
        replace: 'hubOffsetAgeMs <= Infinity',
      },
    ],
    noticedBy: ['test/hub/pos/upload-tenders.test.ts'],
    test: 'are flagged when the clock was compared too long before',
  },
  {
    name: 'any-tender-is-taken',
    mistake: 'a till takes ways to pay that the retail point does not',
    edits: [{ in: 'refuseTenders', find: '!tenders.includes(type)', replace: 'type === undefined' }],
    noticedBy: ['test/edge/cart/payment.test.ts'],
    test: 'takes each way to pay',
  },
  {
    name: 'period-before-overlaps',
    mistake: 'the period that figures are compared with has a day of the period itself',
    edits: [{ in: 'periodBefore', find: 'daysBefore(from, 1)', replace: 'from' }],
    noticedBy: ['test/hub/sales/retail-stats.test.ts'],
    test: 'sums sales, returns',
  },
  {
    name: 'shift-counts-drafts',
    mistake: 'sales that wait for their period count in the totals of a shift',
    edits: [
      {
        in: 'sumShift',
        find: "shift_id = ${shiftId} AND status = 'Posted'",
        replace: 'shift_id = ${shiftId}',
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
        in: 'writeHalf',
        find: 'AND till_shifts.retail_point_id = excluded.retail_point_id',
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
        in: 'today',
        find: "must(row, 'organization').timeZone",
        replace: "must(row, 'organization').timeZone && 'UTC'",
      },
    ],
    noticedBy: ['test/hub/sales/retail-stats.test.ts'],
    test: 'is of the last thirty days',
  },
  {
    name: 'vat-of-returns-is-added',
    mistake: 'the VAT of returns is added to that of sales',
    edits: [{ in: 'sumDays', find: 'sold.vat - returned.vat', replace: 'sold.vat + returned.vat' }],
    noticedBy: ['test/hub/sales/retail-stats.test.ts'],
    test: 'takes the VAT of what came back off',
  },
  {
    name: 'cost-of-returns-is-added',
    mistake: 'what came back counts as sold in the costs of a day',
    edits: [{ in: 'sumDays', find: 'sold.cost - returned.cost', replace: 'sold.cost + returned.cost' }],
    noticedBy: ['test/hub/sales/retail-stats.test.ts'],
    test: 'sums sales, returns, discounts',
  },
  {
    name: 'returned-twice-in-a-batch',
    mistake: 'two returns of one line in a batch do not know of each other',
    edits: [
      {
        in: 'remember',
        find: '(facts.returned.get(key) ?? 0) + quantity',
        replace: 'facts.returned.get(key) ?? 0',
      },
    ],
    noticedBy: ['test/hub/pos/upload-posting.test.ts'],
    test: 'comes out the same together and one by one',
  },
  {
    name: 'original-in-the-same-batch',
    mistake: 'a return does not find its receipt when both come in one batch',
    edits: [{ in: 'remember', find: 'facts.originals.set(sale.id, {', replace: 'void (sale.id, {' }],
    noticedBy: ['test/hub/pos/upload-posting.test.ts'],
    test: 'comes out the same together and one by one',
  },
  {
    name: 'stub-told-twice',
    mistake: 'a product that head office does not know is flagged with each sale of a batch',
    edits: [{ in: 'remember', find: 'stubs.delete(productId)', replace: 'void productId' }],
    noticedBy: ['test/hub/pos/upload-posting.test.ts'],
    test: 'comes out the same together and one by one',
  },
  {
    name: 'two-lines-return-one',
    mistake: 'two lines of a return that take back one line of the receipt are each compared with all of it',
    edits: [
      {
        in: 'hub/features/sales:refuseExceeded',
        find: 'taken.set(of, (taken.get(of) ?? 0) + quantity)',
        replace: '',
      },
    ],
    noticedBy: ['test/hub/sales/retail-returns.test.ts'],
    test: 'takes no more back of a line with two lines',
  },
  {
    name: 'two-payments-back-in-cash',
    mistake: 'two payments of one kind are each compared with all that was paid so',
    edits: [{ in: 'takeFrom', find: 'way.amount - taken', replace: 'way.amount' }],
    noticedBy: ['test/hub/sales/retail-returns.test.ts'],
    test: 'gives no more back with two payments',
  },
  {
    name: 'late-by-a-moment',
    mistake: 'a return in the last moment of its period is refused',
    edits: [{ in: 'isTooLate', find: 'getTime() > sold', replace: 'getTime() >= sold' }],
    noticedBy: ['test/hub/sales/retail-returns.test.ts'],
    test: 'is in time up to the last moment',
  },
  {
    name: 'drafts-take-from-the-receipt',
    mistake: 'returns that are drafts count as taken back',
    edits: [{ in: 'salesAbout', find: "AND status = 'Posted'", replace: '' }],
    noticedBy: ['test/hub/sales/retail-returns.test.ts'],
    test: 'takes what others have left',
  },
  {
    name: 'change-given-back-as-paid',
    mistake: 'the change of a receipt counts as paid in cash, and can be given back',
    edits: [{ in: 'movedEachWay', find: '-${change}', replace: '0 * ${change}' }],
    noticedBy: ['test/hub/sales/retail-returns.test.ts'],
    test: 'gives no more back with two payments',
  },
  {
    name: 'price-of-another-type',
    mistake: 'an uploaded price is compared with that of whatever price type comes last',
    edits: [
      {
        in: 'hub/features/sales:productsOf',
        find: 'prices.get(priceTypeId)',
        replace: '[...prices.values()].at(-1)',
      },
    ],
    noticedBy: ['test/hub/pos/upload-posting.test.ts'],
    test: 'compares prices with those of the point',
  },
  {
    name: 'sold-in-the-moment-of-revocation',
    mistake: 'a sale of the very moment of the revocation counts as made after it',
    edits: [{ in: 'isAfterRevocation', find: 'date > revokedAt', replace: 'date >= revokedAt' }],
    noticedBy: ['test/hub/pos/upload-posting.test.ts'],
    test: 'takes what was sold in the moment of the revocation',
  },
  {
    name: 'piece-sold-twice',
    mistake: 'a piece with a marking code can be sold once more before it comes back',
    edits: [{ in: 'isUsed', find: 'sold > returned', replace: 'sold > returned + 1' }],
    noticedBy: ['test/hub/sales/marking-codes.test.ts'],
    test: 'are flagged on the receipt that sells a piece again',
  },
  {
    name: 'drafts-sell-pieces',
    mistake: 'a draft of the back office counts as if it had sold its pieces',
    edits: [
      {
        in: 'hub/features/sales:movesOf',
        find: "AND (sale.status = 'Posted' OR sale.source = 'Pos')",
        replace: '',
      },
    ],
    noticedBy: ['test/hub/sales/marking-codes.test.ts'],
    test: 'keep the back office from selling',
  },
]
