import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillProduct } from '#shared/contracts/till/till.ts'
import type { Format } from '#shared/std/format.ts'
import styles from './catalog.module.css'

interface ProductOptionProps {
  id: string
  product: TillProduct
  isSelected: boolean
  format: Format
  onChoose: (product: TillProduct) => void
}

/** What a cashier needs to tell two products apart: name, code, article, price and unit; and what is left of it. */
export const ProductOption = memo(function ProductOption(props: ProductOptionProps) {
  const { id, product, isSelected, format, onChoose } = props
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field moves the selection and takes Enter
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field (aria-activedescendant)
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      className={styles.product}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(product)}
    >
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
  )
})
