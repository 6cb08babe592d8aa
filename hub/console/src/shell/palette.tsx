import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  spotlight,
} from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../api/may.ts'
import { useText } from '../i18n/use-text.ts'
import type { NavigationSection } from './navigation.ts'

export const openPalette = spotlight.open

/** Goes to any page by a few letters of its name. */
export function Palette({ sections }: { sections: readonly NavigationSection[] }) {
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
  return (
    <Spotlight
      actions={groups.filter(({ actions }) => actions.length > 0)}
      shortcut={null}
      nothingFound={t('shell.nothingFound')}
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
