import { describe, expect, it } from 'vitest'
import type { ShiftReport } from '#shared/contracts/till/shift.ts'
import type { ReceiptLanguage } from '#shared/domain/receipt-languages.ts'
import type { PrintedDocument } from './document.ts'
import { COLUMNS, layOut } from './lay-out.ts'
import type { ReceiptLayout } from './receipt-document.ts'
import { shiftReportDocument } from './shift-report-document.ts'
import { SHIFT_REPORT_WORDS } from './words/shift-report-words.ts'

const REPORT: ShiftReport = {
  shift: {
    id: '01a20000-0000-7000-8000-000000000001',
    number: 7,
    attention: null,
    isBlind: false,
    waiting: 2,
    openedAt: '2027-03-01T04:00:00Z',
    openedBy: 'Ann',
    openingCash: 100,
    countedCash: 94,
    closedAt: '2027-03-01T16:00:00Z',
    closedBy: 'Bob',
    discrepancy: -0.8,
    totals: {
      salesCash: 24.8,
      salesCard: 10,
      returnsCash: 0,
      returnsCard: 10,
      salesOther: 0,
      returnsOther: 0,
      otherTenders: [],
      cashIn: 0,
      cashOut: 30,
      receiptsCount: 2,
      returnsCount: 1,
      expectedCash: 94.8,
    },
  },
  madeAt: '2027-03-01T16:00:01Z',
  currencyCode: 'KZT',
  firstReceipt: 'K7-000002',
  lastReceipt: 'K7-000004',
  salesCount: 2,
  returnsCount: 1,
  movements: [
    ...([
      { kind: 'Out', amount: 30, reason: 'to the bank', movedAt: '2027-03-01T10:00:00Z', cashierName: 'Ann' },
    ] as const),
  ],
  sums: {
    sales: 34.8,
    returns: 10,
    revenue: 24.8,
    averageReceipt: 17.4,
    roundingSum: 0,
    vouchers: {
      sold: { count: 1, sum: 50 },
      reloaded: { count: 2, sum: 30 },
      takenBack: { count: 1, sum: 20 },
    },
    tenders: [
      { type: 'Cash', sales: 24.8, returns: 0 },
      { type: 'Card', sales: 10, returns: 10 },
    ],
    vat: [{ rate: 12, sales: { base: 9, vat: 1.08 }, returns: { base: 9, vat: 1.08 } }],
    discounts: [
      { kind: 'Manual', name: null, count: 1, sum: 1 },
      { kind: 'Promotion', name: 'Bread week', count: 1, sum: 1.2 },
    ],
    cashiers: [
      {
        id: '01a20000-0000-7000-8000-000000000002',
        name: 'Ann',
        sales: { count: 2, sum: 34.8 },
        returns: { count: 0, sum: 0 },
        discounts: 1,
        voids: { count: 3, sum: 41 },
      },
    ],
  },
  voids: { count: 3, sum: 41 },
  priceChanges: { count: 1, sum: -6 },
  drawerOpenings: 1,
  fiscal: null,
  copiesPrinted: 0,
  soldBeyondStock: 0,
  approvals: [{ limit: 'allowCashOut', supervisorName: 'Senior', count: 1 }],
  counted: [{ value: 0.05, count: 3 }],
}
const LAYOUT: ReceiptLayout = {
  organizationName: 'Green Shop',
  taxId: '123',
  retailPointName: 'Till 1',
  address: null,
  receiptHeader: null,
  receiptFooter: null,
  paperWidth: 80,
  language: 'en',
  timeZone: 'Asia/Almaty',
  logo: null,
}

const read = ({ blocks }: PrintedDocument): string[] =>
  blocks.map((block) =>
    block.kind === 'text'
      ? block.text
      : block.kind === 'columns'
        ? block.cells.join(' | ')
        : `[${block.kind}]`,
  )
const write = (report: ShiftReport, language: ReceiptLanguage = 'en', isTraining = false) =>
  shiftReportDocument(report, { ...LAYOUT, language }, { isTraining })

describe('a printed shift report', () => {
  it('prints a Z report without empty sections', () => {
    expect(read(write(REPORT))).toEqual([
      'Green Shop',
      '123',
      'Till 1',
      'Z report',
      'Shift | 7',
      'Opened | 1 Mar 2027, 09:00',
      'Opened by | Ann',
      'Closed | 1 Mar 2027, 21:00',
      'Closed by | Bob',
      'Receipts | K7-000002 – K7-000004',
      'Sales | 2',
      'Returns | 1',
      'Waiting to send | 2',
      '[rule]',
      'Sales | 34.80',
      'Returns | −10.00',
      'Revenue | 24.80',
      'Average receipt | 17.40',
      'Gift vouchers (prepaid)',
      'Sold (1) | 50.00',
      'Topped up (2) | 30.00',
      'Returned (1) | −20.00',
      'Payment methods',
      'Cash | 24.80',
      'Card | 10.00',
      'Card: Returns | −10.00',
      'VAT',
      '12% of 9.00 | 1.08',
      '12%: Returns | −1.08',
      'Discounts',
      'Manual (1) | 1.00',
      'Bread week (1) | 1.20',
      '[rule]',
      'Cash',
      'Opening cash | 100.00',
      'Cash sales | +24.80',
      'Cash refunds | 0.00',
      'Cash out | −30.00',
      '  to the bank (Ann)',
      'Expected | 94.80',
      '  0.05 × 3 | 0.15',
      'Counted | 94.00',
      'Difference | −0.80',
      '[rule]',
      'Cashiers',
      'Ann',
      '  Sales (2) | 34.80',
      '  Discounts | 1.00',
      '  Voided (3) | 41.00',
      '[rule]',
      'Voided (3) | 41.00',
      'Price changes (1) | −6.00',
      'Drawer opened without a sale | 1',
      'Approved by a supervisor',
      'Cash out: Senior | 1',
      '[rule]',
      'Not a fiscal document',
      '[cut]',
    ])
  })

  it('prints the numbers of issued, pending and rejected fiscal receipts', () => {
    const of = (fiscal: ShiftReport['fiscal']) =>
      read(write({ ...REPORT, fiscal })).filter((line) => line.startsWith('Fiscal'))
    expect(of({ done: 3, waiting: 0, failed: 0 })).toEqual(['Fiscal receipts: issued | 3'])
    expect(of({ done: 0, waiting: 2, failed: 1 })).toEqual([
      'Fiscal receipts: issued | 0',
      'Fiscal receipts: pending | 2',
      'Fiscal receipts: rejected, tell head office | 1',
    ])
  })

  it('prints no amounts on an X report when the cash count is blind', () => {
    const shift = { ...REPORT.shift, isBlind: true, totals: null, closedAt: null, closedBy: null, waiting: 0 }
    const blind = {
      ...REPORT,
      sums: null,
      counted: [],
      shift: { ...shift, countedCash: null, discrepancy: null },
    }
    const lines = read(write(blind))
    expect(lines).toContain('Count the drawer to see the amounts.')
    expect(lines.join('\n')).not.toMatch(/34\.80|94\.80|24\.80|Expected/)
    expect(lines).toContain('X report')
  })

  it('begins a training report with a training note', () => {
    expect(read(write(REPORT, 'en', true))[0]).toBe('TRAINING. NOTHING WAS SOLD')
  })

  it.each(['en', 'ru', 'kk'] as const)(
    'prints all words in %s, within the width of the paper',
    (language) => {
      const empty = Object.entries(SHIFT_REPORT_WORDS[language]).filter(([, word]) => word === '')
      expect(empty).toEqual([])
      expect(read(write(REPORT, language))).toHaveLength(read(write(REPORT)).length)
      for (const width of [58, 80] as const)
        for (const step of layOut(write(REPORT, language).blocks, width))
          if (step.kind === 'line') expect(step.text.length).toBeLessThanOrEqual(COLUMNS[width])
    },
  )
})
