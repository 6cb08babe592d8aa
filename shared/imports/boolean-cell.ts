import { CellError } from './number-cell.ts'
import { remarkText } from './remarks.ts'

const YES = new Set(['да', '1', 'true', '+', 'yes', 'y', 'истина', 'д'])
const NO = new Set(['нет', '0', 'false', '-', '', 'no', 'n', 'ложь', 'н'])

/**
 * Returns the value of a yes/no cell. An empty cell is false (docs/domain.md#import-cells). Throws
 * `CellError` for any other word.
 */
export function booleanCell(cell: string): boolean {
  const word = cell.trim().toLowerCase()
  if (YES.has(word)) return true
  if (NO.has(word)) return false
  throw new CellError(remarkText('not_boolean'))
}
