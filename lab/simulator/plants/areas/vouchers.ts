import type { Plant } from '../plant.ts'

export const VOUCHERS: readonly Plant[] = [
  {
    name: 'refund-kept-from-the-voucher',
    about: 'vouchers',
    mistake: 'what is given back of goods that a voucher has paid is not put on the voucher',
    edits: [
      {
        in: 'bookPayment',
        find: "const kind = sale.isReturn ? 'Refund' : 'Spend'",
        replace: "if (sale.isReturn) return\nconst kind = sale.isReturn ? 'Refund' : 'Spend'",
      },
    ],
    emphasis: { 'voucher: spend': 4, 'voucher: return goods': 10 },
    foundBy: 1,
    steps: 80,
    seenBy: ['vouchers booked', 'balances of vouchers'],
  },
  {
    name: 'one-number-is-one-sale',
    about: 'vouchers',
    mistake:
      'a number that two tills have sold counts once: what the second has taken money for is not on it',
    edits: [
      {
        in: 'bookLoad',
        find: 'const isNew = books.isNew.delete(key)',
        replace: 'const isNew = books.isNew.delete(key)\nif (!isNew && !isReload && !sale.isReturn) return',
      },
    ],
    emphasis: { 'voucher: sell': 12, weather: 3 },
    foundBy: 1,
    steps: 80,
    seenBy: ['balances of vouchers'],
  },
  {
    name: 'voucher-is-new-when-it-is-sold',
    about: 'vouchers',
    mistake: 'what was spent of a voucher before head office knew that it was sold stays on it',
    edits: [{ in: 'createVouchers', find: 'await bookEarlierPayments(tx, made)', replace: '' }],
    emphasis: { 'voucher: sell': 6, 'voucher: spend': 6, weather: 4 },
    foundBy: 1,
    steps: 100,
    seenBy: ['vouchers booked', 'balances of vouchers'],
  },
  {
    name: 'overspent-before-and-not-after',
    about: 'vouchers',
    mistake:
      'of two tills that have spent one voucher the second is not flagged: the balance before it counts',
    edits: [
      {
        in: 'bookPayment',
        find: 'yield* flagOverspent(voucher)',
        replace: 'yield* flagOverspent({ ...voucher, balance: (voucher.balance + amount) as Amount })',
      },
    ],
    emphasis: { 'voucher: spent at two tills': 20 },
    foundBy: 1,
    steps: 80,
    seenBy: ['flags of vouchers'],
  },
  {
    name: 'offline-limit-of-each-payment',
    about: 'vouchers',
    mistake: 'offline a voucher pays up to the limit each time, however much waits for head office already',
    edits: [
      {
        in: 'mostOffline',
        find: '(loaded > 0 ? loaded : limit) - taken)',
        replace: '(loaded > 0 ? loaded : limit) - taken * 0)',
      },
    ],
    emphasis: { 'voucher: spend': 12, weather: 4 },
    foundBy: 1,
    steps: 100,
    seenBy: ['vouchers spent offline'],
  },
  {
    name: 'z-of-vouchers-beside-goods',
    about: 'vouchers',
    mistake: 'X and Z leave out the vouchers of receipts without goods',
    edits: [
      {
        in: 'ShiftSums.#addSale',
        find: 'this.#addVouchers(sale)',
        replace: 'if (sale.lines.length > 0) this.#addVouchers(sale)',
      },
    ],
    emphasis: { 'voucher: sell': 6, shift: 8 },
    foundBy: 1,
    steps: 80,
    seenBy: ['vouchers in reports'],
  },
]
