import { Button, Loader } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TillProductDetails } from '#shared/contracts/till/tiles.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import styles from './product.module.css'
import { useAtHeadOffice } from './use-product.ts'

/** Shows the description and the stock in this and other stores, requested from head office each time. */
export function AtHeadOffice({ product }: { product: TillProductDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, isFetching, isError, refetch } = useAtHeadOffice(product.id)
  const told = data?.told ?? null
  const quantity = (value: number): string => `${format.quantity(value)} ${product.unitName}`
  return (
    <section className={styles.stock} aria-label={t('product.stores')}>
      <h3>{t('product.stores')}</h3>
      <dl>
        {product.inStock !== null && (
          <div data-own>
            <dt>{t('product.here')}</dt>
            <dd>{quantity(product.inStock)}</dd>
          </div>
        )}
        {told?.stores.map((store) => (
          <div key={store.id} data-own={store.isOwn}>
            <dt>
              {store.name}
              {store.isOwn && <small> · {t('product.ownStore')}</small>}
            </dt>
            <dd>{quantity(store.quantity)}</dd>
          </div>
        ))}
      </dl>
      {isFetching && told === null && (
        <p className={styles.quiet}>
          <Loader size="sm" aria-hidden /> {t('product.asking')}
        </p>
      )}
      {told && <p className={styles.quiet}>{t('product.asOf', { time: format.time(told.at) })}</p>}
      {!isFetching && (isError || told === null) && (
        <div className={styles.offline} role="status">
          <IconCloudOff size={22} aria-hidden />
          <span>{t('product.offline')}</span>
          <Button variant="default" h={44} onClick={() => void refetch()}>
            {t('product.askAgain')}
          </Button>
        </div>
      )}
      {told?.description && (
        <>
          <h3>{t('product.description')}</h3>
          <p className={styles.description}>{told.description}</p>
        </>
      )}
    </section>
  )
}
