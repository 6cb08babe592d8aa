import { type Figure, judge, wordsOf } from './figure.ts'

const HEADINGS = ['', 'product', 'floor', 'ratio', 'aim', 'met', 'runs']

/** Formats figures as an aligned text table with a header line. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [HEADINGS, ...figures.map(rowOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  return `${lines.join('\n')}\n`
}

function rowOf(figure: Figure): string[] {
  const { product, floor, ratio, isMet } = judge(figure)
  const { name, unit, aim } = figure
  return [
    name,
    `${shortNumber(product)} ${unit}`,
    floor === null ? '' : `${shortNumber(floor)} ${unit}`,
    ratio === null ? '' : ratio.toFixed(2),
    aim ? wordsOf(aim, unit) : '',
    isMet === null ? '' : isMet ? 'yes' : 'NO',
    String(figure.product.length),
  ]
}

/** Formats a number with three significant digits. */
function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return '?'
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}
