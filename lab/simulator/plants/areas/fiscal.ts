import type { Plant } from '../plant.ts'

/** Emphasis for schedules that always have a fiscal provider and many sales. */
const FISCAL_SALES = { fiscal: 2, sell: 2 }

export const FISCAL: readonly Plant[] = [
  {
    name: 'fiscal-retry-is-another-receipt',
    about: 'fiscal',
    mistake: 'a fiscal receipt that is tried again is sent under another id: the provider makes a second one',
    edits: [
      {
        in: 'externalIdOf',
        find: 'attempt === 1 ? clientId : `${clientId}-${attempt}`',
        replace: '`${clientId}-${Math.floor(Math.random() * 1e9)}`',
      },
    ],
    emphasis: { ...FISCAL_SALES, 'fiscal: answer lost': 6 },
    foundBy: 3,
    steps: 40,
    seenBy: ['fiscal receipts'],
  },
  {
    name: 'fiscal-accepted-is-given-up',
    about: 'fiscal',
    mistake: 'a fiscal receipt that the provider has accepted is given up when it is not done at once',
    edits: [
      {
        in: 'fiscalise',
        find: 'return poll(record, receipt, means)',
        replace:
          "return record.failures > 0 ? saved({ ...record, state: 'Failed' }, means) : poll(record, receipt, means)",
      },
    ],
    emphasis: { ...FISCAL_SALES, 'fiscal: answer wrong': 10 },
    foundBy: 9,
    steps: 40,
    seenBy: ['fiscal receipts'],
  },
  {
    name: 'fiscal-unknown-is-done',
    about: 'fiscal',
    mistake: 'a fiscal receipt of which nothing is known is taken to be made: its sale never gets one',
    edits: [
      {
        in: 'fiscalise',
        find: 'return lookUp(record, receipt, means)',
        replace:
          "return record.state === 'Sending' ? saved({ ...record, state: 'Done' }, means) : lookUp(record, receipt, means)",
      },
    ],
    emphasis: { ...FISCAL_SALES, 'fiscal: hub killed': 20, 'start hub': 3 },
    foundBy: 1,
    steps: 40,
    seenBy: ['fiscal receipts'],
  },
  {
    name: 'fiscal-points-are-money',
    about: 'fiscal',
    mistake: 'points that a customer pays with count as money in the fiscal receipt',
    edits: [
      { in: 'receiptOfSale', find: '(sale.roundingSum - bonus)', replace: 'sale.roundingSum' },
      {
        in: 'hub/integrations/fiscal/receipt-of-sale:paymentsOf',
        find: 'payment.type === BONUS ||',
        replace: '',
      },
    ],
    emphasis: { ...FISCAL_SALES, 'points: spent at two tills': 10, card: 3 },
    foundBy: 2,
    steps: 40,
    seenBy: ['fiscal receipts'],
  },
  {
    name: 'fiscal-return-of-any-sale',
    about: 'fiscal',
    mistake: 'the fiscal receipt of a return names that of some sale',
    edits: [
      {
        in: 'hub/features/sales/fiscal:basisOf',
        find: 'eq(fiscalReceipts.saleId, originalSaleId)',
        replace: "eq(fiscalReceipts.state, 'Done')",
      },
    ],
    emphasis: { ...FISCAL_SALES, return: 4 },
    foundBy: 1,
    steps: 60,
    seenBy: ['fiscal receipts'],
  },
  {
    name: 'fiscal-done-is-not-told',
    about: 'fiscal',
    mistake: 'tills are told that a fiscal receipt waits, and not that it is done',
    edits: [{ in: 'till_fiscal_state', find: "IN ('Done', 'Failed')", replace: "IN ('Failed')" }],
    emphasis: FISCAL_SALES,
    foundBy: 1,
    steps: 40,
    seenBy: ['fiscal receipts at tills'],
  },
]
