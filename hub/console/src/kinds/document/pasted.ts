import { CellError, nonNegativeCell } from '#shared/imports/number-cell.ts'
import { COST_PLACES, QUANTITY_PLACES } from '#shared/money/decimal.ts'

export interface PastedRow {
  /** Row number in the table, starting at 1. */
  place: number
  /** Barcode, code, article or name. */
  product: string
  /** Quantity, or null when it is missing. */
  quantity: number | null
  price: number | null
}

export interface Pasted {
  rows: PastedRow[]
  /** Unreadable rows. `fault` names the invalid cell and selects the message. */
  faults: { place: number; product: string; fault: 'quantity' | 'price' }[]
}

/** True when the pasted text is a table of several cells or rows. A single cell is text for the field. */
export const isTable = (text: string): boolean => /[\t\n]/.test(text.trim())

/**
 * Parses cells from a spreadsheet: product, quantity, price. A first row whose quantity is not a number is a
 * heading.
 */
export function readPasted(text: string): Pasted {
  const table = text
    .split(/\r?\n/)
    .map((row, index) => ({ place: index + 1, cells: row.split('\t').map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const pasted: Pasted = { rows: [], faults: [] }
  for (const [index, { place, cells }] of table.entries()) {
    const [product = '', quantityCell = '', priceCell = ''] = cells
    if (product === '') continue
    const quantity = read(quantityCell, QUANTITY_PLACES)
    const price = read(priceCell, COST_PLACES)
    if (index === 0 && quantity === undefined) continue
    if (quantity === undefined) pasted.faults.push({ place, product, fault: 'quantity' })
    else if (price === undefined) pasted.faults.push({ place, product, fault: 'price' })
    else pasted.rows.push({ place, product, quantity, price })
  }
  return pasted
}

/** Parses a number. Returns null for an empty cell, and undefined for an invalid number. */
function read(cell: string, places: number): number | null | undefined {
  try {
    const steps = nonNegativeCell(cell, places)
    return steps === null ? null : steps / 10 ** places
  } catch (error) {
    if (error instanceof CellError) return undefined
    throw error
  }
}
