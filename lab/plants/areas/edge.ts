import type { Plant } from '../plant.ts'

export const EDGE: readonly Plant[] = [
  {
    name: 'shift-of-all-tills',
    mistake: "a shift's totals count the sales of the shop's other tills",
    edits: [
      {
        in: 'OF_SHIFT',
        find: "e.body ->> 'shiftId' = :id",
        replace: "e.body ->> 'shiftId' IS NOT NULL AND :id IS NOT NULL",
      },
    ],
    noticedBy: ['test/edge/shifts/shifts.test.ts'],
    test: 'two tills of a shop count their own sales',
  },
  {
    name: 'shift-number-of-all-tills',
    mistake: 'the shift number counts over all tills',
    edits: [
      {
        in: 'ShiftsReader.constructor',
        find: 'max(number) FROM shifts WHERE till_id = ?',
        replace: 'max(number) FROM shifts WHERE ? IS NOT NULL',
      },
    ],
    noticedBy: ['test/edge/shifts/shifts.test.ts'],
    test: 'two tills of a shop count their own sales',
  },
  {
    name: 'first-answer-stands',
    mistake: 'a second answer for the same upload does not replace the first',
    edits: [
      {
        in: 'OutboxWriter.constructor',
        find: 'UPDATE SET result = excluded.result, reasons = excluded.reasons, at = excluded.at',
        replace: 'NOTHING',
      },
    ],
    noticedBy: ['test/edge/journal/outbox.test.ts'],
    test: 'the last answer for an entry stands',
  },
  {
    name: 'one-line-for-two-prices',
    mistake: 'a product that is added at another price goes onto the line at the first',
    edits: [{ in: 'withLine', find: 'price === added.price', replace: 'price !== null' }],
    noticedBy: ['test/edge/cart/cart.test.ts'],
    test: 'more of the same goes onto its line',
  },
  {
    name: 'stock-by-line',
    mistake: 'two lines with one product are each compared with all that is in stock',
    edits: [
      {
        in: 'edge:ofProduct',
        find: 'lines.reduce((sum, line) => (line.productId === productId ? sum + line.quantity : sum), 0)',
        replace: 'Math.max(0, ...lines.map((line) => (line.productId === productId ? line.quantity : 0)))',
      },
    ],
    noticedBy: ['test/edge/products/stock.test.ts'],
    test: 'a till refuses to sell more than there is',
  },
  {
    name: 'returns-are-taken-too',
    mistake: 'what came back and is not handed over yet counts as sold',
    edits: [{ in: 'stockMoves', find: '? -quantity(line.quantity)', replace: '? quantity(line.quantity)' }],
    noticedBy: ['test/edge/products/stock.test.ts'],
    test: 'counts what it has sold and head office',
  },
  {
    name: 'pins-of-all-cashiers',
    mistake: 'the wrong PINs of one cashier keep another out',
    edits: [{ in: 'PinFailuresReader.constructor', find: 'cashier_id = ?', replace: '? IS NOT NULL' }],
    noticedBy: ['test/edge/session/session.test.ts'],
    test: 'wrong PINs of one cashier',
  },
  {
    name: 'pins-cleared-for-all',
    mistake: 'a cashier who signs in ends the waiting of all others',
    edits: [{ in: 'PinFailuresWriter.constructor', find: 'cashier_id = ?', replace: '? IS NOT NULL' }],
    noticedBy: ['test/edge/session/session.test.ts'],
    test: 'wrong PINs of one cashier',
  },
  {
    name: 'page-repeats-the-last-receipt',
    mistake: 'each page of receipts begins with the last of the page before',
    edits: [
      {
        in: 'ReceiptsReader.constructor',
        find: '< (SELECT position FROM receipts WHERE id = :before)',
        replace: '<= (SELECT position FROM receipts WHERE id = :before)',
      },
    ],
    noticedBy: ['test/edge/receipts/receipts.test.ts'],
    test: 'lists receipts newest first',
  },
  {
    name: 'refunded-by-no-return',
    mistake: 'a second return of a receipt may give back again what the first gave back',
    edits: [{ in: 'getReturnable', find: '- refunded', replace: '- 0 * refunded' }],
    noticedBy: ['test/edge/cart/rounding.test.ts'],
    test: 'no more is given back than was paid',
  },
  {
    name: 'terms-of-the-first-cart',
    mistake: 'an empty cart keeps the settings of the point with which it was begun',
    edits: [{ in: 'addLine', find: 'lines.length ===', replace: 'lines.length <' }],
    noticedBy: ['test/edge/cart/rounding.test.ts'],
    test: 'an emptied cart is restarted',
  },
  {
    name: 'closed-shift-of-all',
    mistake: 'closing the shift of one till closes those of the others',
    edits: [
      {
        in: 'ShiftsWriter.constructor',
        find: 'closed_position = ? WHERE id = ?',
        replace: 'closed_position = ? WHERE ? IS NOT NULL',
      },
    ],
    noticedBy: ['test/edge/shifts/shifts.test.ts'],
    test: 'two tills of a shop count',
  },
  {
    name: 'receipt-of-a-closed-shift',
    mistake: 'what was sold with no shift open cannot be returned where only open shifts are taken back',
    edits: [
      {
        in: 'getReturnable',
        find: '!sale.shiftId || tx.shifts.isOpen(sale.shiftId)',
        replace: "tx.shifts.isOpen(sale.shiftId ?? '')",
      },
    ],
    noticedBy: ['test/edge/tills/point-settings.test.ts'],
    test: 'what was sold in a closed shift',
  },
  {
    name: 'recalled-as-it-came',
    mistake: 'a sale that the hub gives back is filed although it is not what was written down',
    edits: [
      {
        in: 'fileRecalled',
        find: '|| entryHash({ id, type, body, prevHash, seq }) !== hash',
        replace: '|| entryHash({ id, type, body, prevHash, seq }) === null',
      },
    ],
    noticedBy: ['test/edge/receipts/recall.test.ts'],
    test: 'a sale that is not what was written down',
  },
  {
    name: 'own-return-counted-twice',
    mistake: 'a return that was made here counts again when it comes back with the download',
    edits: [{ in: 'returnsOf', find: '!receipts.hasId(id)', replace: 'true' }],
    noticedBy: ['test/edge/receipts/store-receipts.test.ts'],
    test: 'each return once',
  },
  {
    name: 'return-of-another-till-not-noted',
    mistake: 'what was taken back of a receipt of another till is not known here until the hub tells of it',
    edits: [
      {
        in: 'fileReceipt',
        find: 'basisId === null\n',
        replace: 'basisId === null || !receipts.hasId(basisId)\n',
      },
    ],
    noticedBy: ['test/edge/receipts/store-receipts.test.ts'],
    test: 'by the rules of own ones',
  },
  {
    name: 'receipts-kept-for-ever',
    mistake: 'a till does not forget the receipts of its store that are too old to be returned',
    edits: [{ in: 'ReplicaWriter.forgetReceipts', find: 'this.#hasReceipts.get(before)', replace: 'false' }],
    noticedBy: ['test/edge/receipts/store-receipts.test.ts'],
    test: 'is forgotten with the answer',
  },
  {
    name: 'promotions-of-yesterday',
    mistake: 'a till goes on with the promotions that it knew when it was started',
    edits: [{ in: 'PromotionsReader.list', find: 'this.#known.version === version', replace: 'true' }],
    noticedBy: ['test/edge/cart/promotions.test.ts'],
    test: 'the next one knows',
  },
  {
    name: 'returns-in-a-promotion',
    mistake: 'promotions take something off what comes back without a receipt',
    edits: [{ in: 'applyPromotions', find: 'cart.isReturn || ', replace: '' }],
    noticedBy: ['test/edge/cart/promotions.test.ts'],
    test: 'a return gives nothing off',
  },
  {
    name: 'receipt-promotion-per-line',
    mistake: 'a promotion of the receipt goes up with what the first of its lines got',
    edits: [
      {
        in: 'promotionsOfReceipt',
        find: 'sumAmounts(parts.map(({ amount }) => amount))',
        replace: 'must(parts[0]).amount',
      },
    ],
    noticedBy: ['test/edge/cart/promotions.test.ts'],
    test: 'is one discount of several lines',
  },
  {
    name: 'voucher-that-nobody-knows',
    mistake: 'without head office a till takes any number of a voucher up to the limit, an invented one too',
    edits: [
      {
        in: 'mostOffline',
        find: 'held === null && loaded === 0',
        replace: 'held === null && loaded < 0',
      },
      { in: 'mostOffline', find: '(held ?? 0) + loaded', replace: '(held ?? limit) + loaded' },
    ],
    noticedBy: ['test/edge/vouchers/vouchers.test.ts'],
    test: 'offline a number that nobody has told the till of is refused, however high the limit is',
  },
  {
    name: 'dry-run-without-supervisor',
    mistake: 'a dry run beyond the limits of the cashier is refused instead of reckoned',
    edits: [
      {
        in: 'cartAfter',
        find: 'cashier: { ...actor.cashier, limits: NO_LIMITS }',
        replace: 'cashier: { ...actor.cashier, limits: { ...NO_LIMITS, ...actor.cashier.limits } }',
      },
    ],
    noticedBy: ['test/edge/cart/dry-runs.test.ts'],
    test: 'reckons beyond the limits of a cashier, and asks a supervisor only when it is done',
  },
  {
    name: 'dry-run-is-remembered',
    mistake: 'what is sold under the number of an event that was taken back is not counted',
    edits: [
      {
        in: 'UnsentSales.forgetAfter',
        find: 'at <= position',
        replace: 'at <= position || moves.length === 0',
      },
    ],
    noticedBy: ['test/edge/cart/dry-runs.test.ts'],
    test: 'counts what is sold right after a dry run',
  },
  {
    name: 'document-printed-twice',
    mistake: 'a report, a label or a test page is printed once for each press of a double press',
    edits: [
      {
        in: 'queueDocument',
        find: 'isRepeated({ clock }, tx, actor)',
        replace: 'isRepeated({ clock }, tx, actor) && document.title === ""',
      },
    ],
    noticedBy: ['test/edge/journal/commands.test.ts'],
    test: 'prints a label once for one press',
  },
]
