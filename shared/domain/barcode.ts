import { z } from 'zod'

export const BarcodeType = z.enum(['Ean13', 'Ean8', 'UpcA', 'Gtin', 'Code128'])
export type BarcodeType = z.infer<typeof BarcodeType>

const DIGITS_BY_TYPE: Record<string, readonly number[]> = {
  Ean13: [13],
  Ean8: [8],
  UpcA: [12],
  Gtin: [8, 12, 13, 14],
}

/**
 * Returns the GS1 check digit for the preceding digits, using weights 3, 1, 3, 1 from the right (GS1 General
 * Specifications, section 7.9).
 */
export function gs1CheckDigit(digits: string): number {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    sum += Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 3 : 1)
  }
  return (10 - (sum % 10)) % 10
}

/**
 * True when a barcode is valid for its type. GS1 types require a length and a check digit. Other types must
 * not contain control characters.
 */
export function isBarcodeValid(value: string, type: string): boolean {
  const lengths = DIGITS_BY_TYPE[type]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (!lengths) return !/[\u0000-\u001f\u007f]/.test(value)
  if (!/^\d+$/.test(value) || !lengths.includes(value.length)) return false
  return gs1CheckDigit(value.slice(0, -1)) === Number(value.at(-1))
}

/** Returns the type of a barcode that was typed, scanned or read from a file, based on its length and check digit. */
export const barcodeTypeOf = (value: string): BarcodeType =>
  (['Ean13', 'Ean8', 'UpcA', 'Gtin'] as const).find((type) => isBarcodeValid(value, type)) ?? 'Code128'
