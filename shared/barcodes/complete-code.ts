import { readGs1 } from './gs1-elements.ts'
import { expandUpcE, isGtin } from './gtin.ts'

const AIM = /^\][A-Za-z][0-9A-Za-z]/

/**
 * Whether a text is a whole code by its content: a check digit is right, or all of it are GS1 elements. Labels of scales have
 * the check digit of an EAN-13.
 */
export function isComplete(text: string): boolean {
  const code = text.replace(AIM, '')
  return isGtin(code) || expandUpcE(code) !== null || readGs1(code) !== undefined
}

/** Tells whether a complete text is hardly the beginning of a longer code: EAN-8 and UPC-A may begin an EAN-13. */
export const isWhole = (text: string): boolean => isGtin(text) && text.length >= 13 && !/^0[12]/.test(text)
