import { useTranslation } from 'react-i18next'
import { useSettings } from '../status/use-status.ts'
import { NumberDialog } from './number-dialog.tsx'
import type { Priceless } from './priceless.ts'

interface PriceDialogProps {
  product: Priceless
  onEnter: (productId: string, price: number) => void
  onClose: () => void
}

/** Asks what a product without a price is sold for. */
export function PriceDialog({ product, onEnter, onClose }: PriceDialogProps) {
  const { t } = useTranslation()
  const currency = useSettings()?.currencySymbol ?? ''
  return (
    <NumberDialog
      title={t('cart.askPrice')}
      subject={product.productName}
      label={t('cart.price')}
      value={0}
      places={2}
      suffix={currency}
      onClose={onClose}
      onEnter={(price) => onEnter(product.productId, price)}
    />
  )
}
