import { type MouseEvent, memo, type ReactNode } from 'react'
import type { Format } from '#shared/std/format.ts'
import classes from './list.module.css'
import type { Column } from './list-definition.ts'

interface ListRowProps<Row> {
  /** Undefined: it has not come yet. */
  row: Row | undefined
  /** Its place, from 0. */
  index: number
  columns: readonly Column<Row>[]
  format: Format
  open: ((row: Row) => string) | undefined
  isActive: boolean
  /** Undefined: nothing is done to chosen rows here. */
  isChosen: boolean | undefined
  chooseText: string
  onClick: (index: number, isOpened: boolean) => void
  onToggle: (id: string) => void
}

/** Scrolling, and what is done to other rows, does not draw it again. So its cells are plain ones: there are hundreds. */
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

/** A click that opens a link in a tab or window of its own. */
const isForBrowser = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => ctrlKey || metaKey || shiftKey

/** The first cell is the link of its row; keys go by the active row, so that Tab leaves the list. */
const RowLink = ({ href, children }: { href: string | undefined; children: ReactNode }) =>
  href ? (
    <a href={href} tabIndex={-1} className={classes.rowLink} draggable={false}>
      {children}
    </a>
  ) : (
    children
  )
