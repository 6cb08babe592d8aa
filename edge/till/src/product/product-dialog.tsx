import { Button, Group, Loader, Modal } from '@mantine/core'
import { IconShoppingCartPlus, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TillProductDetails } from '#shared/contracts/till/tiles.ts'
import type { TillProduct } from '#shared/contracts/till/till.ts'
import { MAX_FAVOURITES } from '#shared/sync/favourites.ts'
import { showProblem } from '#shared/ui/controls/message.tsx'
import { Notice } from '#shared/ui/controls/notice.tsx'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { useProblemText } from '../api/problem-text.ts'
import { Picture } from '../tiles/picture.tsx'
import { useArrangeFavourites, useFavourites } from '../tiles/use-favourites.ts'
import { AtHeadOffice } from './at-head-office.tsx'
import { LabelButton } from './label-button.tsx'
import styles from './product.module.css'
import { ProductFacts } from './product-facts.tsx'
import { useProduct } from './use-product.ts'
import { useReturnFocus } from './use-return-focus.ts'

interface ProductDialogProps {
  productId: string
  onAdd: (product: TillProduct) => void
  onClose: () => void
}

/** Dialog with everything that the till and head office have about a product. */
export function ProductDialog({ productId, onAdd, onClose }: ProductDialogProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  useReturnFocus()
  const { data: product, error } = useProduct(productId)
  return (
    <Modal
      opened
      onClose={onClose}
      size={860}
      title={product?.name ?? t('product.title')}
      closeButtonProps={{ size: 48, 'aria-label': t('dialog.close') }}
    >
      {error && <Notice kind="problem">{problemText(error)}</Notice>}
      {!error && !product && <Loader aria-label={t('product.loading')} />}
      {product && (
        <div className={styles.product}>
          <div className={styles.side}>
            <div className={styles.image}>
              <Picture name={product.name} picture={product.picture} />
            </div>
            <Price product={product} />
          </div>
          <ProductFacts product={product} />
          <AtHeadOffice product={product} />
          <Group className={styles.buttons ?? ''} gap={10}>
            <LabelButton product={product} />
            <FavouriteButton product={product} />
            <Button
              h={56}
              size="md"
              leftSection={<IconShoppingCartPlus size={22} aria-hidden />}
              onClick={() => onAdd(product)}
            >
              {t('product.addToCart')}
            </Button>
          </Group>
        </div>
      )}
    </Modal>
  )
}

function Price({ product }: { product: TillProductDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <p className={styles.price}>
      {product.price === 0 ? t('catalog.noPrice') : format.money(product.price)}
      <small>{t('catalog.perUnit', { unit: product.unitName })}</small>
    </p>
  )
}

function FavouriteButton({ product: { id, isFavourite } }: { product: TillProductDetails }) {
  const { t } = useTranslation()
  const { data } = useFavourites()
  const arrange = useArrangeFavourites()
  const ids = data?.isArranged ? data.items.map((each) => each.id) : []
  const press = (): void => {
    if (isFavourite) arrange(ids.filter((each) => each !== id))
    else if (ids.length >= MAX_FAVOURITES) showProblem(t('favourites.full', { most: MAX_FAVOURITES }))
    else arrange([...ids, id])
  }
  const Star = isFavourite ? IconStarFilled : IconStar
  return (
    <Button
      variant="default"
      h={56}
      size="md"
      leftSection={<Star size={22} aria-hidden />}
      disabled={data === undefined}
      onClick={press}
    >
      {t(isFavourite ? 'favourites.takeOut' : 'favourites.add')}
    </Button>
  )
}
