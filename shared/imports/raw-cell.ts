/**
 * Cell of a table. A plain text may have been converted to a number by a program, as in CSV, and damaged by
 * that (docs/domain.md#lost-cells).
 */
export type RawCell = string | MarkedCell

export interface MarkedCell {
  text: string
  is: CellMark
}

/**
 * Mark of a cell. `text`: it was stored as text, so nothing is lost. The others are errors of the cell
 * (remarks.ts).
 */
export type CellMark = 'text' | 'date' | 'digits_lost' | 'formula_without_value' | 'cell_error'

export const textOfCell = (cell: RawCell): string => (typeof cell === 'string' ? cell : cell.text)
