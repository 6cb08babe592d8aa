import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import classes from '../table.module.css'
import type { View } from './view.ts'

interface HeadButtonProps {
  text: string
  /** Field of `sort`. If omitted, the column cannot be sorted. */
  sort: string | undefined
  view: View
  /** Called with a view of the first page in the new order. */
  onChange: (view: View) => void
}

/** Header of a column. Pressing it sorts the rows in ascending order, then descending, then in the default order. */
export function HeadButton({ text, sort, view, onChange }: HeadButtonProps) {
  if (!sort) return text
  const order = sortedBy(view.query.sort, sort)
  const turn = (): void => {
    const { sort: before, ...query } = view.query
    const next = turnSort(before, sort)
    onChange({ ...view, page: 1, query: next ? { ...query, sort: next } : query })
  }
  return (
    <button type="button" className={classes.sort} onClick={turn}>
      {text}
      {order === 'up' && <IconArrowUp size={13} aria-hidden />}
      {order === 'down' && <IconArrowDown size={13} aria-hidden />}
    </button>
  )
}

/** Returns the sort order for the cell's `aria-sort`, or undefined when the list is not sorted by this column. */
export function ariaSort({ query }: View, sort: string | undefined): 'ascending' | 'descending' | undefined {
  const order = sortedBy(query.sort, sort)
  return order === null ? undefined : order === 'up' ? 'ascending' : 'descending'
}

/**
 * Returns the direction in which `sort` orders by a field, or null when it does not. Only the first field of
 * `sort` counts.
 */
function sortedBy(sort: string | undefined, field: string | undefined): 'up' | 'down' | null {
  const [first] = (sort ?? '').split(',')
  if (!field || first?.replace('-', '') !== field) return null
  return first.startsWith('-') ? 'down' : 'up'
}

/** Returns the next order: ascending, then descending, then undefined for the list's default. */
function turnSort(sort: string | undefined, field: string | undefined): string | undefined {
  const order = sortedBy(sort, field)
  return order === null ? field : order === 'up' ? `-${field}` : undefined
}
