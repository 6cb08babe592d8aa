import type { Plant } from '../plant.ts'

/**
 * Mistakes in the fiscal receipts. Others are in lab/simulator/plants/areas/fiscal.ts, because only schedules
 * of the simulator detect them.
 */
export const FISCAL: readonly Plant[] = [
  {
    name: 'fiscal-sent-without-a-word',
    mistake:
      'a fiscal receipt is sent again without a look-up when the hub has died with the request under way',
    edits: [
      {
        in: 'fiscalise',
        find: "case 'Sending':",
        replace: "case 'Sending':\n      return send(record, receipt, means)",
      },
    ],
    noticedBy: ['hub/integrations/fiscal/fiscalise.test.ts'],
    test: 'is looked up before it is sent again',
  },
  {
    name: 'fiscal-new-id-for-any-failure',
    mistake:
      'a receipt goes under another id when the provider’s driver fails, not its queue: there may be two',
    edits: [
      {
        in: 'hub/integrations/fiscal/providers/atol-online:outcomeOfAnswer',
        find: "status === 'fail' && error.type === 'timeout'",
        replace: "status === 'fail'",
      },
    ],
    noticedBy: ['test/fiscal/answers.test.ts'],
    test: 'timeout alone asks for another id',
  },
  {
    name: 'fiscal-vat-of-the-old-year',
    mistake: 'a sale of the first hours of the year has the rate of VAT of the day in Greenwich',
    edits: [
      {
        in: 'hub/integrations/fiscal/providers/orange-data:documentOf',
        find: 'toWallClock(soldAt, timeZone).slice(0, 10)',
        replace: 'soldAt.slice(0, 10)',
      },
    ],
    noticedBy: ['test/fiscal/wire.test.ts'],
    test: 'OrangeData',
  },
  {
    name: 'fiscal-advance-taxed-as-goods',
    mistake: 'the VAT of a voucher that is sold has the code of goods',
    edits: [{ in: 'vatCodeOf', find: '(isAdvance && found.calculated) || found', replace: 'found' }],
    noticedBy: ['test/fiscal/wire.test.ts'],
    test: 'of an advance by the calculated one',
  },
  {
    name: 'fiscal-basis-with-points',
    mistake: 'a return tells the provider the total of its sale with the points that were spent',
    edits: [
      { in: 'hub/features/sales/fiscal:basisOf', find: "p.type = 'Bonus'", replace: "p.type = 'Points'" },
    ],
    noticedBy: ['test/hub/sales/fiscal-results.test.ts'],
    test: 'of a return all of its sale',
  },
  {
    name: 'fiscal-paper-with-points-as-money',
    mistake: 'paper says another total and another VAT than its fiscal receipt and the QR code on it',
    edits: [{ in: 'asFiscalised', find: "!== 'Done'", replace: "=== 'Done'" }],
    noticedBy: ['shared/receipts/receipt-document.test.ts'],
    test: 'points are a discount',
  },
]
