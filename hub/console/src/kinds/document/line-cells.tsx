import { type KeyboardEvent, useState } from 'react'
import { CellError, nonNegativeCell } from '#shared/imports/number-cell.ts'
import classes from './document.module.css'

interface CellProps {
  /** Id of the cell, by which it is focused: `<line id> <name>`. */
  at: string
  label: string
  error: string | undefined
  onKeyDown: (event: KeyboardEvent) => void
}

interface NumberCellProps extends CellProps {
  value: number | null
  places: number
  separator: string
  onChange: (value: number | null) => void
}

/** Number input that accepts a point or comma. An invalid number stays in the field, marked as an error. */
export function NumberCell({
  at,
  label,
  value,
  places,
  error,
  separator,
  onChange,
  onKeyDown,
}: NumberCellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const written = value === null ? '' : String(value).replace('.', separator)
  const isBroken = typed !== null && read(typed, places) === undefined
  return (
    <input
      className={classes.cell}
      data-cell={at}
      data-number
      data-wrong={isBroken || error !== undefined || undefined}
      aria-label={label}
      aria-invalid={isBroken || error !== undefined}
      title={error}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? written}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        const next = read(text, places)
        if (next !== undefined && next !== value) onChange(next)
      }}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => {
        if (!isBroken) setTyped(null)
      }}
      onKeyDown={onKeyDown}
    />
  )
}

/**
 * Parses the text of a number field. Returns null for empty text, and undefined for an invalid number or too
 * many decimal places.
 */
function read(text: string, places: number): number | null | undefined {
  try {
    const steps = nonNegativeCell(text, places)
    return steps === null ? null : steps / 10 ** places
  } catch (error) {
    if (error instanceof CellError) return undefined
    throw error
  }
}

interface TextCellProps extends CellProps {
  value: string | null
  onChange: (value: string | null) => void
}

export const TextCell = ({ at, label, value, error, onChange, onKeyDown }: TextCellProps) => (
  <input
    className={classes.cell}
    data-cell={at}
    data-wrong={error !== undefined || undefined}
    aria-label={label}
    aria-invalid={error !== undefined}
    title={error}
    autoComplete="off"
    value={value ?? ''}
    onChange={(event) => onChange(event.currentTarget.value || null)}
    onKeyDown={onKeyDown}
  />
)
