import { markingKey } from '#shared/barcodes/marking-code.ts'
import type { ReceiptLanguage } from '#shared/domain/receipt-languages.ts'
import { SET_OFF } from '#shared/domain/tenders.ts'
import { type Amount, amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { makeFormat } from '#shared/std/format.ts'
import { asFiscalised } from './as-fiscalised.ts'
import {
  type Block,
  CUT,
  centered,
  type PaperWidth,
  type PrintedDocument,
  pair,
  type Raster,
  RULE,
} from './document.ts'
import type { PrintableReceipt } from './printable-receipt.ts'
import type { ReceiptWords } from './words/receipt-words.ts'
import { RECEIPT_WORDS } from './words/words.ts'

/** Seller and appearance of a receipt, from the settings of the organization and of the retail point. */
export interface ReceiptLayout {
  organizationName: string
  taxId: string | null
  retailPointName: string
  address: string | null
  receiptHeader: string | null
  receiptFooter: string | null
  paperWidth: PaperWidth
  language: ReceiptLanguage
  timeZone: string
  logo: Raster | null
}

export interface ReceiptOptions {
  /** True when the receipt was, or could have been, printed before. */
  isCopy?: boolean
}

/**
 * Returns the printed document of a sale, a return, or an exchange of both (docs/domain.md#printed-receipts).
 * A note marks a document without a fiscal receipt. Names that the organization, the retail point and the
 * header share are printed once.
 */
export function receiptDocument(
  written: PrintableReceipt,
  layout: ReceiptLayout,
  { isCopy = false }: ReceiptOptions = {},
): PrintedDocument {
  const { exchange } = written
  const receipt = { ...asFiscalised(written), ...(exchange && { exchange: asFiscalised(exchange) }) }
  const { language, paperWidth } = layout
  const words = RECEIPT_WORDS[language]
  const paper: Paper = {
    receipt,
    layout,
    words,
    format: makeFormat(language, receipt.currencyCode, layout.timeZone),
  }
  const halves = halvesOf(receipt)
  return {
    title: `${words.receipt} ${receipt.receiptNumber}`,
    language,
    paperWidth,
    blocks: [
      ...(receipt.isTraining ? [centered(words.training, { size: 'large', isBold: true })] : []),
      ...(isCopy ? [centered(words.copy, { size: 'large', isBold: true })] : []),
      ...heading(paper),
      ...(halves.length > 1
        ? [...halves.flatMap((half) => halfBlocks({ ...paper, receipt: half })), RULE, rest(halves, paper)]
        : receiptBlocks(paper)),
      RULE,
      ...footing(paper),
      CUT,
    ],
  }
}

interface Paper {
  receipt: PrintableReceipt
  layout: ReceiptLayout
  words: ReceiptWords
  format: ReturnType<typeof makeFormat>
}

/** Returns the return and the sale of an exchange, in this order, or the receipt alone. */
function halvesOf(receipt: PrintableReceipt): PrintableReceipt[] {
  const { exchange } = receipt
  if (!exchange) return [receipt]
  return receipt.isReturn ? [receipt, exchange] : [exchange, receipt]
}

function receiptBlocks(paper: Paper): Block[] {
  return [
    RULE,
    ...paper.receipt.lines.flatMap((line) => lineBlocks(line, paper)),
    ...vouchers(paper),
    RULE,
    ...totals(paper),
    RULE,
    ...payments(paper),
    ...points(paper),
    ...fiscal(paper),
  ]
}

function halfBlocks(paper: Paper): Block[] {
  const { receipt, words } = paper
  return [
    RULE,
    centered(receipt.isReturn ? words.return : words.sale, { isBold: true }),
    ...numbers(paper),
    ...receiptBlocks(paper),
  ]
}

/** Returns the payment or the refund that remains after the set-off. */
function rest(halves: readonly PrintableReceipt[], { words, format }: Paper): Block {
  const moved = sumAmounts(
    halves.map(({ isReturn, payments, changeSum }) => {
      const others = payments.filter(({ type }) => type !== SET_OFF).map((payment) => amount(payment.amount))
      return ((isReturn ? -1 : 1) * (sumAmounts(others) - amount(changeSum))) as Amount
    }),
  )
  const sum = format.money(amountToNumber(Math.abs(moved) as Amount))
  return pair(moved < 0 ? words.restGivenBack : words.restPaid, sum, { size: 'large', isBold: true })
}

function numbers({ receipt, words }: Paper): Block[] {
  return [
    pair(words.number, receipt.receiptNumber),
    ...(receipt.originalReceiptNumber ? [pair(words.original, receipt.originalReceiptNumber)] : []),
  ]
}

function heading(paper: Paper): Block[] {
  const { receipt, layout, words, format } = paper
  const title = receipt.isReturn ? words.return : words.sale
  return [
    ...headOf(layout, words),
    centered(receipt.exchange ? words.exchange : title, { size: 'tall', isBold: true }),
    ...(isFiscal(receipt) ? [] : [centered(words.notFiscal)]),
    ...(receipt.exchange ? [] : numbers(paper)),
    pair(words.soldAt, format.dateTime(receipt.soldAt)),
    pair(words.cashier, receipt.cashierName),
  ]
}

function headOf(layout: ReceiptLayout, words: ReceiptWords): Block[] {
  const { organizationName, taxId, retailPointName, address, receiptHeader, logo } = layout
  const [name = '', ...places] = namedOnce([organizationName, retailPointName, address, receiptHeader])
  return [
    ...(logo ? [{ kind: 'image', image: logo } as const] : []),
    centered(name, { isBold: true }),
    ...(taxId ? [centered(`${words.taxId} ${taxId}`)] : []),
    ...places.map((place) => centered(place)),
  ]
}

/** Returns the lines of the texts without empty lines and repetitions, ignoring letter case. */
export function namedOnce(texts: readonly (string | null)[]): string[] {
  const lines = texts.flatMap((text) => (text ?? '').split('\n')).map((line) => line.trim())
  const seen = new Set<string>()
  return lines.filter((line) => {
    const key = line.toLowerCase()
    if (line === '' || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Returns the blocks of a line. An issued fiscal receipt has the total of each line, with its VAT in Russia. */
function lineBlocks(line: PrintableReceipt['lines'][number], { receipt, words, format }: Paper): Block[] {
  const isMade = receipt.fiscal?.state === 'Done'
  const isRussian = isMade && receipt.fiscal?.taxSystem !== null
  const beforeDiscount = amountToNumber((amount(line.sum) + amount(line.discountAmount)) as Amount)
  return [
    { kind: 'text', text: line.name, ...(line.code !== null && { otherwise: line.code }) },
    pair(
      `  ${format.quantity(line.quantity)} ${line.unitName} × ${format.amount(line.price)}`,
      format.amount(beforeDiscount),
    ),
    ...(line.discountAmount > 0 ? [pair(`  ${words.discount}`, minus(format, line.discountAmount))] : []),
    ...(line.discountAmount < 0 ? [pair(`  ${words.rounding}`, format.signed(-line.discountAmount))] : []),
    ...(isMade && line.discountAmount !== 0 ? [pair(`  ${words.lineTotal}`, format.amount(line.sum))] : []),
    ...(isRussian ? [vatOfLine(line, words, format)] : []),
    ...(line.ntin ? [pair(`  ${words.ntin}`, line.ntin)] : []),
    ...line.markingCodes.map(
      (code): Block => ({
        kind: 'text',
        text: `  ${words.markingCode} ${markingKey(code)}`,
      }),
    ),
  ]
}

const vatOfLine = (
  { vatRate, vatSum }: PrintableReceipt['lines'][number],
  { vatOnTop, withoutVat }: ReceiptWords,
  format: Paper['format'],
): Block =>
  vatRate === null
    ? { kind: 'text', text: `  ${withoutVat}` }
    : pair(`  ${vatOnTop} ${format.percent(vatRate)}`, format.amount(vatSum))

/**
 * Returns the blocks of sold vouchers. The receipt of a new voucher is the voucher itself, so it has the full
 * number and a barcode.
 */
function vouchers({ receipt, words, format }: Paper): Block[] {
  return receipt.vouchers.flatMap(({ number, barcode, amount, isReload }): Block[] => [
    pair(isReload ? words.voucherReloaded : words.voucher, format.amount(amount)),
    { kind: 'text', text: `  ${words.voucherNumber} ${barcode ?? number}` },
    ...(barcode === null ? [] : [{ kind: 'barcode', code: barcode } as const]),
  ])
}

function totals({ receipt, words, format }: Paper): Block[] {
  const { sum, discountSum, roundingSum, promotions, isReturn, vatBreakdown, vatIncluded } = receipt
  const paid = amountToNumber((amount(sum) + amount(receipt.voucherSum)) as Amount)
  const subtotal = amountToNumber((amount(paid) + amount(discountSum) - amount(roundingSum)) as Amount)
  return [
    ...(discountSum > 0 || roundingSum !== 0 ? [pair(words.subtotal, format.amount(subtotal))] : []),
    ...(discountSum > 0 ? [pair(words.discount, minus(format, discountSum))] : []),
    ...promotions.map(({ name, amount }) => pair(`  ${words.promotion} ${name}`, minus(format, amount))),
    ...(roundingSum === 0 ? [] : [pair(words.rounding, format.signed(roundingSum))]),
    pair(isReturn ? words.refunded : words.total, format.money(paid), { size: 'large', isBold: true }),
    ...vatBreakdown.map(({ rate, vat }) =>
      pair(`${vatIncluded ? words.vatIncluded : words.vatOnTop} ${format.percent(rate)}`, format.amount(vat)),
    ),
  ]
}

function payments({ receipt, words, format }: Paper): Block[] {
  return [
    ...receipt.payments.flatMap(({ type, amount, reference, balanceLeft }) => [
      pair([words.tenders[type], reference].filter(Boolean).join(' '), format.amount(amount)),
      ...(balanceLeft === null ? [] : [pair(`  ${words.voucherLeft}`, format.amount(balanceLeft))]),
    ]),
    ...(receipt.changeSum > 0
      ? [pair(words.change, format.amount(receipt.changeSum), { isBold: true })]
      : []),
  ]
}

/** Returns the effect on the points of the card. A return gives back spent points and takes back earned ones. */
function points({ receipt, words, format }: Paper): Block[] {
  if (!receipt.points) return []
  const { earned, spent, left, asOf } = receipt.points
  const rows: [string, number | null][] = receipt.isReturn
    ? [
        [words.pointsTakenBack, earned || null],
        [words.pointsGivenBack, spent || null],
      ]
    : [
        [words.pointsEarned, earned],
        [words.pointsSpent, spent || null],
      ]
  const figures = [...rows, [words.pointsBalance, left] as const].flatMap(([name, figure]) =>
    figure === null ? [] : [pair(name, format.amount(figure))],
  )
  return left === null || asOf === null
    ? figures
    : [...figures, pair(`  ${words.asOf}`, format.dateTime(asOf))]
}

/** True when the receipt, and the other half of an exchange, are fiscal. */
const isFiscal = ({ fiscal, exchange }: PrintableReceipt): boolean =>
  fiscal?.state === 'Done' && (!exchange || exchange.fiscal?.state === 'Done')

/**
 * Returns the data by which the authority identifies the fiscal receipt (docs/domain.md#printed-receipts).
 * Returns nothing before the provider has issued it.
 */
function fiscal({ receipt, words: { fiscal: words }, format }: Paper): Block[] {
  const { fiscal, isReturn } = receipt
  if (fiscal?.state !== 'Done') return []
  const { taxSystem, fiscalisedAt, qr, url } = fiscal
  const rows = [
    [words.numberInShift, fiscal.numberInShift],
    [words.shift, fiscal.shiftNumber],
    [words.at, fiscalisedAt && format.dateTime(fiscalisedAt)],
    [words.taxSystem, taxSystem && words.taxSystems[taxSystem]],
    [words.register, fiscal.regNumber],
    [words.serial, fiscal.serialNumber],
    [words.storage, fiscal.fnNumber],
    [words.document, fiscal.docNumber],
    [words.sign, fiscal.sign],
    [words.ofd, fiscal.ofdName],
    [words.check, fiscal.checkSite],
  ] as const
  const code = qr ?? url
  return [
    RULE,
    ...(taxSystem
      ? [
          centered(words.income.title, { isBold: true }),
          centered(isReturn ? words.income.return : words.income.sale),
        ]
      : [centered(words.title, { isBold: true })]),
    ...rows.flatMap(([name, value]) => (value ? [pair(name, String(value))] : [])),
    ...(fiscal.isOffline ? [centered(words.offline)] : []),
    ...(code ? [{ kind: 'qr', text: code } as const] : []),
  ]
}

function footing({ receipt, layout, words }: Paper): Block[] {
  return [
    ...(layout.receiptFooter ? [centered(layout.receiptFooter)] : []),
    ...(receipt.link ? [centered(words.online), { kind: 'qr', text: receipt.link } as const] : []),
    { kind: 'barcode', code: receipt.receiptNumber },
  ]
}

const minus = (format: Paper['format'], value: number): string => `−${format.amount(value)}`
