import { Button, Group, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { VatTerms } from '#shared/documents/line-sums.ts'
import { useMay } from '../../api/may.ts'
import type { FormErrors } from '../../forms/form-errors.ts'
import { useText } from '../../i18n/use-text.ts'
import classes from './document.module.css'
import type { DocumentDefinition } from './document-definition.ts'
import type { Action, Editing } from './draft.ts'
import { columnsOf } from './line-columns.ts'
import { LineRow } from './line-row.tsx'
import { ProductSearch } from './product-search.tsx'
import { useAddProducts } from './use-add-products.ts'

const ROW_PX = 44
/** Width in pixels of the line number, product and removal button. */
const FIXED_PX = 44 + 200 + 44

interface LineGridProps {
  definition: DocumentDefinition
  editing: Editing
  perform: (action: Action) => void
  terms: VatTerms
  errors: FormErrors
  isReadOnly: boolean
  isPosted: boolean
  /** Zero-based index of the line to scroll to. A new object scrolls again. */
  shown: { index: number } | null
  actions?: ReactNode
}

/**
 * The lines of a document, for keyboard and scanner. Only visible lines are rendered, and input renders only
 * its own line. Enter goes to the next input cell, from the last one to the next line, and from the last line
 * to the search.
 */
export function LineGrid(props: LineGridProps) {
  const { definition, editing, perform, terms, errors, isReadOnly, isPosted, shown } = props
  const t = useText()
  const isAllowed = useMay()
  const { lines } = editing.draft
  const scroller = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const seesCosts = isAllowed('costs.view')
  const columns = useMemo(() => columnsOf(definition, isPosted, seesCosts), [definition, isPosted, seesCosts])
  const byLine = useMemo(() => errorsByLine(errors), [errors])
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    getItemKey: (index) => lines[index]?.id ?? index,
  })

  // Set as state, because the field may be rendered only after the rows have moved.
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    if (wanted === null) return
    const cell = scroller.current?.querySelector<HTMLInputElement>(`[data-cell="${wanted}"]`)
    if (!cell) return
    cell.focus()
    setWanted(null)
  })
  const focus = useCallback(
    (index: number, name: string): void => {
      const line = latest.current.lines[index]
      if (!line) return
      virtualizer.scrollToIndex(index)
      setWanted(`${line.id} ${name}`)
    },
    [virtualizer],
  )
  const { header } = editing.draft
  const latest = useRef({ header, lines, columns })
  latest.current = { header, lines, columns }

  const onKey = useCallback(
    (event: KeyboardEvent, index: number, name: string): void => {
      const { lines, columns } = latest.current
      const stops = columns.filter(({ isStop }) => isStop)
      const toSearch = () => search.current?.focus()
      const go = (to: number, column: string | undefined): void => {
        event.preventDefault()
        if (to >= lines.length || column === undefined) toSearch()
        else if (to >= 0) focus(to, column)
      }
      if (event.key === 'ArrowDown') go(index + 1, name)
      else if (event.key === 'ArrowUp') go(index - 1, name)
      else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
        const at = stops.findIndex((stop) => stop.name === name)
        const next = stops[at + 1]
        if (at >= 0 && next) go(index, next.name)
        else go(index + 1, stops[0]?.name)
      } else if (event.key === 'Delete' && event.ctrlKey) {
        event.preventDefault()
        const line = lines[index]
        if (line) perform({ kind: 'remove', id: line.id })
        toSearch()
      }
    },
    [focus, perform],
  )

  const adding = useAddProducts({
    definition,
    headerOf: () => latest.current.header,
    perform,
    onAdded: (line) => {
      const [stop] = columns.filter(({ isStop }) => isStop)
      if (stop) setWanted(`${line.id} ${stop.name}`)
    },
  })
  // Scrolls only when lines are added, not when a line changes.
  const count = useRef(lines.length)
  useEffect(() => {
    if (lines.length > count.current) virtualizer.scrollToIndex(lines.length - 1)
    count.current = lines.length
  }, [lines.length, virtualizer])
  useEffect(() => {
    if (!shown) return
    virtualizer.scrollToIndex(shown.index)
    const stop = latest.current.columns.find(({ isStop }) => isStop)
    if (stop) focus(shown.index, stop.name)
  }, [shown, virtualizer, focus])
  useHotkeys([['mod+Z', () => perform({ kind: 'undo' })]])

  const items = virtualizer.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  const cells = columns.length + (isReadOnly ? 2 : 3)
  return (
    <section className={classes.lines} aria-label={t('documents.lines')}>
      <Group className={classes.linesHead} gap={8}>
        <Text fw={600}>{t('documents.lineCount', { count: lines.length })}</Text>
        <output className={classes.notice} aria-live="polite">
          {adding.notice}
        </output>
        <Group gap={8} ml="auto">
          {props.actions}
          {!isReadOnly && editing.past.length > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconArrowBackUp size={15} aria-hidden />}
              onClick={() => perform({ kind: 'undo' })}
            >
              {t('documents.undoLines')}
            </Button>
          )}
        </Group>
      </Group>
      {lines.length > 0 && (
        <div ref={scroller} className={classes.scroller} tabIndex={isReadOnly ? 0 : -1}>
          <table
            className={classes.table}
            style={{ minWidth: columns.reduce((sum, { width }) => sum + width, FIXED_PX) }}
            aria-rowcount={lines.length + 1}
          >
            <thead>
              <tr>
                <th className={classes.place}>{t('documents.place')}</th>
                <th>{t('documents.product')}</th>
                {columns.map(({ name, width, kind }) => (
                  <th key={name} style={{ width }} className={kind === 'text' ? undefined : classes.number}>
                    {t(`documents.${name}`)}
                  </th>
                ))}
                {!isReadOnly && (
                  <th className={classes.removal}>
                    <span className="visually-hidden">{t('record.delete')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {before > 0 && (
                <tr style={{ height: before }} aria-hidden>
                  <td colSpan={cells} />
                </tr>
              )}
              {items.map(({ index, key }) => {
                const line = lines[index]
                return (
                  line && (
                    <LineRow
                      key={key}
                      line={line}
                      index={index}
                      columns={columns}
                      isReadOnly={isReadOnly}
                      perform={perform}
                      onKey={onKey}
                      vatEnabled={terms.vatEnabled}
                      vatIncluded={terms.vatIncluded}
                      errors={byLine.get(index)}
                    />
                  )
                )
              })}
              {after > 0 && (
                <tr style={{ height: after }} aria-hidden>
                  <td colSpan={cells} />
                </tr>
              )}
            </tbody>
          </table>
        </div>
      )}
      {!isReadOnly && (
        <div className={classes.adding}>
          <ProductSearch
            field={search}
            onScan={adding.scan}
            onPick={adding.pick}
            onPaste={adding.paste}
            onKeyDown={(event) => {
              const isEmpty = (event.target as HTMLInputElement).value === ''
              if (event.key === 'ArrowUp' && isEmpty && lines.length > 0) {
                event.preventDefault()
                focus(lines.length - 1, columns.find(({ isStop }) => isStop)?.name ?? '')
              }
            }}
          />
          {adding.faults.length > 0 && (
            <div className={classes.faults} role="alert">
              <Text size="sm" fw={600}>
                {t('documents.notAdded', { count: adding.faults.length })}
              </Text>
              <ul>
                {adding.faults.map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
              </ul>
            </div>
          )}
        </div>
      )}
    </section>
  )
}

/** Returns the errors by zero-based line index, as JSON text such as `{ "quantity": "…" }`. */
function errorsByLine(errors: FormErrors): Map<number, string> {
  const found = new Map<number, Record<string, string>>()
  for (const [pointer, detail] of Object.entries(errors)) {
    const [, place, member = 'productId'] = /^lines\/(\d+)(?:\/(\w+))?/.exec(pointer) ?? []
    if (place === undefined) continue
    found.set(Number(place), { ...found.get(Number(place)), [member]: detail })
  }
  return new Map([...found].map(([index, own]) => [index, JSON.stringify(own)]))
}
