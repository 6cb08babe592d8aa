import { ActionIcon, Checkbox, Group, Popover, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useMay } from '../../api/may.ts'
import { useText } from '../../i18n/use-text.ts'
import { headText } from './head-text.ts'
import type { Viewed } from './list-definition.ts'
import { useShownColumns } from './shown-columns.ts'
import type { View } from './view.ts'

interface ColumnsMenuProps {
  definition: Viewed
  view: View
  onChange: (view: View) => void
}

/** Menu to select and reorder the visible columns. */
export function ColumnsMenu({ definition, view, onChange }: ColumnsMenuProps) {
  const t = useText()
  const isAllowed = useMay()
  const all = useMemo(
    () => definition.columns.filter(({ may }) => !may || isAllowed(may)),
    [definition.columns, isAllowed],
  )
  const chosen = useShownColumns(all, view).map(({ id }) => id)
  const ordered = [
    ...chosen.flatMap((id) => all.find((column) => column.id === id) ?? []),
    ...all.filter(({ id }) => !chosen.includes(id)),
  ]
  const set = (columns: string[]): void => onChange({ ...view, columns })
  const move = (id: string, by: number): void => {
    const at = chosen.indexOf(id)
    const to = at + by
    if (to < 0 || to >= chosen.length) return
    const next = chosen.filter((other) => other !== id)
    next.splice(to, 0, id)
    set(next)
  }
  return (
    <Popover position="bottom-end" shadow="md">
      <Popover.Target>
        <ActionIcon variant="default" size={34} aria-label={t('list.columns')} title={t('list.columns')}>
          <IconColumns3 size={17} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text fw={600} size="sm" mb={8}>
          {t('list.columns')}
        </Text>
        <Stack gap={4} mah={420} style={{ overflowY: 'auto' }}>
          {ordered.map((column) => {
            const isShown = chosen.includes(column.id)
            const label = headText(t, definition.texts, column)
            return (
              <Group key={column.id} gap={4} wrap="nowrap" justify="space-between">
                <Checkbox
                  label={label}
                  checked={isShown}
                  disabled={isShown && chosen.length === 1}
                  onChange={() =>
                    set(isShown ? chosen.filter((id) => id !== column.id) : [...chosen, column.id])
                  }
                />
                {isShown && (
                  <Group gap={0} wrap="nowrap">
                    <ActionIcon
                      size={26}
                      aria-label={t('list.columnLeft', { column: label })}
                      onClick={() => move(column.id, -1)}
                    >
                      <IconArrowUp size={14} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      size={26}
                      aria-label={t('list.columnRight', { column: label })}
                      onClick={() => move(column.id, 1)}
                    >
                      <IconArrowDown size={14} aria-hidden />
                    </ActionIcon>
                  </Group>
                )}
              </Group>
            )
          })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
