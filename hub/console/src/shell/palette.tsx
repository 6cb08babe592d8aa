import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  spotlight,
} from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/may.ts'
import { useText } from '../i18n/use-text.ts'
import type { NavigationSection } from './navigation.ts'
import { useFound } from './use-found.ts'

export const openPalette = spotlight.open

interface PaletteProps {
  sections: readonly NavigationSection[]
  /** True when the palette also searches the organization's records. */
  findsRecords: boolean
}

/**
 * Command palette that opens any page by a part of its name, and any record by its name, number, barcode or
 * phone.
 */
export function Palette({ sections, findsRecords }: PaletteProps) {
  const t = useText()
  const navigate = useNavigate()
  const isAllowed = useMay()
  const groups: SpotlightActionGroupData[] = sections.map(({ key, items }) => ({
    group: key ? t(`navigation.${key}`) : t('navigation.home'),
    actions: items
      .filter(({ may }) => isAllowed(may))
      .map(
        ({ key: name, to, icon: Icon }): SpotlightActionData => ({
          id: to,
          label: t(`navigation.${name}`),
          leftSection: <Icon size={18} stroke={1.7} aria-hidden />,
          onClick: () => void navigate({ to }),
        }),
      ),
  }))
  const [typed, setTyped] = useState('')
  const { groups: found, isLooking } = useFound(typed, findsRecords)
  return (
    <Spotlight
      query={typed}
      onQueryChange={setTyped}
      actions={[...groups.filter(({ actions }) => actions.length > 0), ...found]}
      shortcut={null}
      nothingFound={t(isLooking ? 'shell.searching' : 'shell.nothingFound')}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t('shell.find'),
        'aria-label': t('shell.find'),
      }}
    />
  )
}
