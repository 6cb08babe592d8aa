import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillProductDetails } from '#shared/contracts/till/tiles.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './product.module.css'

/** Shows the product's data from the till, which is available offline. Empty fields are left out. */
export function ProductFacts({ product }: { product: TillProductDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { minPrice, vatRate, minimumAge, packs, nextPrices } = product
  const rules = [
    minimumAge !== null && t('product.age', { years: minimumAge }),
    product.isMarked && t('product.marked'),
    product.isWeighed && t('product.weighed'),
    product.isDiscountProhibited && t('product.noDiscount'),
  ].filter((rule) => rule !== false)
  return (
    <div className={styles.facts}>
      {rules.length > 0 && (
        <ul className={styles.rules}>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      )}
      <dl>
        {minPrice !== null && <Fact name={t('product.notBelow')}>{format.money(minPrice)}</Fact>}
        {nextPrices.length > 0 && (
          <Fact name={t('product.nextPrices')}>
            {nextPrices.map(({ from, price }) => (
              <span key={from} className={styles.each}>
                {format.money(price)} {t('product.from', { time: format.dateTime(from) })}
              </span>
            ))}
          </Fact>
        )}
        <Fact name={t('product.vat')}>{vatRate === null ? t('product.noVat') : format.percent(vatRate)}</Fact>
        <Fact name={t('product.code')}>{product.code}</Fact>
        {product.article !== null && <Fact name={t('product.article')}>{product.article}</Fact>}
        {product.groups.length > 0 && <Fact name={t('product.group')}>{product.groups.join(' › ')}</Fact>}
        {product.barcodes.length > 0 && (
          <Fact name={t('product.barcodes')}>
            {product.barcodes.map((barcode) => (
              <span key={barcode} className={styles.each}>
                {barcode}
              </span>
            ))}
          </Fact>
        )}
        {packs.length > 0 && (
          <Fact name={t('product.packs')}>
            {packs.map(({ unitName, quantity, barcode }) => (
              <span key={`${unitName} ${quantity} ${barcode}`} className={styles.each}>
                {t('product.pack', {
                  unit: unitName,
                  quantity: format.quantity(quantity),
                  of: product.unitName,
                })}
                {barcode !== null && ` · ${barcode}`}
              </span>
            ))}
          </Fact>
        )}
        {product.ntin !== null && <Fact name={t('product.ntin')}>{product.ntin}</Fact>}
      </dl>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
