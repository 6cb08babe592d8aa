import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import classes from '../table.module.css'
import { sortedBy, turnSort } from './sort.ts'
import type { View } from './view.ts'

interface HeadButtonProps {
  text: string
  /** The field of `sort`; left out: rows are not ordered by the column. */
  sort: string | undefined
  view: View
  /** Other rows, from the first. */
  onChange: (view: View) => void
}

/** What stands at the head of a column. A press orders the rows by it: up, down, then as they are by themselves. */
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

/** The same for a screen reader, which reads it at the cell. */
export function ariaSort({ query }: View, sort: string | undefined): 'ascending' | 'descending' | undefined {
  const order = sortedBy(query.sort, sort)
  return order === null ? undefined : order === 'up' ? 'ascending' : 'descending'
}
