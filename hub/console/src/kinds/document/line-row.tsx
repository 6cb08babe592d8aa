import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, memo } from 'react'
import type { VatTerms } from '#shared/documents/line-sums.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useText } from '../../i18n/use-text.ts'
import classes from './document.module.css'
import type { DraftLine } from './document-definition.ts'
import type { Action } from './draft.ts'
import { NumberCell, TextCell } from './line-cells.tsx'
import type { LineColumn } from './line-columns.ts'
import { sumsOf } from './totals.ts'

interface LineRowProps {
  line: DraftLine
  index: number
  columns: readonly LineColumn[]
  vatEnabled: boolean
  vatIncluded: boolean
  isReadOnly: boolean
  /** Errors by field as JSON text, which is equal for equal errors, so that memoized rows are not re-rendered. */
  errors: string | undefined
  /** Must be stable between renders, like `onKey`. */
  perform: (action: Action) => void
  onKey: (event: KeyboardEvent, index: number, name: string) => void
}

/** A line of the document. It is re-rendered only when the line itself has changed. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { line, index, columns, vatEnabled, vatIncluded, isReadOnly, perform, onKey } = props
  const t = useText()
  const errors = props.errors ? (JSON.parse(props.errors) as Record<string, string>) : {}
  return (
    <tr className={classes.line} data-line={line.id} data-wrong={props.errors ? true : undefined}>
      <td className={classes.place}>{index + 1}</td>
      <td className={classes.product} title={line.productName}>
        <Link to={`/products/${line.productId}`} tabIndex={-1}>
          {line.productName}
        </Link>
        {(errors.productId ?? line.about) && (
          <small data-wrong={errors.productId ? true : undefined}>{errors.productId ?? line.about}</small>
        )}
      </td>
      {columns.map((column) => (
        <td key={column.name} className={column.kind === 'text' ? undefined : classes.number}>
          <Cell
            column={column}
            line={line}
            isReadOnly={isReadOnly}
            perform={perform}
            terms={{ vatEnabled, vatIncluded }}
            place={index + 1}
            error={errors[column.name]}
            onKeyDown={(event) => onKey(event, index, column.name)}
          />
        </td>
      ))}
      {!isReadOnly && (
        <td className={classes.removal}>
          <ActionIcon
            size={28}
            aria-label={t('documents.removeLine', { place: index + 1 })}
            onClick={() => perform({ kind: 'remove', id: line.id })}
          >
            <IconTrash size={15} aria-hidden />
          </ActionIcon>
        </td>
      )}
    </tr>
  )
})

interface CellProps {
  column: LineColumn
  line: DraftLine
  terms: VatTerms
  place: number
  isReadOnly: boolean
  error: string | undefined
  perform: (action: Action) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Cell({ column, line, terms, place, isReadOnly, error, perform, onKeyDown }: CellProps) {
  const t = useText()
  const format = useFormat()
  const { name, kind, places = 0, write } = column
  const value = line[name]
  if (name === 'sum') {
    const sums = isReadOnly ? null : sumsOf(line, terms)
    return isReadOnly ? format.amount(line.sum ?? 0) : sums && format.amount(amountToNumber(sums.sum))
  }
  if (kind === 'told')
    return typeof value === 'number' ? (write?.(value, format) ?? value) : <span aria-hidden>—</span>
  if (isReadOnly) {
    if (kind === 'vat') return value === null || value === undefined ? '—' : format.percent(Number(value))
    return typeof value === 'number' ? format.number(value) : ((value as string | null) ?? '')
  }
  const label = t('documents.cell', { name: t(`documents.${name}`), place })
  const change = (next: number | string | null): void =>
    perform({ kind: 'line', id: line.id, member: name as never, value: next })
  const common = { at: `${line.id} ${name}`, label, error, onKeyDown }
  if (kind === 'text')
    return <TextCell {...common} value={(value as string | null) ?? null} onChange={change} />
  return (
    <NumberCell
      {...common}
      value={(value as number | null | undefined) ?? null}
      places={places}
      separator={format.decimalSeparator}
      onChange={change}
    />
  )
}
