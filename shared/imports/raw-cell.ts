/**
 * A cell of a table. A text alone does not say whether a program has held it for a number, as in CSV: what such a program
 * does to numbers may have been done to it (docs/domain.md#lost-cells).
 */
export type RawCell = string | MarkedCell

export interface MarkedCell {
  text: string
  is: CellMark
}

/** `text`: it was kept as a text, so nothing is lost of it. The others are what is wrong with it (remarks.ts). */
export type CellMark = 'text' | 'date' | 'digits_lost' | 'formula_without_value' | 'cell_error'

export const textOfCell = (cell: RawCell): string => (typeof cell === 'string' ? cell : cell.text)
