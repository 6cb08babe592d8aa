import { Button, CloseButton, Group, Menu, Text, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconFilterPlus, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { FilterField } from './filter-field.tsx'
import { headText } from './head-text.ts'
import classes from './list.module.css'
import type { Viewed } from './list-definition.ts'
import type { View } from './view.ts'
import { ViewsMenu } from './views-menu.tsx'

/** Delay in ms, longer than a scanner's gap between two keys and shorter than a user's. */
const TYPED_MS = 25
/**
 * Minimum number of letters that the hub's trigram index supports. Shorter texts need a full scan, so they
 * are sent with a longer delay.
 */
const INDEXED_LETTERS = 3
const FEW_LETTERS_MS = 250

interface ListBarProps {
  definition: Viewed
  view: View
  onChange: (view: View) => void
  /** Controls that always have a value, such as the period of a report. */
  children?: ReactNode
  /** Content beside the columns menu. */
  end?: ReactNode
}

/** Search field and filters of the list. */
export function ListBar({ definition, view, onChange, children, end }: ListBarProps) {
  const t = useText()
  const { filters = [], hasSearch = true, texts } = definition
  const isAllowed = useMay()
  const [added, setAdded] = useState<string[]>([])
  const set = (name: string, value: string | undefined): void => {
    const { [name]: _before, ...rest } = view.query
    onChange({
      ...view,
      page: 1,
      query: value === undefined || value === '' ? rest : { ...rest, [name]: value },
    })
  }
  const open = filters.filter(({ name }) => name in view.query || added.includes(name))
  const closed = filters.filter((filter) => !open.includes(filter) && (!filter.may || isAllowed(filter.may)))
  const others = othersOf(definition, view)
  return (
    <div className={classes.bar}>
      <ViewsMenu definition={definition} view={view} onChange={onChange} />
      {children}
      {hasSearch && (
        <SearchField value={view.query.search ?? ''} onChange={(search) => set('search', search)} />
      )}
      {open.map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          label={headText(t, texts, { id: filter.name, ...(filter.label && { label: filter.label }) })}
          texts={texts}
          value={view.query[filter.name]}
          onChange={(value) => {
            if (value === undefined) setAdded(added.filter((name) => name !== filter.name))
            set(filter.name, value)
          }}
        />
      ))}
      {others.length > 0 && (
        <Group gap={6} className={classes.filter} wrap="nowrap">
          <Text size="sm">{t('list.moreConditions', { count: others.length })}</Text>
          <CloseButton
            size="sm"
            aria-label={t('list.removeFilter', {
              filter: t('list.moreConditions', { count: others.length }),
            })}
            onClick={() =>
              onChange({
                ...view,
                page: 1,
                query: Object.fromEntries(
                  Object.entries(view.query).filter(([name]) => !others.includes(name)),
                ),
              })
            }
          />
        </Group>
      )}
      {closed.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" leftSection={<IconFilterPlus size={16} aria-hidden />}>
              {t('list.filter')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {closed.map((filter) => (
              <Menu.Item key={filter.name} onClick={() => setAdded([...added, filter.name])}>
                {headText(t, texts, { id: filter.name, ...(filter.label && { label: filter.label }) })}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <div className={classes.barEnd}>
        {end}
        <ColumnsMenu definition={definition} view={view} onChange={onChange} />
      </div>
    </div>
  )
}

/**
 * Returns filters that came with a link, for example from a report, and have no field here. They are shown
 * and can be removed.
 */
function othersOf({ filters = [], controls = [] }: Viewed, { query }: View): string[] {
  const named = ['search', 'sort', ...controls, ...filters.map(({ name }) => name)]
  return Object.keys(query).filter((name) => !named.includes(name))
}

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useText()
  const [text, setText] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  /** Input that is not in the URL yet. An older text that arrives there in the meantime must not overwrite it. */
  const typed = useRef<string | null>(null)
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  // Going back or selecting a view changes the URL, and with it the text.
  useEffect(() => {
    if (typed.current === null) setText(value)
    else if (typed.current === value) typed.current = null
  }, [value])
  useEffect(() => {
    if (typed.current === null) return
    const timer = setTimeout(
      () => {
        if (text === latest.current.value) typed.current = null
        else latest.current.onChange(text)
      },
      text.trim().length < INDEXED_LETTERS ? FEW_LETTERS_MS : TYPED_MS,
    )
    return () => clearTimeout(timer)
  }, [text])
  useHotkeys([['/', () => field.current?.focus()]])
  const type = (next: string): void => {
    typed.current = next
    setText(next)
  }
  return (
    <TextInput
      ref={field}
      className={classes.search}
      aria-label={t('list.search')}
      placeholder={t('list.search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text && <CloseButton size="sm" aria-label={t('list.clearSearch')} onClick={() => type('')} />
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
