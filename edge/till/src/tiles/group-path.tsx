import { UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconHome } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TillGroup } from '#shared/contracts/till/tiles.ts'
import styles from './tiles.module.css'

interface GroupWayProps {
  /** Groups from the top level down to the current one. */
  path: readonly TillGroup[]
  /** Opens a group. Undefined opens the top level. */
  onGo: (groupId: string | undefined) => void
}

export function GroupPath({ path, onGo }: GroupWayProps) {
  const { t } = useTranslation()
  return (
    <nav className={styles.way} aria-label={t('tiles.way')}>
      <UnstyledButton onClick={() => onGo(undefined)}>
        <IconHome size={20} aria-hidden />
        {t('tiles.top')}
      </UnstyledButton>
      {path.map(({ id, name }, index) => (
        <span key={id}>
          <IconChevronRight size={16} aria-hidden />
          {index === path.length - 1 ? (
            <span aria-current="location">{name}</span>
          ) : (
            <UnstyledButton onClick={() => onGo(id)}>{name}</UnstyledButton>
          )}
        </span>
      ))}
    </nav>
  )
}
