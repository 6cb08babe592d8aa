import { type Amount, multiplyDivide, type Quantity } from '#shared/money/decimal.ts'
import { type Elements, readGs1, SEPARATOR } from './gs1-elements.ts'
import { baseGtin, expandUpcE, isGtin, spellingsOfGtin } from './gtin.ts'
import { parseMarkingCode } from './marking-code.ts'

/** The statements of a symbol about the goods besides their number. */
export interface Told {
  /** The number of pieces or of packs: AI 30 and 37. */
  count?: Quantity
  /** Kilograms, metres, square metres, litres or cubic metres, which are the product's unit: AI 310n to 316n, 320n. */
  measure?: Quantity
  /** The price of all of it: AI 392n. */
  sum?: Amount
  /** AI 10. */
  batch?: string
  /** AI 21. */
  serial?: string
  /** YYYY-MM-DD: AI 17, or else 15. */
  expiresOn?: string
  /** It is the number of a case of the product, and nothing says how many are in it. */
  isCase?: true
}

/** One way to look a code up. `values` are spellings of one barcode, of a product or of its pack. */
export type LookUpStep =
  | { by: 'barcode'; values: readonly string[]; told: Told }
  /** The label of a scale: 13 digits. */
  | { by: 'label'; label: string }
  /** A barcode, letter case aside; in upper case. */
  | { by: 'key'; key: string }

/** AIM identifiers of symbols that begin with FNC1: GS1-128, DataMatrix, QR, DotCode, DataBar (ISO/IEC 15424). */
const AIM_OF_GS1 = /^\](?:C1|d2|Q3|J1|e0)/
const AIM = /^\][A-Za-z][0-9A-Za-z]/
/** EAN-13 with an add-on of 2 or 5 digits; without an AIM identifier only magazines and books have one. */
const ADD_ON = /^(\d{13})(?:\d{2}|\d{5})$/
const PERIODICAL = /^97[789]/

/**
 * How a code is looked up, by hub and tills alike: the first step that finds something counts (docs/domain.md#barcodes).
 * Loyalty cards, codes and articles come after these.
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
    const told = toldBy(elements)
    steps.push(barcode(spellingsOfGtin(gtin), told), ...baseSteps(gtin, told))
  }
  const label = labelOf(text)
  if (label !== null) steps.push({ by: 'label', label })
  if (isGtin(digits)) steps.push(...baseSteps(digits, {}))
  if (!/^\d*$/.test(text)) steps.push({ by: 'key', key: keyOf(text) })
  return steps
}

/** The text without the name of its symbol. */
export const withoutAim = (scanned: string): string => scanned.replace(AIM, '')

/** A barcode in upper case, as `key` columns have it: of the letters A to Z alone. */
export const keyOf = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())

const barcode = (values: readonly string[], told: Told = {}): LookUpStep => ({ by: 'barcode', values, told })

function withoutAddOn(text: string, aim: string): string {
  const main = ADD_ON.exec(text)?.[1]
  if (main === undefined || !isGtin(main)) return text
  return aim === ']E3' || (aim === '' && PERIODICAL.test(main)) ? main : text
}

/** 13 digits, those of a UPC-A with the 0 that EAN-13 has before it. */
function labelOf(text: string): string | null {
  if (/^(?:2\d{12}|02\d{11})$/.test(text)) return text
  return /^2\d{11}$/.test(text) ? `0${text}` : null
}

/** A case of goods whose own number is not kept; indicator 9 is of what is weighed (GS1 General Specifications 2.1.2.3). */
function baseSteps(gtin: string, told: Told): LookUpStep[] {
  const base = baseGtin(gtin)
  if (base === null) return []
  return [barcode(spellingsOfGtin(base), gtin.startsWith('9') ? told : { ...told, isCase: true })]
}

/** Steps of marking codes come first: their separators may be lost. */
function elementsOf(scanned: string, symbol: string, aim: string): Elements | undefined {
  const marking = parseMarkingCode(scanned)
  if (marking) return readGs1(marking.code) ?? new Map([['01', marking.gtin]])
  const isFramed =
    AIM_OF_GS1.test(aim) || symbol.startsWith(SEPARATOR) || /^(?:\(0[12]\)|https?:\/\/)/i.test(symbol)
  return isFramed || /^0[12]\d{14}/.test(symbol) ? readGs1(symbol) : undefined
}

function toldBy(elements: Elements): Told {
  const told: Told = {}
  const count = elements.get('37') ?? elements.get('30')
  if (count !== undefined && Number(count) > 0) told.count = (Number(count) * 1000) as Quantity
  for (const [ai, value] of elements) {
    const places = 10 ** Number(ai[3] ?? 0)
    if (/^31[01456]/.test(ai)) told.measure = multiplyDivide(Number(value), 1000, places) as Quantity
    if (/^320/.test(ai)) told.measure = poundsIn(Number(value), places)
    if (/^392/.test(ai) && value.length <= 12) told.sum = multiplyDivide(Number(value), 100, places) as Amount
  }
  const batch = elements.get('10')
  if (batch !== undefined) told.batch = batch
  const serial = elements.get('21')
  if (serial !== undefined) told.serial = serial
  const expiresOn = dayOf(elements.get('17') ?? elements.get('15'))
  if (expiresOn !== undefined) told.expiresOn = expiresOn
  return told
}

/** An international pound is 0.45359237 kg. */
const poundsIn = (value: number, places: number): Quantity =>
  multiplyDivide(value, 45_359_237, places * 100_000) as Quantity

/** Day 00 is the last of its month; the century is this one (GS1 General Specifications 7.12). */
function dayOf(value: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d\d)(0[1-9]|1[0-2])(\d\d)$/.exec(value ?? '') ?? []
  if (year === undefined || day === undefined) return undefined
  const last = new Date(Date.UTC(2000 + Number(year), Number(month), 0)).getUTCDate()
  if (Number(day) > last) return undefined
  return `20${year}-${month}-${day === '00' ? last : day}`
}
