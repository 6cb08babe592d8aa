import { UnstyledButton } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TillGroup } from '#shared/contracts/till/tiles.ts'
import styles from './tiles.module.css'

interface GroupTileProps {
  group: TillGroup
  isReachable: boolean
  onOpen: (groupId: string) => void
}

export function GroupTile({ group, isReachable, onOpen }: GroupTileProps) {
  const { t } = useTranslation()
  return (
    <li>
      <UnstyledButton
        className={styles.group ?? ''}
        data-tile={group.id}
        tabIndex={isReachable ? 0 : -1}
        aria-label={t('tiles.open', { name: group.name })}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onOpen(group.id)}
      >
        <IconFolder size={22} aria-hidden />
        <span>{group.name}</span>
      </UnstyledButton>
    </li>
  )
}
