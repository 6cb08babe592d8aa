import { readGs1 } from './gs1-elements.ts'
import { expandUpcE, isGtin } from './gtin.ts'

const AIM = /^\][A-Za-z][0-9A-Za-z]/

/**
 * True when a text is recognizably a complete code, because it has a valid check digit or consists of GS1
 * elements. Scale labels have the check digit of an EAN-13.
 */
export function isComplete(text: string): boolean {
  const code = text.replace(AIM, '')
  return isGtin(code) || expandUpcE(code) !== null || readGs1(code) !== undefined
}

/**
 * True when a complete text is unlikely to be the beginning of a longer code. EAN-8 and UPC-A can be the
 * beginning of an EAN-13.
 */
export const isWhole = (text: string): boolean => isGtin(text) && text.length >= 13 && !/^0[12]/.test(text)
