import type { Plant } from '../plant.ts'

export const EDGE: readonly Plant[] = [
  {
    name: 'shift-of-all-tills',
    mistake: "a shift's totals count the sales of the shop's other tills",
    edits: [
      {
        file: 'edge/journal/shifts.ts',
        find: `AND body ->> 'shiftId' = ? ORDER BY seq`,
        replace: `AND body ->> 'shiftId' IS NOT NULL AND ? IS NOT NULL ORDER BY seq`,
      },
    ],
    noticedBy: ['test/edge/shifts.test.ts'],
    test: 'two tills of a shop count their own sales',
  },
  {
    name: 'shift-number-of-all-tills',
    mistake: 'the shift number counts over all tills',
    edits: [
      {
        file: 'edge/journal/shifts.ts',
        find: 'SELECT max(number) FROM shifts WHERE till_id = ?',
        replace: 'SELECT max(number) FROM shifts WHERE ? IS NOT NULL',
      },
    ],
    noticedBy: ['test/edge/shifts.test.ts'],
    test: 'two tills of a shop count their own sales',
  },
  {
    name: 'first-answer-stands',
    mistake: 'a second answer for the same upload does not replace the first',
    edits: [
      {
        file: 'edge/journal/outbox.ts',
        find: 'ON CONFLICT (seq) DO UPDATE SET result = excluded.result, reasons = excluded.reasons, at = excluded.at',
        replace: 'ON CONFLICT (seq) DO NOTHING',
      },
    ],
    noticedBy: ['test/edge/journal/outbox.test.ts'],
    test: 'the last answer for an entry stands',
  },
  {
    name: 'one-line-for-two-prices',
    mistake: 'a product that is added at another price goes onto the line at the first',
    edits: [
      {
        file: 'edge/features/cart/add-line.ts',
        find: 'productId === added.productId && price === added.price)',
        replace: 'productId === added.productId && price !== null)',
      },
    ],
    noticedBy: ['test/edge/cart.test.ts'],
    test: 'more of the same goes onto its line',
  },
  {
    name: 'stock-by-line',
    mistake: 'two lines with one product are each compared with all that is in stock',
    edits: [
      {
        file: 'edge/features/cart/check-stock.ts',
        find: 'lines.reduce((sum, line) => (line.productId === productId ? sum + line.quantity : sum), 0) as Quantity',
        replace:
          'Math.max(0, ...lines.map((line) => (line.productId === productId ? line.quantity : 0))) as Quantity',
      },
    ],
    noticedBy: ['test/edge/stock.test.ts'],
    test: 'a till refuses to sell more than there is',
  },
  {
    name: 'returns-are-taken-too',
    mistake: 'what came back and is not handed over yet counts as sold',
    edits: [
      {
        file: 'edge/journal/unsent-stock.ts',
        find: 'quantity: isReturn ? -quantity : quantity',
        replace: 'quantity: isReturn ? quantity : quantity',
      },
    ],
    noticedBy: ['test/edge/stock.test.ts'],
    test: 'counts what it has sold and head office',
  },
  {
    name: 'pins-of-all-cashiers',
    mistake: 'the wrong PINs of one cashier keep another out',
    edits: [
      {
        file: 'edge/journal/pin-failures.ts',
        find: 'AS blockedUntil FROM pin_failures WHERE cashier_id = ?',
        replace: 'AS blockedUntil FROM pin_failures WHERE ? IS NOT NULL',
      },
    ],
    noticedBy: ['test/edge/session.test.ts'],
    test: 'wrong PINs of one cashier',
  },
  {
    name: 'pins-cleared-for-all',
    mistake: 'a cashier who signs in ends the waiting of all others',
    edits: [
      {
        file: 'edge/journal/pin-failures.ts',
        find: 'DELETE FROM pin_failures WHERE cashier_id = ?',
        replace: 'DELETE FROM pin_failures WHERE ? IS NOT NULL',
      },
    ],
    noticedBy: ['test/edge/session.test.ts'],
    test: 'wrong PINs of one cashier',
  },
  {
    name: 'page-repeats-the-last-receipt',
    mistake: 'each page of receipts begins with the last of the page before',
    edits: [
      {
        file: 'edge/journal/receipts.ts',
        find: 'r.seq < (SELECT seq FROM receipts WHERE id = :before)',
        replace: 'r.seq <= (SELECT seq FROM receipts WHERE id = :before)',
      },
    ],
    noticedBy: ['test/edge/receipts.test.ts'],
    test: 'lists receipts newest first',
  },
  {
    name: 'refunded-by-no-return',
    mistake: 'a second return of a receipt may give back again what the first gave back',
    edits: [
      {
        file: 'edge/features/cart/begin-return.ts',
        find: 'amount(receipt.sale.sum) - receipts.refunded(receipt.id)',
        replace: 'amount(receipt.sale.sum) - 0 * receipts.refunded(receipt.id)',
      },
    ],
    noticedBy: ['test/edge/rounding.test.ts'],
    test: 'no more is given back than was paid',
  },
  {
    name: 'terms-of-the-first-cart',
    mistake: 'an empty cart keeps the settings of the point with which it was begun',
    edits: [
      {
        file: 'edge/features/cart/add-line.ts',
        find: 'const terms = cart.lines.length === 0 ? termsFrom(settings) : cart.terms',
        replace: 'const terms = cart.lines.length < 0 ? termsFrom(settings) : cart.terms',
      },
    ],
    noticedBy: ['test/edge/rounding.test.ts'],
    test: 'an emptied cart is begun anew',
  },
  {
    name: 'closed-shift-of-all',
    mistake: 'closing the shift of one till closes those of the others',
    edits: [
      {
        file: 'edge/journal/shifts.ts',
        find: 'UPDATE shifts SET is_open = 0 WHERE id = ?',
        replace: 'UPDATE shifts SET is_open = 0 WHERE ? IS NOT NULL',
      },
    ],
    noticedBy: ['test/edge/shifts.test.ts'],
    test: 'two tills of a shop count',
  },
  {
    name: 'receipt-of-a-closed-shift',
    mistake: 'what was sold with no shift open cannot be returned where only open shifts are taken back',
    edits: [
      {
        file: 'edge/features/cart/begin-return.ts',
        find: '!allowReturnFromClosedShift && shiftId && !shifts.isOpen(shiftId)',
        replace: "!allowReturnFromClosedShift && !shifts.isOpen(shiftId ?? '')",
      },
    ],
    noticedBy: ['test/edge/point-settings.test.ts'],
    test: 'what was sold in a closed shift',
  },
  {
    name: 'recalled-as-it-came',
    mistake: 'a sale that the hub gives back is filed although it is not what was written down',
    edits: [
      {
        file: 'edge/features/receipts/file-recalled.ts',
        find: 'if (seq === null || entryHash({ id, type, body, prevHash, seq }) !== hash) {',
        replace: 'if (seq === null || entryHash({ id, type, body, prevHash, seq }) === null) {',
      },
    ],
    noticedBy: ['test/edge/recall.test.ts'],
    test: 'a sale that is not what was written down',
  },
]
