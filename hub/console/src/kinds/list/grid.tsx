import { Button, Checkbox, Table } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import {
  type ColumnDef,
  columnResizingFeature,
  columnSizingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useMay } from '../../api/may.ts'
import { problemText } from '../../i18n/problem-text.ts'
import { useText } from '../../i18n/use-text.ts'
import { Notice } from '../../shell/notice.tsx'
import tableClasses from '../table.module.css'
import { ariaSort, HeadButton } from './head-button.tsx'
import { headText } from './head-text.ts'
import classes from './list.module.css'
import type { Chosen, Column, ListDefinition } from './list-definition.ts'
import type { ListEndpoint, RowOf } from './list-endpoint.ts'
import { ListRow } from './list-row.tsx'
import { PAGE_ROWS, useRows } from './rows.ts'
import { useShownColumns } from './shown-columns.ts'
import type { View } from './view.ts'

const ROW_PX = 38
/** Time in ms without scrolling after which the URL is updated. */
const SETTLED_MS = 200

interface GridProps<Some extends ListEndpoint> {
  definition: ListDefinition<Some>
  view: View
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  /** Called with the new view. `isAnother` is true when its rows differ, not only their presentation. */
  onChange: (view: View, isAnother: boolean) => void
}

const features = tableFeatures({ columnSizingFeature, columnResizingFeature })

/** Grid for any number of rows. Only the visible rows are rendered. */
export function Grid<Some extends ListEndpoint>({
  definition,
  view,
  chosen,
  onChoose,
  onChange,
}: GridProps<Some>) {
  const t = useText()
  const format = useFormat()
  const navigate = useNavigate()
  const isAllowed = useMay()
  const scroller = useRef<HTMLElement>(null)
  const [active, setActive] = useState<number | null>(null)
  const [lead] = useState(view.page)
  const [seen, setSeen] = useState({ first: (view.page - 1) * PAGE_ROWS, last: view.page * PAGE_ROWS - 1 })
  const { rowAt, total, error, isOld, retry } = useRows(definition, view.query, { ...seen, lead })

  const columns = useMemo(
    () => definition.columns.filter(({ may }) => !may || isAllowed(may)),
    [definition.columns, isAllowed],
  )
  const shown = useShownColumns(columns, view)
  const table = useColumns(shown, view, (columns, widths) => onChange({ ...view, columns, widths }, false))

  const virtualizer = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    initialRect: { width: 0, height: window.innerHeight },
    initialOffset: (view.page - 1) * PAGE_ROWS * ROW_PX,
    onChange: (instance) => {
      const { startIndex = 0, endIndex = 0 } = instance.range ?? {}
      const first = Math.max(0, startIndex - 12)
      const last = endIndex + 12
      setSeen((before) =>
        sameWindow(before, { first, last }) ? before : { first, last: Math.max(last, first) },
      )
    },
  })
  const firstSeen = virtualizer.range?.startIndex ?? 0

  usePageInAddress(firstSeen, view, (next) => onChange(next, false))
  useScrollToStart(JSON.stringify(view.query), scroller)

  const open = (row: RowOf<Some> | undefined): void => {
    if (row && definition.open) void navigate({ href: definition.open(row) })
  }
  const toggle = (id: string): void => {
    const ids = chosen.ids.includes(id) ? chosen.ids.filter((other) => other !== id) : [...chosen.ids, id]
    onChoose({ ids, query: null, count: ids.length })
  }
  const latest = useRef({ open, toggle, rowAt })
  latest.current = { open, toggle, rowAt }
  const onToggle = useCallback((id: string) => latest.current.toggle(id), [])
  const onRow = useCallback((index: number, isOpened: boolean) => {
    setActive(index)
    if (isOpened) latest.current.open(latest.current.rowAt(index))
  }, [])
  const move = (event: KeyboardEvent): void => {
    // Keys on a control inside the table belong to that control.
    if (event.target !== event.currentTarget) return
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[event.key]
    if (event.key === 'Enter' && active !== null) open(rowAt(active))
    if (event.key === ' ' && active !== null && definition.bulk) {
      event.preventDefault()
      const row = rowAt(active)
      if (row) toggle(row.id)
      return
    }
    if (!steps || !total) return
    event.preventDefault()
    const next = Math.min(Math.max((active ?? -1) + steps, 0), total - 1)
    setActive(next)
    virtualizer.scrollToIndex(next)
  }

  if (error && total === undefined)
    return (
      <Notice title={t('list.failed')} text={problemText(t, error)}>
        <Button onClick={retry}>{t('shell.again')}</Button>
      </Notice>
    )
  const isFiltered = Object.keys(view.query).some((name) => name !== 'sort')
  if (total === 0)
    return (
      <Notice
        title={t(isFiltered ? 'list.nothingFound' : `${definition.texts}.empty`)}
        text={isFiltered ? t('list.nothingFoundWhy') : undefined}
      >
        {isFiltered && (
          <Button variant="default" onClick={() => onChange({ ...view, query: {}, page: 1 }, true)}>
            {t('list.clearFilters')}
          </Button>
        )}
      </Notice>
    )

  const items = virtualizer.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  const isSelectable = definition.bulk !== undefined
  const chooseText = t('list.choose')
  return (
    <section
      ref={scroller}
      className={classes.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the rows are gone through with the keyboard
      tabIndex={0}
      aria-label={t(`${definition.texts}.title`)}
      onKeyDown={move}
      data-old={isOld || undefined}
    >
      <Table
        className={`${tableClasses.table} ${classes.table}`}
        style={{
          width: table.getTotalSize() + (isSelectable ? 40 : 0),
        }}
        aria-rowcount={total === undefined ? -1 : total + 1}
      >
        <Table.Thead className={classes.head}>
          <Table.Tr>
            {isSelectable && (
              <Table.Th className={classes.choice}>
                <ChooseShown items={items} rowAt={rowAt} chosen={chosen} onChoose={onChoose} />
              </Table.Th>
            )}
            {table.getHeaderGroups()[0]?.headers.map((header) => {
              const column = shown.find(({ id }) => id === header.column.id)
              if (!column) return null
              return (
                <Table.Th
                  key={header.id}
                  style={{ width: header.getSize() }}
                  className={column.isNumber ? classes.numberHead : undefined}
                  aria-sort={ariaSort(view, column.sort)}
                >
                  <HeadButton
                    text={headText(t, definition.texts, column)}
                    sort={column.sort}
                    view={view}
                    onChange={(next) => onChange(next, true)}
                  />
                  <span
                    className={classes.resizer}
                    onMouseDown={header.getResizeHandler()}
                    onTouchStart={header.getResizeHandler()}
                    aria-hidden
                  />
                </Table.Th>
              )
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {before > 0 && <tr style={{ height: before }} aria-hidden />}
          {items.map(({ index }) => {
            const row = rowAt(index)
            return (
              <ListRow
                key={index}
                row={row}
                index={index}
                columns={shown}
                format={format}
                open={definition.open}
                isActive={active === index}
                isChosen={isSelectable ? row !== undefined && isChosen(chosen, row.id) : undefined}
                chooseText={chooseText}
                onClick={onRow}
                onToggle={onToggle}
              />
            )
          })}
          {total === undefined && <WaitingRows count={12} cells={shown.length + (isSelectable ? 1 : 0)} />}
          {after > 0 && <tr style={{ height: after }} aria-hidden />}
        </Table.Tbody>
      </Table>
    </section>
  )
}

const isChosen = ({ ids, query }: Chosen, id: string): boolean => query !== null || ids.includes(id)

/** True while the fetched rows still cover the visible ones, so that nothing needs to be rendered again. */
const sameWindow = (one: { first: number; last: number }, other: { first: number; last: number }): boolean =>
  Math.floor(one.first / PAGE_ROWS) === Math.floor(other.first / PAGE_ROWS) &&
  Math.floor(one.last / PAGE_ROWS) === Math.floor(other.last / PAGE_ROWS)

function WaitingRows({ count, cells }: { count: number; cells: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <tr key={row} className={classes.row} aria-hidden>
      {Array.from({ length: cells }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <td key={cell}>
          <span className={classes.waiting} />
        </td>
      ))}
    </tr>
  ))
}

interface ChooseShownProps<Row extends { id: string }> {
  items: readonly { index: number }[]
  rowAt: (index: number) => Row | undefined
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

function ChooseShown<Row extends { id: string }>({ items, rowAt, chosen, onChoose }: ChooseShownProps<Row>) {
  const t = useText()
  const ids = items.flatMap(({ index }) => rowAt(index)?.id ?? [])
  const areAll = chosen.query !== null || (ids.length > 0 && ids.every((id) => chosen.ids.includes(id)))
  return (
    <Checkbox
      size="xs"
      aria-label={t('list.chooseShown')}
      checked={areAll}
      indeterminate={!areAll && chosen.count > 0}
      onChange={() => {
        const next = areAll ? [] : [...new Set([...chosen.ids, ...ids])]
        onChoose({ ids: next, query: null, count: next.length })
      }}
    />
  )
}

const NO_ROWS: object[] = []

/** Manages the widths of the visible columns, which are stored in the view. */
function useColumns<Row>(
  columns: readonly Column<Row>[],
  view: View,
  onChange: (columns: string[], widths: Record<string, number>) => void,
) {
  const [sizing, setSizing] = useState<Record<string, number>>(view.widths)
  const definitions = useMemo(
    () =>
      columns.map(({ id, width }): ColumnDef<typeof features, object> => ({ id, size: width, minSize: 60 })),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    columnResizeMode: 'onChange',
    state: { columnSizing: sizing },
    onColumnSizingChange: setSizing,
  })
  const settled = useRef(sizing)
  useEffect(() => {
    if (settled.current === sizing) return
    const timer = setTimeout(() => {
      settled.current = sizing
      onChange(
        columns.map(({ id }) => id),
        sizing,
      )
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  })
  return table
}

function usePageInAddress(firstSeen: number, view: View, onChange: (view: View) => void): void {
  const page = Math.floor(firstSeen / PAGE_ROWS) + 1
  useEffect(() => {
    if (page === view.page) return
    const timer = setTimeout(() => onChange({ ...view, page }), SETTLED_MS)
    return () => clearTimeout(timer)
  })
}

/** Scrolls to the start when the query changes. On the first render, the position from the URL is kept. */
function useScrollToStart(query: string, scroller: { current: HTMLElement | null }): void {
  const before = useRef(query)
  useEffect(() => {
    if (before.current === query) return
    before.current = query
    scroller.current?.scrollTo({ top: 0 })
  }, [query, scroller])
}
