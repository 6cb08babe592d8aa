import { gs1CheckDigit } from '#shared/contracts/catalog/barcode.ts'

/**
 * A code that stands on one piece alone: GS1 DataMatrix with GTIN (AI 01) and serial number (AI 21), as marking of goods
 * has them (GS1 General Specifications 3.2, 7.8; docs/domain.md#marking-codes).
 */
export interface MarkingCode {
  /** As it was read, without the symbol's prefix and with the separators that a scanner has left out. */
  code: string
  /** 14 digits. */
  gtin: string
  /** Which piece it is: the code without the parts that only prove it, the same however the code was read. */
  key: string
  /** Of the piece among those of its GTIN. */
  serial: string
}

/** Ends an element of variable length, where FNC1 stands in the symbol: ASCII 29, GS. */
export const SEPARATOR = '\u001d'

/** How scanners tell that the symbol begins with FNC1: by an AIM identifier (DataMatrix, GS1-128, QR), or by FNC1 itself. */
const PREFIX = new RegExp(`^(?:\\](?:d2|C1|Q3))?${SEPARATOR}?`)
const END = new RegExp(`${SEPARATOR}+$`)

/** GS1 General Specifications 7.8.5: elements of these beginnings end without a separator. Digits, those of the AI included. */
const PREDEFINED_LENGTHS: readonly [ai: RegExp, digits: number][] = [
  [/^00/, 20],
  [/^0[123]/, 16],
  [/^04/, 18],
  [/^1[1-9]/, 8],
  [/^20/, 4],
  [/^3[1-6]/, 10],
  [/^41/, 16],
]

/** Digits of the AIs that are of other than two. */
const AI_DIGITS: readonly [ai: RegExp, digits: number][] = [
  [/^(?:3[1-69]|[78])/, 4],
  [/^2[35]|^24|^4/, 3],
]

/**
 * What comes after the serial number of national marking, the longest first: a key of 4 characters and a signature of 44 or
 * 88, a price and a key, a key. By their length they are told apart where the separators were lost.
 */
const PROOFS = [/91.{4}92.{88}$/, /91.{4}92.{44}$/, /8005\d{6}93.{4}$/, /93.{4}$/]

/** AI 21: up to 20 characters of set 82 (GS1 General Specifications 7.11). */
const SERIAL = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/

/** undefined when it is no marking code: other elements, a wrong check digit, no serial number. */
export function parseMarkingCode(scanned: string): MarkingCode | undefined {
  const read = scanned.replace(PREFIX, '').replace(END, '')
  if (!/^\d{2}/.test(read)) return undefined
  const text = read.includes(SEPARATOR) ? read : separateProof(read)
  const elements = readElements(text)
  const gtin = elements.get('01') ?? ''
  const serial = elements.get('21') ?? ''
  if (!/^\d{14}$/.test(gtin) || gs1CheckDigit(gtin.slice(0, -1)) !== Number(gtin.at(-1))) return undefined
  if (!SERIAL.test(serial)) return undefined
  return { code: text, gtin, key: `01${gtin}21${serial}`, serial }
}

/** Which piece a code is of; of what is no marking code, the text itself. */
export const markingKey = (code: string): string => parseMarkingCode(code)?.key ?? code

/** What a person tells pieces of one product apart by; of what is no marking code, the text itself. */
export const serialOf = (code: string): string => parseMarkingCode(code)?.serial ?? code

/** The numbers under which a catalog may have the GTIN: in full, as EAN-13, as UPC-A, as EAN-8. */
export function barcodesOfGtin(gtin: string): string[] {
  return [14, 13, 12, 8]
    .filter((digits) => /^0*$/.test(gtin.slice(0, -digits)))
    .map((digits) => gtin.slice(-digits))
}

/** The value of each element by its AI. */
function readElements(text: string): Map<string, string> {
  const elements = new Map<string, string>()
  let rest = text
  while (rest !== '') {
    const ai = rest.slice(0, digitsOf(AI_DIGITS, rest) ?? 2)
    const end = digitsOf(PREDEFINED_LENGTHS, rest) ?? rest.indexOf(SEPARATOR)
    const element = end < 0 ? rest : rest.slice(0, end)
    elements.set(ai, element.slice(ai.length))
    rest = rest.slice(element.length)
    if (rest.startsWith(SEPARATOR)) rest = rest.slice(1)
  }
  return elements
}

const digitsOf = (table: readonly [ai: RegExp, digits: number][], text: string): number | undefined =>
  table.find(([ai]) => ai.test(text))?.[1]

/** Puts the separators back that stood before and in the proof. */
function separateProof(text: string): string {
  const serialAt = /^01\d{14}(?:1[17]\d{6})*21/.exec(text)?.[0].length
  if (serialAt === undefined) return text
  for (const proof of PROOFS) {
    const at = text.slice(serialAt + 1).search(proof)
    if (at < 0) continue
    const serial = text.slice(0, serialAt + 1 + at)
    const parts = text.slice(serial.length).replace(/^(91.{4}|8005\d{6})/, `$1${SEPARATOR}`)
    return `${serial}${SEPARATOR}${parts}`
  }
  return text
}
