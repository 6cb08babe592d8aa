import { describe, expect, it } from 'vitest'
import { NO_FISCAL_RESULT } from '#shared/domain/sale-fiscal.ts'
import { must } from '#shared/std/must.ts'
import type { PrintedDocument } from './document.ts'
import { COLUMNS, layOut } from './lay-out.ts'
import type { PrintableReceipt } from './printable-receipt.ts'
import { type ReceiptLayout, receiptDocument } from './receipt-document.ts'

const LAYOUT: ReceiptLayout = {
  organizationName: 'Green Shop',
  taxId: '123456789012',
  retailPointName: 'GREEN SHOP',
  address: 'Abay 1',
  receiptHeader: 'Green Shop\nOpen 9-21',
  receiptFooter: 'Thank you!',
  paperWidth: 80,
  language: 'en',
  timeZone: 'Asia/Almaty',
  logo: null,
}

const RECEIPT: PrintableReceipt = {
  vouchers: [],
  voucherSum: 0,
  receiptNumber: 'K7-000012',
  isReturn: false,
  isTraining: false,
  originalReceiptNumber: null,
  link: null,
  fiscal: null,
  soldAt: '2027-03-01T09:30:00.000Z',
  cashierName: 'Ada',
  currencyCode: 'KZT',
  vatIncluded: true,
  lines: [
    {
      lineNo: 1,
      name: 'Milk',
      code: '1',
      ntin: '0200034567890',
      markingCodes: [],
      unitName: 'pcs',
      quantity: 2,
      price: 500,
      discountAmount: 100,
      sum: 900,
      vatRate: 12,
      vatSum: 96.43,
    },
  ],
  sum: 899,
  vatSum: 96.43,
  vatBreakdown: [{ rate: 12, base: 803.57, vat: 96.43 }],
  discountSum: 100,
  promotions: [{ name: 'Dairy week', amount: 60 }],
  trace: [],
  points: null,
  roundingSum: -1,
  payments: [
    { type: 'GiftCard', amount: 399, reference: '***57', balanceLeft: 101 },
    { type: 'Cash', amount: 1000, reference: null, balanceLeft: null },
  ],
  changeSum: 500,
}

function read({ blocks, paperWidth }: PrintedDocument): string[] {
  return layOut(blocks, paperWidth).map((step) => {
    if (step.kind === 'line') return step.text
    if (step.kind === 'barcode') return `[${step.code}]`
    return step.kind === 'qr' ? `[${step.text}]` : `[${step.kind}]`
  })
}

describe('a printed receipt', () => {
  it('prints seller, products, discounts, tax, payments and change, and marks the receipt as not fiscal', () => {
    expect(read(receiptDocument({ ...RECEIPT, link: 'https://hub.example/r/1' }, LAYOUT))).toEqual([
      '                   Green Shop',
      '              Tax ID 123456789012',
      '                     Abay 1',
      '                   Open 9-21',
      '                      Sale',
      '             NOT A FISCAL DOCUMENT',
      'Receipt                                K7-000012',
      'Date                           1 Mar 2027, 14:30',
      'Cashier                                      Ada',
      '------------------------------------------------',
      'Milk',
      '  2 pcs × 500.00                        1,000.00',
      '  Discount                               −100.00',
      '  NTIN                             0200034567890',
      '------------------------------------------------',
      'Subtotal                                1,000.00',
      'Discount                                 −100.00',
      '  incl. Dairy week                        −60.00',
      'Rounding                                   −1.00',
      'TOTAL            ₸899.00',
      'Including VAT 12%                          96.43',
      '------------------------------------------------',
      'Gift voucher ***57                        399.00',
      '  Balance                                 101.00',
      'Cash                                    1,000.00',
      'Change                                    500.00',
      '------------------------------------------------',
      '                   Thank you!',
      '           Your receipt on your phone',
      '[https://hub.example/r/1]',
      '[K7-000012]',
      '[cut]',
    ])
  })

  it('prints the store name once even if the retail point and the header repeat it', () => {
    const lines = read(receiptDocument(RECEIPT, LAYOUT))
    expect(lines.filter((line) => /green shop/i.test(line))).toHaveLength(1)
  })

  it.each([
    ['ru', 'НЕ ФИСКАЛЬНЫЙ ДОКУМЕНТ', 'ИТОГО'],
    ['kk', 'ФИСКАЛДЫҚ ЕМЕС ҚҰЖАТ', 'ЖИЫНЫ'],
  ] as const)('prints the receipt in the language %s', (language, notFiscal, total) => {
    const text = read(receiptDocument(RECEIPT, { ...LAYOUT, language })).join('\n')
    expect(text).toContain(notFiscal)
    expect(text).toContain(total)
    expect(text).toContain('899,00')
    expect(text).not.toMatch(/\u00a0|\u202f/)
  })

  it('prints sold vouchers, with full number and barcode for new ones, and adds them to the payment', () => {
    const vouchers = [
      { number: '***8001', barcode: '4815162342108001', amount: 50, isReload: false },
      { number: '***17', barcode: null, amount: 25, isReload: true },
    ]
    const lines = read(receiptDocument({ ...RECEIPT, vouchers, voucherSum: 75 }, LAYOUT))
    expect(lines).toEqual(
      expect.arrayContaining([
        'Gift voucher                               50.00',
        '  No. 4815162342108001',
        '[4815162342108001]',
        'Gift voucher top-up                        25.00',
        '  No. ***17',
        'TOTAL            ₸974.00',
      ]),
    )
  })

  const DONE: PrintableReceipt['fiscal'] = {
    ...NO_FISCAL_RESULT,
    state: 'Done',
    sign: '1000000001',
    docNumber: '17',
    regNumber: '0012345',
    shiftNumber: 3,
    fiscalisedAt: '2026-03-01T12:00:00.000Z',
    url: 'https://ofd.test/1',
    isOffline: true,
  }

  it('prints the fiscal data and QR code only after the fiscal receipt is issued', () => {
    const waiting = { ...DONE, state: 'Waiting' as const, sign: null }
    const unmade = read(receiptDocument({ ...RECEIPT, fiscal: waiting }, LAYOUT))
    expect(unmade.join('\n')).toContain('NOT A FISCAL DOCUMENT')
    expect(unmade.join('\n')).not.toMatch(/Fiscal|ofd/)
    const { blocks } = receiptDocument({ ...RECEIPT, fiscal: DONE }, LAYOUT)
    expect(blocks).toContainEqual({ kind: 'qr', text: 'https://ofd.test/1' })
    const text = read(receiptDocument({ ...RECEIPT, fiscal: DONE }, LAYOUT)).join('\n')
    expect(text).not.toContain('NOT A FISCAL DOCUMENT')
    for (const printed of [
      /Fiscal sign +1000000001/,
      /Fiscal document +17/,
      /Cash register +0012345/,
      /shift +3/,
    ])
      expect(text).toMatch(printed)
    expect(text).toContain('Offline')
    const exchange = { ...RECEIPT, fiscal: null }
    const half = read(receiptDocument({ ...RECEIPT, fiscal: DONE, exchange }, LAYOUT)).join('\n')
    expect(half).toContain('NOT A FISCAL DOCUMENT')
  })

  it('prints the data required in Russia: settlement, tax system, fiscal storage and verification code', () => {
    const russian: PrintableReceipt['fiscal'] = {
      ...DONE,
      taxSystem: 'UsnIncome',
      fnNumber: '9999078900000000',
      serialNumber: '77',
      numberInShift: 5,
      ofdName: 'ОФД',
      checkSite: 'www.nalog.gov.ru',
      qr: 't=20260301T1500&s=974.00',
      isOffline: false,
    }
    const layout = { ...LAYOUT, language: 'ru' as const }
    const { blocks } = receiptDocument({ ...RECEIPT, fiscal: russian }, layout)
    expect(blocks).toContainEqual({ kind: 'qr', text: 't=20260301T1500&s=974.00' })
    expect(blocks).not.toContainEqual({ kind: 'qr', text: 'https://ofd.test/1' })
    const text = read({ ...receiptDocument({ ...RECEIPT, fiscal: russian }, layout) }).join('\n')
    for (const printed of [
      /КАССОВЫЙ ЧЕК\n *ПРИХОД\n/,
      /Чек за смену +5\n/,
      /СНО +УСН доход\n/,
      /ФН +9999078900000000\n/,
      /Пробит +01\.03\.2026, 17:00\n/,
      /Зав. номер кассы +77\n/,
      /ОФД +ОФД\n/,
      /Проверить чек +www.nalog.gov.ru\n/,
    ])
      expect(text).toMatch(printed)
    expect(text).not.toContain('ФИСКАЛЬНЫЙ ЧЕК')
    const back = receiptDocument({ ...RECEIPT, isReturn: true, fiscal: russian }, layout)
    expect(read(back).join('\n')).toMatch(/КАССОВЫЙ ЧЕК\n *ВОЗВРАТ ПРИХОДА\n/)
  })

  it('prints the data required in Kazakhstan: cash register, operator, number, marking codes, website and offline mark', () => {
    const [milk] = RECEIPT.lines
    const lines = [{ ...must(milk), markingCodes: ['0104600000000015215abc\u001d93dGVz'] }]
    const fiscal = {
      ...must(DONE),
      serialNumber: 'SWK1',
      numberInShift: 17,
      ofdName: 'АО «Оператор»',
      checkSite: 'consumer.ofd.test',
      qr: 'https://consumer.ofd.test?i=1',
    }
    const layout = { ...LAYOUT, language: 'kk' as const }
    const text = read(receiptDocument({ ...RECEIPT, lines, fiscal }, layout)).join('\n')
    for (const printed of [
      /Green Shop\n *БСН\/ЖСН 123456789012\n/,
      /Abay 1\n/,
      /2 pcs × 500,00 +1 000,00\n/,
      /ҰТСН +0200034567890\n/,
      /Таңбалау коды 0104600000000015215abc\n/,
      /Оның ішінде ҚҚС 12 % +96,32\n/,
      / ФИСКАЛДЫҚ ЧЕК\n/,
      /Ауысымдағы чек +17\n/,
      /Тіркелді +01\.03\.2026, 17:00\n/,
      /Кассаның тіркеу нөмірі +0012345\n/,
      /Зауыттық нөмірі +SWK1\n/,
      /Фискалдық белгі +1000000001\n/,
      /ФДО +АО «Оператор»\n/,
      /Чекті тексеру +consumer.ofd.test\n/,
      /Автономды: кейін жіберіледі\n\[https:\/\/consumer.ofd.test\?i=1\]\n/,
    ])
      expect(text).toMatch(printed)
    expect(text).not.toMatch(/ЕМЕС|КАССОВЫЙ/)
  })

  it('prints the amounts of the issued fiscal receipt: points as a discount, and rounding in the lines', () => {
    const [milk] = RECEIPT.lines
    const bread = { ...must(milk), name: 'Bread', quantity: 1, price: 100, discountAmount: 0, sum: 100 }
    const sale: PrintableReceipt = {
      ...RECEIPT,
      lines: [must(milk), { ...bread, vatRate: null, vatSum: 0 }],
      sum: 999.5,
      roundingSum: -0.5,
      payments: [
        { type: 'Bonus', amount: 100, reference: null, balanceLeft: null },
        { type: 'Card', amount: 899.5, reference: null, balanceLeft: null },
      ],
      changeSum: 0,
      points: { spent: 100, earned: 0, left: null, asOf: null },
    }
    const text = (fiscal: PrintableReceipt['fiscal'], changes: Partial<PrintableReceipt> = {}) =>
      read(receiptDocument({ ...sale, fiscal, ...changes }, LAYOUT)).join('\n')
    expect(text(null)).toMatch(/^Points +100.00$/m)
    const made = text(DONE)
    expect(made).not.toMatch(/^Points +100.00$/m)
    for (const line of [
      /^ {2}Discount +−190.45$/m,
      /^ {2}Discount +−10.05$/m,
      /^Subtotal +1,100.00$/m,
      /^Discount +−200.00$/m,
      /^Rounding +−0.50$/m,
      /^TOTAL +₸899.50$/m,
      /^Including VAT 12% +86.74$/m,
      /^Card +899.50$/m,
      /^Points spent +100.00$/m,
    ])
      expect(made).toMatch(line)
    const up = text(DONE, {
      lines: [{ ...bread, sum: 99.6, price: 99.6 }],
      sum: 100,
      roundingSum: 0.4,
      discountSum: 0,
      payments: [{ type: 'Cash', amount: 100, reference: null, balanceLeft: null }],
    })
    expect(up).toMatch(/^ {2}Rounding +\+0.40$/m)
    expect(up).toMatch(/^Including VAT 12% +10.71$/m)
  })

  it('prints on a fiscal receipt the total of each line, in Russia with its VAT or "Without VAT"', () => {
    const [milk] = RECEIPT.lines
    const taxed = { ...must(milk), vatRate: 22 }
    const free = { ...must(milk), name: 'Bread', discountAmount: 0, price: 450, vatRate: null, vatSum: 0 }
    const sale = { ...RECEIPT, lines: [taxed, free], sum: 1800, roundingSum: 0 }
    const fiscal = { ...must(DONE), taxSystem: 'General' as const }
    const paper = read(receiptDocument({ ...sale, fiscal }, LAYOUT)).join('\n')
    expect(paper).toMatch(/Discount +−100.00\n {2}Line total +900.00\n {2}VAT 22% +162.30\n/)
    expect(paper).toMatch(/450.00 +900.00\n {2}Without VAT\n/)
    expect(paper).toMatch(/Including VAT 22% +162.30\n/)
    const elsewhere = read(receiptDocument({ ...sale, fiscal: DONE }, LAYOUT)).join('\n')
    expect(elsewhere).toMatch(/Discount +−100.00\n {2}Line total +900.00\n/)
    expect(elsewhere).not.toMatch(/^ {2}VAT|Without/m)
    expect(read(receiptDocument(sale, LAYOUT)).join('\n')).not.toMatch(/Line total|^ {2}VAT|Without/m)
  })

  it('begins a copy with the word COPY', () => {
    const [first] = receiptDocument(RECEIPT, LAYOUT, { isCopy: true }).blocks
    expect(first).toMatchObject({ text: 'COPY', size: 'large' })
  })

  it('begins a training receipt with one training note, even on a copy', () => {
    const [first] = receiptDocument({ ...RECEIPT, isTraining: true }, LAYOUT, { isCopy: true }).blocks
    expect(first).toMatchObject({ text: 'TRAINING. NOT A SALE', size: 'large' })
    const warnings = read(receiptDocument({ ...RECEIPT, isTraining: true }, LAYOUT)).filter((line) =>
      line.includes('TRAINING'),
    )
    expect(warnings).toHaveLength(1)
  })

  it('prints the number of the original receipt on a return', () => {
    const back: PrintableReceipt = { ...RECEIPT, isReturn: true, originalReceiptNumber: 'K7-000003' }
    const text = read(receiptDocument(back, LAYOUT)).join('\n')
    expect(text).toContain('Return for receipt                     K7-000003')
    expect(text).toMatch(/REFUNDED +₸899.00/)
  })

  it('prints the points that a sale or a return adds to or takes from the card', () => {
    const points = { spent: 0, earned: 8.99, left: 120.5, asOf: '2026-03-10T09:31:00.000Z' }
    const pointsOf = (receipt: PrintableReceipt) =>
      read(receiptDocument(receipt, { ...LAYOUT, paperWidth: 58 })).filter((line) =>
        line.startsWith('Points'),
      )
    expect(pointsOf(RECEIPT)).toEqual([])
    expect(pointsOf({ ...RECEIPT, points })).toEqual([
      'Points earned               8.99',
      'Points on the card        120.50',
    ])
    expect(pointsOf({ ...RECEIPT, points: { ...points, spent: 50, left: null } })).toEqual([
      'Points earned               8.99',
      'Points spent               50.00',
    ])
    expect(pointsOf({ ...RECEIPT, isReturn: true, points: { ...points, spent: 50 } })).toEqual([
      'Points reversed             8.99',
      'Points refunded            50.00',
      'Points on the card        120.50',
    ])
    const text = read(receiptDocument({ ...RECEIPT, points }, LAYOUT)).join('\n')
    expect(text).toMatch(/Points on the card +120.50\n +as of .*10/)
  })
})

describe('layOut', () => {
  it.each([58, 80] as const)('keeps every line within the width of %i mm paper', (paperWidth) => {
    const long: PrintableReceipt = {
      ...RECEIPT,
      sum: 123_456_789.12,
      lines: [
        {
          ...must(RECEIPT.lines[0]),
          name: `${'Supercalifragilistic'.repeat(4)} with a long name`,
          price: 99_999_999.99,
        },
      ],
    }
    const layout: ReceiptLayout = { ...LAYOUT, paperWidth, language: 'kk' }
    for (const step of layOut(receiptDocument(long, layout).blocks, paperWidth)) {
      if (step.kind !== 'line') continue
      const columns = COLUMNS[paperWidth] / (step.size === 'large' ? 2 : 1)
      expect([...step.text].length).toBeLessThanOrEqual(columns)
    }
  })

  it('wraps text at words, keeps line breaks, and breaks a word that is longer than a line', () => {
    const text = `one two three four five six seven eight\n\n${'x'.repeat(40)}`
    expect(read({ title: '', language: 'en', paperWidth: 58, blocks: [{ kind: 'text', text }] })).toEqual([
      'one two three four five six',
      'seven eight',
      '',
      'x'.repeat(32),
      'x'.repeat(8),
    ])
  })

  it('aligns a figure with the last line of its label, or places it below when there is no room', () => {
    const rows = (cells: string[]) =>
      layOut([{ kind: 'columns', cells }], 58).map((step) => 'text' in step && step.text)
    expect(rows(['A name that takes more than a single line', '10.00'])).toEqual([
      'A name that takes more',
      'than a single line         10.00',
    ])
    expect(rows(['Marking', '0123456789012345678901234567'])).toEqual([
      'Marking',
      '    0123456789012345678901234567',
    ])
  })

  it('divides the width of a row among several figures', () => {
    expect(
      layOut([{ kind: 'columns', cells: ['Cash', '12', '340.00'], parts: [2, 1, 1] }], 58),
    ).toMatchObject([{ text: 'Cash                  12  340.00' }])
  })

  it('replaces control characters, so that no text can control the printer', () => {
    expect(layOut([{ kind: 'text', text: 'a\u001bp\u00000b\tc' }], 58)).toMatchObject([{ text: 'a p 0b c' }])
  })
})
