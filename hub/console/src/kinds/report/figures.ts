import type { Format } from '#shared/std/format.ts'
import type { Figure, FigureKind } from './report-definition.ts'

/** Returns a figure of a row or of the totals, or undefined when it is missing. */
export function figureOf({ id, of }: Figure, figures: object): number | string | null | undefined {
  return of ? of(figures as never) : (figures as Record<string, number | null | undefined>)[id]
}

export function writeFigure(
  kind: FigureKind,
  value: number | string | null | undefined,
  format: Format,
): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  switch (kind) {
    case 'money':
      return format.amount(value)
    case 'percent':
      return format.percent(Math.round(value * 10) / 10)
    case 'ratio':
      return format.percent(Math.round(value * 1000) / 10)
    case 'decimal':
      return format.number(Math.round(value * 100) / 100)
    default:
      return format.quantity(value)
  }
}
