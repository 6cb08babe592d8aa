import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import classes from './list.module.css'
import type { Chosen } from './list-definition.ts'

interface SelectionBarProps {
  chosen: Chosen
  total: number | undefined
  query: Record<string, string>
  onChoose: (chosen: Chosen) => void
  /** Operations on the selected rows. */
  children: ReactNode
}

/** Bar shown while rows are selected: the marked ones, or all matches. */
export function SelectionBar({ chosen, total = 0, query, onChoose, children }: SelectionBarProps) {
  const t = useText()
  return (
    <section className={classes.selection} aria-label={t('list.chosen', { count: chosen.count })}>
      <Text fw={600}>{t('list.chosen', { count: chosen.count })}</Text>
      {chosen.query === null && total > chosen.count && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChoose({ ids: [], query, count: total })}>
          {t('list.chooseAll', { count: total })}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={() => onChoose({ ids: [], query: null, count: 0 })}>
        {t('list.chooseNone')}
      </Button>
      <Group gap={8} ml="auto">
        {children}
      </Group>
    </section>
  )
}
