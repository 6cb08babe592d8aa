import { readElements, SEPARATOR } from './gs1-elements.ts'
import { isGtin } from './gtin.ts'

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

/** How scanners tell that the symbol begins with FNC1: by an AIM identifier (DataMatrix, GS1-128, QR), or by FNC1 itself. */
const PREFIX = new RegExp(`^(?:\\](?:d2|C1|Q3))?${SEPARATOR}?`)
const END = new RegExp(`${SEPARATOR}+$`)

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
  const gtin = elements?.get('01') ?? ''
  const serial = elements?.get('21') ?? ''
  if (!isGtin(gtin)) return undefined
  if (!SERIAL.test(serial)) return undefined
  return { code: text, gtin, key: `01${gtin}21${serial}`, serial }
}

/** Which piece a code is of; of what is no marking code, the text itself. */
export const markingKey = (code: string): string => parseMarkingCode(code)?.key ?? code

/** What a person tells pieces of one product apart by; of what is no marking code, the text itself. */
export const serialOf = (code: string): string => parseMarkingCode(code)?.serial ?? code

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
