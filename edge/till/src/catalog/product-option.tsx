import { UnstyledButton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillProduct } from '#shared/contracts/till/till.ts'
import type { Format } from '#shared/std/format.ts'
import { Picture } from '../tiles/picture.tsx'
import styles from './catalog.module.css'

interface ProductOptionProps {
  id: string
  product: TillProduct
  isSelected: boolean
  format: Format
  onChoose: (product: TillProduct) => void
  onInfo: (productId: string) => void
}

/**
 * A product in the search results, with everything that distinguishes it from others: picture, name, code,
 * article, price and unit. Also shows the remaining stock.
 */
export const ProductOption = memo(function ProductOption(props: ProductOptionProps) {
  const { id, product, isSelected, format, onChoose, onInfo } = props
  const { t } = useTranslation()
  return (
    <div className={styles.row} role="presentation" data-selected={isSelected}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the search field moves the selection and takes Enter */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field (aria-activedescendant) */}
      <div
        id={id}
        role="option"
        aria-selected={isSelected}
        data-product={product.id}
        className={styles.product}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(product)}
      >
        <span className={styles.image}>
          <Picture name={product.name} picture={product.picture} />
        </span>
        <span>
          <span className={styles.name}>{product.name}</span>
          <br />
          <span className={styles.code}>{[product.code, product.article].filter(Boolean).join(' · ')}</span>
          {product.inStock !== null && (
            <span className={styles.stock} data-none={product.inStock <= 0}>
              {product.inStock > 0
                ? t('stock.left', { quantity: format.quantity(product.inStock), unit: product.unitName })
                : t('stock.noneLeft')}
            </span>
          )}
        </span>
        <span className={styles.price}>
          {product.price === 0 ? t('catalog.noPrice') : format.money(product.price)}
          <span className={styles.unit}>{t('catalog.perUnit', { unit: product.unitName })}</span>
        </span>
      </div>
      {/* A listbox may contain only options, so the details button is hidden from screen readers, whose users open the details with the key. */}
      <UnstyledButton
        className={styles.info ?? ''}
        tabIndex={-1}
        aria-hidden
        title={t('tiles.info', { name: product.name })}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onInfo(product.id)}
      >
        <IconInfoCircle size={22} aria-hidden />
      </UnstyledButton>
    </div>
  )
})
