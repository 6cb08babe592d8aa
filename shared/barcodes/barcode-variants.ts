/**
 * The same number as another scanner may send it: a UPC-A is an EAN-13 with a leading zero, and scanners are set up
 * to send either (GS1 General Specifications). Null when there is no such variant.
 */
export function barcodeVariant(code: string): string | null {
  if (/^\d{12}$/.test(code)) return `0${code}`
  if (/^0\d{12}$/.test(code)) return code.slice(1)
  return null
}
