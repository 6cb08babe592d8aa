import type { Format } from '#shared/std/format.ts'
import type { DocumentDefinition, DraftLine, LineName } from './document-definition.ts'
import { isPrice } from './draft.ts'

export interface LineColumn {
  /** Field of the line. Its text is `documents.<name>`. */
  name: keyof DraftLine & string
  kind: 'number' | 'vat' | 'text' | 'told'
  /** Decimal places of the input. */
  places?: number
  /** Set for columns at which Enter stops. */
  isStop?: true
  /** Formats a value from the hub. */
  write?: (value: number, format: Format) => string
  width: number
}

const COLUMNS: Partial<Record<LineName, LineColumn>> = {
  expectedQuantity: {
    name: 'expectedQuantity',
    kind: 'told',
    width: 100,
    write: (value, { quantity }) => quantity(value),
  },
  quantity: { name: 'quantity', kind: 'number', places: 3, isStop: true, width: 96 },
  countedQuantity: { name: 'countedQuantity', kind: 'number', places: 3, isStop: true, width: 104 },
  difference: {
    name: 'difference',
    kind: 'told',
    width: 100,
    write: (value, { quantity }) => `${value > 0 ? '+' : ''}${quantity(value)}`,
  },
  differenceSum: {
    name: 'differenceSum',
    kind: 'told',
    width: 110,
    write: (value, { amount }) => amount(value),
  },
  price: { name: 'price', kind: 'number', places: 4, isStop: true, width: 110 },
  ownPrice: { name: 'price', kind: 'number', places: 4, isStop: true, width: 110 },
  salePrice: { name: 'price', kind: 'number', places: 2, isStop: true, width: 110 },
  discountPercent: { name: 'discountPercent', kind: 'number', places: 2, width: 84 },
  discountAmount: { name: 'discountAmount', kind: 'number', places: 2, width: 100 },
  vatRate: { name: 'vatRate', kind: 'vat', places: 2, width: 84 },
  retailPrice: { name: 'retailPrice', kind: 'number', places: 2, width: 110 },
  reason: { name: 'reason', kind: 'text', width: 160 },
  overheadShare: {
    name: 'overheadShare',
    kind: 'told',
    width: 100,
    write: (value, { amount }) => amount(value),
  },
}

/** Order of the columns, with quantity before price. */
const ORDER = Object.keys(COLUMNS) as LineName[]

/** Returns the columns of the lines. A posted document also has costs and shares. */
export function columnsOf(
  { table }: DocumentDefinition,
  isPosted: boolean,
  seesCosts: boolean,
): LineColumn[] {
  const { line } = table.members
  const own = ORDER.filter((member) => line.includes(member)).flatMap((member) => COLUMNS[member] ?? [])
  const money = (name: 'sum' | 'costSum'): LineColumn => ({
    name,
    kind: 'told',
    width: 120,
    write: (value, { amount }) => amount(value),
  })
  return [
    ...own.filter(({ name }) => isPosted || (name !== 'overheadShare' && name !== 'differenceSum')),
    ...(isPricedTable(line) ? [money('sum')] : []),
    ...(isPosted && seesCosts ? [money('costSum')] : []),
  ]
}

export const isPricedTable = (line: readonly LineName[]): boolean => line.some(isPrice)
