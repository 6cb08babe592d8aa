import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillProduct } from '#shared/contracts/till/till.ts'
import { KeyHint } from '#shared/ui/controls/key-hint.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useProblemText } from '../api/problem-text.ts'
import { keyOf } from '../commands/keys.ts'
import { readTimes } from '../selling/times.ts'
import type { Times } from '../selling/use-times.ts'
import { focusTile } from '../tiles/tile-focus.ts'
import { Tiles } from '../tiles/tiles.tsx'
import styles from './catalog.module.css'
import { ProductOption } from './product-option.tsx'
import { useCatalogChanges, useProducts } from './use-products.ts'

const DEBOUNCE_MS = 80

interface ProductSearchProps {
  field: RefObject<HTMLInputElement | null>
  times: Times
  tiles: RefObject<HTMLDivElement | null>
  onChoose: (product: TillProduct) => void
  onInfo: (productId: string) => void
  onArrange: () => void
}

/**
 * Tiles, and search-as-you-type over the whole catalog. Arrow keys select a product, and Enter or a touch
 * adds it to the cart.
 */
export function ProductSearch({ field, tiles, times, onChoose, onInfo, onArrange }: ProductSearchProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const problemText = useProblemText()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [debounced] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  useCatalogChanges()
  const isSearching = text.trim() !== ''
  const { data, error, isPlaceholderData } = useProducts(debounced)
  const isThere = data !== undefined
  const products = (isSearching && data?.items) || []
  // Stores the product, not its index: when the list changes, Enter must still add the product that the
  // cashier saw.
  const selected = products.findIndex(({ id }) => id === selectedId)
  const setSelected = (index: number): void => setSelectedId(products[index]?.id ?? null)
  const isCurrent = debounced === text.trim() && !isPlaceholderData

  // biome-ignore lint/correctness/useExhaustiveDependencies: the result of another search begins at its top
  useEffect(() => {
    setSelected(0)
    list.current?.scrollTo({ top: 0 })
  }, [debounced, isPlaceholderData, isThere])
  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: 'nearest' })
  }, [selected])

  /** Clears one thing per press: first the text, then the quantity, then the focus. */
  const leave = (): void => {
    if (text !== '') setText('')
    else if (times.times !== null) times.clear()
    else field.current?.blur()
  }

  const type = (typed: string): void => {
    const typedTimes = readTimes(typed)
    if (typedTimes !== null) times.set(typedTimes)
    setText(typedTimes === null ? typed : '')
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const last = products.length - 1
    if (!isSearching && event.key === 'ArrowDown') focusTile(tiles.current)
    else if (event.key === 'ArrowDown') setSelected(Math.min(last, selected + 1))
    else if (event.key === 'ArrowUp') setSelected(Math.max(0, selected - 1))
    else if (event.key === 'PageDown') setSelected(Math.min(last, selected + 8))
    else if (event.key === 'PageUp') setSelected(Math.max(0, selected - 8))
    else if (event.key === 'Escape') leave()
    else if (event.key === 'Enter') {
      const product = products[selected]
      // Results of an older search are not what the cashier is looking for.
      if (product && isCurrent) {
        onChoose(product)
        field.current?.select()
      }
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <section className={styles.panel} aria-label={t('catalog.title')}>
      <div className={styles.search}>
        <TextInput
          ref={field}
          size="xl"
          role="combobox"
          aria-label={t('catalog.search')}
          aria-expanded={products.length > 0}
          aria-controls={isSearching ? listId : undefined}
          aria-activedescendant={products[selected] && `${listId}-${selected}`}
          aria-keyshortcuts={keyOf('search')}
          placeholder={t('catalog.search')}
          spellCheck={false}
          value={text}
          leftSection={<IconSearch size={24} />}
          rightSection={
            text ? (
              <CloseButton
                size={44}
                aria-label={t('catalog.clearSearch')}
                onClick={() => {
                  setText('')
                  field.current?.focus()
                }}
              />
            ) : (
              <KeyHint>{keyOf('search')}</KeyHint>
            )
          }
          rightSectionWidth={56}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {times.times !== null && (
        <div className={styles.times} role="status">
          <span>{t('times.next', { times: format.quantity(times.times) })}</span>
          <CloseButton size={44} aria-label={t('times.cancel')} onClick={times.clear} />
        </div>
      )}
      {isSearching ? (
        <>
          <div className={styles.count} aria-live="polite">
            {data ? t('catalog.found', { count: data.total, shown: format.number(data.total) }) : '\u00a0'}
          </div>
          <div
            ref={list}
            id={listId}
            {...(products.length > 0 && { role: 'listbox', 'aria-label': t('catalog.products') })}
            className={styles.list}
          >
            {products.map((product, index) => (
              <ProductOption
                key={product.id}
                id={`${listId}-${index}`}
                product={product}
                isSelected={index === selected}
                format={format}
                onChoose={onChoose}
                onInfo={onInfo}
              />
            ))}
            {(error || data?.items.length === 0) && (
              <div className={styles.empty}>{error ? problemText(error) : t('catalog.nothingFound')}</div>
            )}
          </div>
        </>
      ) : (
        <Tiles
          pane={tiles}
          onChoose={onChoose}
          onInfo={onInfo}
          onArrange={onArrange}
          onLeave={() => field.current?.focus()}
        />
      )}
    </section>
  )
}
