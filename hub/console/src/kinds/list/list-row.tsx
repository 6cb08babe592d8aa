import { type MouseEvent, memo, type ReactNode } from 'react'
import type { Format } from '#shared/std/format.ts'
import classes from './list.module.css'
import type { Column } from './list-definition.ts'

interface ListRowProps<Row> {
  /** The row, or undefined while it is loading. */
  row: Row | undefined
  /** Zero-based index. */
  index: number
  columns: readonly Column<Row>[]
  format: Format
  open: ((row: Row) => string) | undefined
  isActive: boolean
  /** True when the row is selected. Undefined when the list has no bulk operations. */
  isChosen: boolean | undefined
  chooseText: string
  onClick: (index: number, isOpened: boolean) => void
  onToggle: (id: string) => void
}

/**
 * A row of the list. Scrolling and changes in other rows do not re-render it. Its cells are plain elements,
 * because there are hundreds of them.
 */
export const ListRow = memo(function ListRow<Row extends { id: string }>(props: ListRowProps<Row>) {
  const { row, index, columns, format, open, isActive, isChosen, chooseText, onClick, onToggle } = props
  return (
    <tr
      className={classes.row}
      aria-rowindex={index + 2}
      data-active={isActive || undefined}
      data-chosen={isChosen || undefined}
      data-opens={open ? true : undefined}
      onClick={(event) => {
        if ((event.target as Element).closest('[data-choice]')) return
        if (isForBrowser(event)) return onClick(index, false)
        event.preventDefault()
        onClick(index, getSelection()?.isCollapsed !== false)
      }}
    >
      {isChosen !== undefined && (
        <td className={classes.choice} data-choice>
          {row && (
            <input
              type="checkbox"
              className={classes.box}
              aria-label={chooseText}
              checked={isChosen}
              onChange={() => onToggle(row.id)}
            />
          )}
        </td>
      )}
      {columns.map((column, place) => (
        <td key={column.id} className={column.isNumber ? classes.number : undefined}>
          {row ? (
            <RowLink href={place === 0 ? open?.(row) : undefined}>{column.cell(row, format)}</RowLink>
          ) : (
            <span className={classes.waiting} />
          )}
        </td>
      ))}
    </tr>
  )
}) as <Row extends { id: string }>(props: ListRowProps<Row>) => ReactNode

/** True for a click that should open a new tab or window. */
const isForBrowser = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => ctrlKey || metaKey || shiftKey

/** Link of the row, in its first cell. It is not in the Tab order, because the keyboard opens the active row. */
const RowLink = ({ href, children }: { href: string | undefined; children: ReactNode }) =>
  href ? (
    <a href={href} tabIndex={-1} className={classes.rowLink} draggable={false}>
      {children}
    </a>
  ) : (
    children
  )
