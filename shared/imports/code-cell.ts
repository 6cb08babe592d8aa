import { CellError } from './number-cell.ts'
import type { MarkedCell } from './raw-cell.ts'
import { said } from './remarks.ts'

/** A text of a column of codes: of an article, a barcode, an external code. */
export interface CodeText {
  text: string
  /** A program has kept it as a text, or was told to: nothing is lost of it. */
  isText: boolean
}

/** Reads a code that is marked as a text for spreadsheets: `="00123"`, `'00123` (docs/domain.md#export-cells). */
export function codeText(raw: string, is?: MarkedCell['is']): CodeText {
  const cell = raw.trim()
  const told = /^="([^"]*)"$/.exec(cell)?.[1] ?? /^'(?=[\p{L}\d=+\-@\t\r＝＋－＠])(.*)$/su.exec(cell)?.[1]
  return { text: told ?? cell, isText: told !== undefined || is === 'text' }
}

/** A long number as a spreadsheet shows it. */
const POWER_OF_TEN = /^\d([.,]\d+)?e\+\d+$/i
/** A whole number as a program writes it that keeps fractions. */
const FRACTION_OF_NOTHING = /^\d+[.,]0+$/
/** A spreadsheet keeps 15 digits of a number: zeros stand for the others. */
const LOST_DIGITS = /^\d{15}0+$/

/** Throws CellError for a code of which a part is lost, or may be, since a program took it for a number (docs/domain.md#lost-cells). */
export function refuseLostCode({ text, isText }: CodeText): void {
  if (isText) return
  if (/^=/.test(text)) throw new CellError(said('formula_without_value'))
  if ([POWER_OF_TEN, FRACTION_OF_NOTHING, LOST_DIGITS].some((lost) => lost.test(text)))
    throw new CellError(said('code_lost', { code: text }))
}
