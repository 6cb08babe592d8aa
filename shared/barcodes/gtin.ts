import { gs1CheckDigit } from '#shared/domain/barcode.ts'

/** Lengths of GTIN-14, GTIN-13 (EAN-13), GTIN-12 (UPC-A) and GTIN-8 (EAN-8). */
const LENGTHS = [14, 13, 12, 8]

/** True for 8, 12, 13 or 14 digits with a valid check digit. */
export const isGtin = (text: string): boolean =>
  /^(?:\d{8}|\d{12,14})$/.test(text) && gs1CheckDigit(text.slice(0, -1)) === Number(text.at(-1))

/**
 * Returns the spellings of a GTIN, longest first. Leading zeros do not change the number (GS1 General
 * Specifications, section 3.3).
 */
export function spellingsOfGtin(gtin: string): string[] {
  const full = gtin.padStart(14, '0')
  return LENGTHS.filter((digits) => /^0*$/.test(full.slice(0, -digits))).map((digits) => full.slice(-digits))
}

/**
 * Returns the item that a GTIN-14 is a case of: the same number with indicator 0 and its own check digit.
 * Returns null when the GTIN already has indicator 0 or another length.
 */
export function baseGtin(gtin: string): string | null {
  if (gtin.length !== 14 || gtin.startsWith('0')) return null
  const body = `0${gtin.slice(1, -1)}`
  return `${body}${gs1CheckDigit(body)}`
}

/**
 * Returns the UPC-A for an 8-digit UPC-E of number system, six digits and check digit (GS1 General
 * Specifications, section 5.2.2.4). Returns null for anything else or a wrong check digit.
 */
export function expandUpcE(text: string): string | null {
  const [, system, a = '', b = '', c = '', d = '', e = '', last = '', check] =
    /^([01])(\d)(\d)(\d)(\d)(\d)(\d)(\d)$/.exec(text) ?? []
  if (system === undefined) return null
  const middle = Number(last)
  const item =
    middle <= 2
      ? `${a}${b}${last}0000${c}${d}${e}`
      : middle === 3
        ? `${a}${b}${c}00000${d}${e}`
        : middle === 4
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${last}`
  const upcA = `${system}${item}${check}`
  return isGtin(upcA) ? upcA : null
}
