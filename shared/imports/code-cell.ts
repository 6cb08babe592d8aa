import { CellError } from './number-cell.ts'
import type { MarkedCell } from './raw-cell.ts'
import { remarkText } from './remarks.ts'

/** Content of a cell with a code: an article, a barcode or an external code. */
export interface CodeText {
  text: string
  /** True when the cell was stored or marked as text, so that nothing is lost. */
  isText: boolean
}

/**
 * Reads a code that is marked as text for spreadsheets: `="00123"`, `'00123` (docs/domain.md#export-cells). A
 * cell that was stored as text is only trimmed.
 */
export function codeText(raw: string, is?: MarkedCell['is']): CodeText {
  const cell = raw.trim()
  if (is === 'text') return { text: cell, isText: true }
  const quoted = /^="([^"]*)"$/.exec(cell)?.[1] ?? /^'(?=[\p{L}\d=+\-@\t\r＝＋－＠])(.*)$/su.exec(cell)?.[1]
  return { text: quoted ?? cell, isText: quoted !== undefined }
}

/** Long number in scientific notation, as spreadsheets show it. */
const POWER_OF_TEN = /^\d([.,]\d+)?e\+\d+$/i
/** Integer with a zero fraction, as written by programs that store numbers with decimal places. */
const FRACTION_OF_NOTHING = /^\d+[.,]0+$/
/** Number of which a spreadsheet kept only 15 digits and replaced the others with zeros. */
const LOST_DIGITS = /^\d{15}0+$/

/**
 * Throws `CellError` for a code that was, or could have been, damaged by conversion to a number
 * (docs/domain.md#lost-cells).
 */
export function refuseLostCode({ text, isText }: CodeText): void {
  if (isText) return
  if (/^=/.test(text)) throw new CellError(remarkText('formula_without_value'))
  if ([POWER_OF_TEN, FRACTION_OF_NOTHING, LOST_DIGITS].some((lost) => lost.test(text)))
    throw new CellError(remarkText('code_lost', { code: text }))
}
