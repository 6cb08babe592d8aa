import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MAX_FAVOURITES } from '#shared/sync/favourites.ts'
import { useReturnFocus } from '../product/use-return-focus.ts'
import { Picture } from './picture.tsx'
import styles from './tiles.module.css'
import { useArrangeFavourites, useFavourites } from './use-favourites.ts'

/** Dialog to reorder the favorites. Each change is saved immediately. */
export function FavouritesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  useReturnFocus()
  const { data } = useFavourites()
  const arrange = useArrangeFavourites()
  const shown = data?.items ?? []
  const favourites = data?.isArranged ? shown : []
  const ids = favourites.map(({ id }) => id)
  const move = (at: number, by: 1 | -1): void => {
    const next = ids.toSpliced(at, 1)
    arrange(next.toSpliced(at + by, 0, ...ids.slice(at, at + 1)))
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('favourites.title')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      <Stack gap={16}>
        <Text c="var(--text-quiet)">
          {favourites.length === 0 && `${t('favourites.none')} `}
          {t('favourites.hint')} {t('favourites.everywhere')}
        </Text>
        {favourites.length === 0 && shown.length > 0 && (
          <Button
            variant="default"
            h={52}
            onClick={() => arrange(shown.slice(0, MAX_FAVOURITES).map(({ id }) => id))}
          >
            {t('favourites.fill')}
          </Button>
        )}
        <ol className={styles.arranged} aria-label={t('favourites.list')}>
          {favourites.map(({ id, name, picture }, index) => (
            <li key={id}>
              <span className={styles.image}>
                <Picture name={name} picture={picture} />
              </span>
              <span>{name}</span>
              <Group gap={4} wrap="nowrap">
                <ActionIcon
                  variant="default"
                  size={48}
                  disabled={index === 0}
                  aria-label={t('favourites.earlier', { name })}
                  onClick={() => move(index, -1)}
                >
                  <IconArrowUp size={22} />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  size={48}
                  disabled={index === favourites.length - 1}
                  aria-label={t('favourites.later', { name })}
                  onClick={() => move(index, 1)}
                >
                  <IconArrowDown size={22} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  c="var(--text-quiet)"
                  size={48}
                  aria-label={t('favourites.remove', { name })}
                  onClick={() => arrange(ids.toSpliced(index, 1))}
                >
                  <IconTrash size={22} />
                </ActionIcon>
              </Group>
            </li>
          ))}
        </ol>
      </Stack>
    </Modal>
  )
}
