import { Button, Loader } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillProduct } from '#shared/contracts/till/till.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useProblemText } from '../api/problem-text.ts'
import { KEYS } from '../commands/keys.ts'
import { GroupPath } from './group-path.tsx'
import { GroupTile } from './group-tile.tsx'
import { ProductTile } from './product-tile.tsx'
import { focusNextTile, focusTile } from './tile-focus.ts'
import styles from './tiles.module.css'
import { useFavourites } from './use-favourites.ts'
import { useTiles } from './use-tiles.ts'

/** Distance in pixels from the end of the list at which the next page is requested. */
const NEAR_END_PX = 600

interface TilesProps {
  pane: RefObject<HTMLDivElement | null>
  onChoose: (product: TillProduct) => void
  onInfo: (productId: string) => void
  onArrange: () => void
  /** Called when the cashier presses the up arrow in the top row. */
  onLeave: () => void
}

/** Product tiles: favorites first, then groups and their products. */
export function Tiles({ pane, onChoose, onInfo, onArrange, onLeave }: TilesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const problemText = useProblemText()
  const [groupId, setGroupId] = useState<string>()
  const [reachable, setReachable] = useState<string>()
  const tiles = useTiles(groupId)
  const favourites = useFavourites()
  const isTop = groupId === undefined
  // A favorite is also in its group, with the same id. Only the top level shows both on one page.
  const firsts = isTop ? (favourites.data?.items ?? []) : []
  const ids = [...firsts, ...tiles.groups, ...tiles.products].map(({ id }) => id)
  const tabStop = reachable !== undefined && ids.includes(reachable) ? reachable : ids[0]

  // Keyboard focus continues at the first tile, or, after moving up, at the group just left.
  const focusNext = useRef<{ id: string | undefined } | null>(null)
  const isSettled = !tiles.isPlaceholderData && tiles.data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: another group is on the page
  useEffect(() => {
    if (!isSettled) return
    pane.current?.scrollTo({ top: 0 })
    if (focusNext.current) focusTile(pane.current, focusNext.current.id)
    focusNext.current = null
  }, [groupId, isSettled])

  const goTo = (next: string | undefined, from?: string): void => {
    const hasFocus = pane.current?.contains(document.activeElement) ?? false
    if (hasFocus) focusNext.current = { id: from }
    setReachable(from)
    setGroupId(next)
  }
  const goUp = (): void => {
    if (isTop) onLeave()
    else goTo(tiles.path.at(-2)?.id, groupId)
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event
    const isOf = (name: 'nextTile' | 'groupAbove'): boolean =>
      (KEYS[name].keys as readonly string[]).includes(key)
    if (isOf('nextTile')) {
      if (!focusNextTile(pane.current, key) && key === 'ArrowUp') onLeave()
    } else if (isOf('groupAbove')) goUp()
    // Holding Enter down would add the product many times.
    else if (!(key === 'Enter' && event.repeat)) return
    event.preventDefault()
    event.stopPropagation()
  }

  const loadMore = (): void => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = pane.current ?? {}
    const isNearEnd = scrollHeight - scrollTop - clientHeight < NEAR_END_PX
    if (isNearEnd && tiles.hasNextPage && !tiles.isFetchingNextPage) void tiles.fetchNextPage()
  }

  const tileOf = (product: TillProduct) => (
    <ProductTile
      key={product.id}
      product={product}
      isReachable={product.id === tabStop}
      format={format}
      onChoose={onChoose}
      onInfo={onInfo}
    />
  )
  const error = tiles.error ?? favourites.error
  const isEmpty = isSettled && ids.length === 0 && !favourites.isPending

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the tiles in it, which are buttons
    <div
      ref={pane}
      className={styles.pane}
      onKeyDown={onKeyDown}
      onFocus={(event) => setReachable(event.target.dataset.tile ?? reachable)}
      onScroll={loadMore}
    >
      {!isTop && <GroupPath path={tiles.path} onGo={(id) => goTo(id, groupId)} />}
      {error && (
        <div className={styles.message} role="alert">
          {problemText(error)}
          <Button
            variant="default"
            h={48}
            onClick={() => void Promise.all([tiles.refetch(), favourites.refetch()])}
          >
            {t('tiles.again')}
          </Button>
        </div>
      )}
      {!error && !isSettled && (
        <div className={styles.message}>
          <Loader aria-label={t('tiles.loading')} />
        </div>
      )}
      {firsts.length > 0 && (
        <Section
          title={t(favourites.data?.isArranged ? 'tiles.favourites' : 'tiles.oftenSold')}
          action={
            <Button
              variant="subtle"
              c="var(--accent)"
              h={44}
              px={10}
              leftSection={<IconStar size={18} aria-hidden />}
              onClick={onArrange}
            >
              {t('tiles.arrange')}
            </Button>
          }
        >
          {firsts.map(tileOf)}
        </Section>
      )}
      {tiles.groups.length > 0 && (
        <Section title={t('tiles.groups')} isWide>
          {tiles.groups.map((group) => (
            <GroupTile
              key={group.id}
              group={group}
              isReachable={group.id === tabStop}
              onOpen={(id) => goTo(id)}
            />
          ))}
        </Section>
      )}
      {tiles.products.length > 0 && (
        <Section title={isTop ? t('tiles.noGroup') : (tiles.path.at(-1)?.name ?? '')}>
          {tiles.products.map(tileOf)}
        </Section>
      )}
      {tiles.isCutOff && <div className={styles.message}>{t('tiles.more')}</div>}
      {isEmpty && !error && (
        <div className={styles.message}>{t(isTop ? 'catalog.empty' : 'tiles.emptyGroup')}</div>
      )}
    </div>
  )
}

interface SectionProps {
  title: string
  action?: ReactNode
  isWide?: boolean
  children: ReactNode
}

function Section({ title, action, isWide = false, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.heading}>
        <h3>{title}</h3>
        {action}
      </div>
      <ul className={styles.tiles} data-wide={isWide}>
        {children}
      </ul>
    </section>
  )
}
