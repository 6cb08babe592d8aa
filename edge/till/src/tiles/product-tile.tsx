import { UnstyledButton } from '@mantine/core'
import { IconInfoCircle, IconScale } from '@tabler/icons-react'
import { type MouseEvent, memo, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillProduct } from '#shared/contracts/till/till.ts'
import type { Format } from '#shared/std/format.ts'
import { Picture } from './picture.tsx'
import styles from './tiles.module.css'

/** Duration in ms from which a press opens the details. */
const LONG_PRESS_MS = 550

interface ProductTileProps {
  product: TillProduct
  /** True for the single tile in the Tab order. The arrow keys reach the others. */
  isReachable: boolean
  format: Format
  onChoose: (product: TillProduct) => void
  onInfo: (productId: string) => void
}

/** Tile of a product. A press adds it to the cart. A long press, or the small button, shows the details. */
export const ProductTile = memo(function ProductTile(props: ProductTileProps) {
  const { product, isReachable, format, onChoose, onInfo } = props
  const { t } = useTranslation()
  const timer = useRef<number | undefined>(undefined)
  const wasHeld = useRef(false)
  const isNoneLeft = product.inStock !== null && product.inStock <= 0

  const release = () => window.clearTimeout(timer.current)
  const showInfo = (): void => {
    release()
    wasHeld.current = true
    onInfo(product.id)
  }
  const hold = ({ button }: PointerEvent): void => {
    wasHeld.current = false
    release()
    if (button === 0) timer.current = window.setTimeout(showInfo, LONG_PRESS_MS)
  }
  /** Handles a click. A click at the end of a long press is ignored, except from the keyboard. */
  const press = ({ detail }: MouseEvent): void => {
    release()
    if (!wasHeld.current || detail === 0) onChoose(product)
  }

  return (
    <li className={styles.tile} data-none={isNoneLeft}>
      <UnstyledButton
        className={styles.press ?? ''}
        data-tile={product.id}
        data-product={product.id}
        tabIndex={isReachable ? 0 : -1}
        // The focus must not move, so that a press does not interrupt typing in the search.
        onMouseDown={(event) => event.preventDefault()}
        onPointerDown={hold}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        onContextMenu={(event) => {
          event.preventDefault()
          if (!wasHeld.current) showInfo()
        }}
        onClick={press}
      >
        <span className={styles.image}>
          <Picture name={product.name} picture={product.picture} />
          {isNoneLeft && <span className={styles.none}>{t('stock.noneLeft')}</span>}
        </span>
        <span className={styles.name}>{product.name}</span>
        <span className={styles.price}>
          {product.price === 0 ? t('catalog.noPrice') : format.money(product.price)}
          {product.isWeighed && (
            <span className={styles.weighed}>
              <IconScale size={15} role="img" aria-label={t('tiles.weighed')} /> / {product.unitName}
            </span>
          )}
        </span>
      </UnstyledButton>
      <UnstyledButton
        className={styles.info ?? ''}
        tabIndex={-1}
        aria-label={t('tiles.info', { name: product.name })}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onInfo(product.id)}
      >
        <IconInfoCircle size={20} aria-hidden />
      </UnstyledButton>
    </li>
  )
})
