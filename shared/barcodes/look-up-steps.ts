import { type Amount, multiplyDivide, type Quantity } from '#shared/money/decimal.ts'
import { type Elements, readGs1, SEPARATOR } from './gs1-elements.ts'
import { baseGtin, expandUpcE, isGtin, spellingsOfGtin } from './gtin.ts'
import { parseMarkingCode } from './marking-code.ts'

/** Data in a symbol in addition to the product number. */
export interface LabelFacts {
  /** Number of pieces or packs (AI 30 and 37). */
  count?: Quantity
  /**
   * Measure in the product's unit: kilograms, meters, square meters, liters or cubic meters (AI 310n to 316n,
   * 320n).
   */
  measure?: Quantity
  /** Total price (AI 392n). */
  sum?: Amount
  /** Batch (AI 10). */
  batch?: string
  /** Serial number (AI 21). */
  serial?: string
  /** Expiry date as YYYY-MM-DD (AI 17, otherwise AI 15). */
  expiresOn?: string
  /** True for the number of a case of the product when the count is unknown. */
  isCase?: true
}

/** One way to look up a code. `values` are spellings of one barcode, which belongs to a product or to a pack. */
export type LookUpStep =
  | { by: 'barcode'; values: readonly string[]; facts: LabelFacts }
  /** Scale label of 13 digits. */
  | { by: 'label'; label: string }
  /** Barcode in upper case, for a comparison that ignores case. */
  | { by: 'key'; key: string }

/** AIM identifiers of symbols that start with FNC1: GS1-128, DataMatrix, QR, DotCode, DataBar (ISO/IEC 15424). */
const AIM_OF_GS1 = /^\](?:C1|d2|Q3|J1|e0)/
const AIM = /^\][A-Za-z][0-9A-Za-z]/
/**
 * EAN-13 with an add-on of 2 or 5 digits. Without an AIM identifier, only codes of periodicals and books are
 * read this way.
 */
const ADD_ON = /^(\d{13})(?:\d{2}|\d{5})$/
const PERIODICAL = /^97[789]/

/**
 * Returns the steps of a look-up, shared by hub and tills. The first step with a result is used
 * (docs/domain.md#barcodes). Loyalty cards, product codes and articles are looked up after these steps.
 */
export function lookUpSteps(scanned: string): LookUpStep[] {
  const aim = AIM.exec(scanned)?.[0] ?? ''
  const symbol = scanned.slice(aim.length)
  const text = symbol.replaceAll(SEPARATOR, '')
  const steps: LookUpStep[] = [barcode([scanned.replaceAll(SEPARATOR, '')])]
  if (aim !== '') steps.push(barcode([text]))
  const digits = withoutAddOn(text, aim)
  if (isGtin(digits)) steps.push(barcode(spellingsOfGtin(digits)))
  const upcA = expandUpcE(digits)
  if (upcA !== null) steps.push(barcode(spellingsOfGtin(upcA)))
  const elements = elementsOf(scanned, symbol, aim)
  const gtin = elements?.get('01') ?? elements?.get('02')
  if (elements && gtin !== undefined) {
    const facts = statedBy(elements)
    steps.push(barcode(spellingsOfGtin(gtin), facts), ...baseSteps(gtin, facts))
  }
  const label = labelOf(text)
  if (label !== null) steps.push({ by: 'label', label })
  if (isGtin(digits)) steps.push(...baseSteps(digits, {}))
  if (!/^\d*$/.test(text)) steps.push({ by: 'key', key: keyOf(text) })
  return steps
}

/** Returns the text without its AIM identifier. */
export const withoutAim = (scanned: string): string => scanned.replace(AIM, '')

/** Returns a barcode in upper case, as in `key` columns. Converts only the letters a to z. */
export const keyOf = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())

const barcode = (values: readonly string[], facts: LabelFacts = {}): LookUpStep => ({
  by: 'barcode',
  values,
  facts,
})

function withoutAddOn(text: string, aim: string): string {
  const main = ADD_ON.exec(text)?.[1]
  if (main === undefined || !isGtin(main)) return text
  return aim === ']E3' || (aim === '' && PERIODICAL.test(main)) ? main : text
}

/**
 * Returns the 13 digits of a scale label, or null for another code. A label in UPC-A gets the leading 0 of
 * EAN-13.
 */
function labelOf(text: string): string | null {
  if (/^(?:2\d{12}|02\d{11})$/.test(text)) return text
  return /^2\d{11}$/.test(text) ? `0${text}` : null
}

/**
 * Returns the step for the item that a case contains, or no step when the GTIN is not that of a case.
 * Indicator 9 means a variable measure item (GS1 General Specifications, section 2.1.2.3).
 */
function baseSteps(gtin: string, facts: LabelFacts): LookUpStep[] {
  const base = baseGtin(gtin)
  if (base === null) return []
  return [barcode(spellingsOfGtin(base), gtin.startsWith('9') ? facts : { ...facts, isCase: true })]
}

/**
 * Returns the elements of a symbol, or undefined when it has none. Tries marking codes first, because their
 * separators can be missing.
 */
function elementsOf(scanned: string, symbol: string, aim: string): Elements | undefined {
  const marking = parseMarkingCode(scanned)
  if (marking) return readGs1(marking.code) ?? new Map([['01', marking.gtin]])
  const isFramed =
    AIM_OF_GS1.test(aim) || symbol.startsWith(SEPARATOR) || /^(?:\(0[12]\)|https?:\/\/)/i.test(symbol)
  return isFramed || /^0[12]\d{14}/.test(symbol) ? readGs1(symbol) : undefined
}

function statedBy(elements: Elements): LabelFacts {
  const facts: LabelFacts = {}
  const count = elements.get('37') ?? elements.get('30')
  if (count !== undefined && Number(count) > 0) facts.count = (Number(count) * 1000) as Quantity
  for (const [ai, value] of elements) {
    const places = 10 ** Number(ai[3] ?? 0)
    if (/^31[01456]/.test(ai)) facts.measure = multiplyDivide(Number(value), 1000, places) as Quantity
    if (/^320/.test(ai)) facts.measure = poundsIn(Number(value), places)
    if (/^392/.test(ai) && value.length <= 12)
      facts.sum = multiplyDivide(Number(value), 100, places) as Amount
  }
  const batch = elements.get('10')
  if (batch !== undefined) facts.batch = batch
  const serial = elements.get('21')
  if (serial !== undefined) facts.serial = serial
  const expiresOn = dayOf(elements.get('17') ?? elements.get('15'))
  if (expiresOn !== undefined) facts.expiresOn = expiresOn
  return facts
}

/** Converts from international pounds of 0.45359237 kg. */
const poundsIn = (value: number, places: number): Quantity =>
  multiplyDivide(value, 45_359_237, places * 100_000) as Quantity

/**
 * Parses YYMMDD as a day of this century. Returns undefined when it is missing or invalid. Day 00 means the
 * last day of the month (GS1 General Specifications, section 7.12).
 */
function dayOf(value: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d\d)(0[1-9]|1[0-2])(\d\d)$/.exec(value ?? '') ?? []
  if (year === undefined || day === undefined) return undefined
  const last = new Date(Date.UTC(2000 + Number(year), Number(month), 0)).getUTCDate()
  if (Number(day) > last) return undefined
  return `20${year}-${month}-${day === '00' ? last : day}`
}
