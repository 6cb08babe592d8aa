import { readElements, SEPARATOR } from './gs1-elements.ts'
import { isGtin } from './gtin.ts'

/**
 * Code of an individual piece: a GS1 DataMatrix with GTIN (AI 01) and serial number (AI 21), as used for the
 * marking of goods (GS1 General Specifications, sections 3.2 and 7.8; docs/domain.md#marking-codes).
 */
export interface MarkingCode {
  /** Scanned code without the prefix of the symbol, and with separators restored. */
  code: string
  /** GTIN of 14 digits. */
  gtin: string
  /** Identity of the piece: GTIN and serial number, the same however the code was read. */
  key: string
  /** Serial number of the piece within its GTIN. */
  serial: string
}

/** Prefix of a symbol that starts with FNC1: an AIM identifier (DataMatrix, GS1-128, QR), or FNC1 itself. */
const PREFIX = new RegExp(`^(?:\\](?:d2|C1|Q3))?${SEPARATOR}?`)
const END = new RegExp(`${SEPARATOR}+$`)

/**
 * Elements after the serial number in national marking schemes, longest first: a key of 4 characters with a
 * signature of 88 or 44, a price with a key, or a key. They are distinguished by their length when separators
 * are missing.
 */
const PROOFS = [/91.{4}92.{88}$/, /91.{4}92.{44}$/, /8005\d{6}93.{4}$/, /93.{4}$/]

/** Serial number (AI 21): up to 20 characters of set 82 (GS1 General Specifications, section 7.11). */
const SERIAL = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/

/** Parses a marking code. Returns undefined for other elements, a wrong check digit or a missing serial number. */
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

/** Returns the identity of the piece, or the text itself if it is not a marking code. */
export const markingKey = (code: string): string => parseMarkingCode(code)?.key ?? code

/**
 * Returns the serial number, by which users distinguish pieces of one product, or the text itself if it is
 * not a marking code.
 */
export const serialOf = (code: string): string => parseMarkingCode(code)?.serial ?? code

/** Restores the separators before and within the proof. */
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
