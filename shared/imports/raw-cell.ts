/**
 * Cell of a table. A plain string, as in CSV, could have been converted to a number and damaged by a program
 * (docs/domain.md#lost-cells).
 */
export type RawCell = string | MarkedCell

export interface MarkedCell {
  text: string
  is: CellMark
}

/**
 * Mark of a cell. `text`: the cell was stored as text, so that nothing is lost. The other marks are errors of
 * the cell, except for `date` in a description (remarks.ts).
 */
export type CellMark = 'text' | 'date' | 'digits_lost' | 'formula_without_value' | 'cell_error'

export const textOfCell = (cell: RawCell): string => (typeof cell === 'string' ? cell : cell.text)
